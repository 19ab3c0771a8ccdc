import { type Bucket, bucketStore } from '../../services/files/bucket.ts'

/** Creates the bucket; returns its store and the errors that the store reports. */
export async function openBucket(bucket: Bucket, timeoutMs?: number) {
  const failures: unknown[] = []
  const store = bucketStore(bucket, (error) => failures.push(error), timeoutMs)
  await store.prepare()
  return { store, failures }
}
