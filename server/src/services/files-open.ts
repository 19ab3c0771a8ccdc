import { join } from 'node:path'
import { type Bucket, bucketStore } from './files-bucket.ts'
import { type FileStore, folderStore } from './files-store.ts'

/**
 * The store of files that the configuration names. `failed` hears why a storage did not answer.
 * @throws Error with one sentence for the operator when the storage cannot be used
 */
export async function openFiles(
  { bucket, dataDir }: { bucket: Bucket | null; dataDir: string },
  failed: (error: unknown) => void,
): Promise<FileStore> {
  if (bucket === null) return folderStore(join(dataDir, 'files'))
  const store = bucketStore(bucket, failed)
  await store.prepare()
  return store
}
