/** Yields the keys in batches of `size`; the last one may be smaller or empty. */
export async function* inBatches(keys: AsyncIterable<string>, size: number) {
  let batch: string[] = []
  for await (const key of keys) {
    batch.push(key)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  yield batch
}
