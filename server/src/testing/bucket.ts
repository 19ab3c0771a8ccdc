import { randomUUID } from 'node:crypto'
import { type Bucket, bucketStore } from '../services/files-bucket.ts'

/** A name that no other test has, in the storage at `endpoint`. */
export const newBucket = (endpoint: string): Bucket => ({
  name: `kirana-${randomUUID()}`,
  endpoint,
  region: 'ap-south-1',
  // The one account that the storage of the tests knows; it checks every signature.
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
})

/** A bucket that is there, and what its store said of failures. */
export async function openBucket(bucket: Bucket, answerMs?: number) {
  const failures: unknown[] = []
  const store = bucketStore(bucket, (error) => failures.push(error), answerMs)
  await store.prepare()
  return { store, failures }
}
