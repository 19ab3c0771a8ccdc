import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Holds a folder for this process's life, through an exclusive transaction on a small SQLite file: the system frees it
 * when the process ends, however it ends. Two processes on one embedded database would corrupt it.
 * Returns what releases it. @throws Error with one sentence when another process has it
 */
export function lockFolder(path: string): () => void {
  mkdirSync(dirname(path), { recursive: true })
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw new Error(
        `Another Kirana is running on ${dirname(path)}. Stop it first, or set DATA_DIR or DATABASE_URL.`,
      )
    }
    throw error
  }
  return () => file.close()
}
