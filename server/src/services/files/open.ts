import { join } from 'node:path'
import { type Bucket, bucketStore } from './bucket.ts'
import { type FileStore, folderStore } from './store.ts'

/**
 * Opens the configured file store. `failed` gets the reason when the storage does not answer.
 * @throws Error with a one-sentence message for the operator when the storage cannot be used
 */
export async function openFiles(
  { bucket, dataDir, recoveryDays }: { bucket: Bucket | null; dataDir: string; recoveryDays: number },
  failed: (error: unknown) => void,
): Promise<FileStore> {
  if (bucket === null) return { ...folderStore(join(dataDir, 'files')), recoveryDays }
  const store = bucketStore(bucket, failed)
  await store.prepare()
  return { ...store, recoveryDays }
}
