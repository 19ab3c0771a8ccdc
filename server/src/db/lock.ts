import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Creates the file itself, since SQLite would make it readable for others. Never opens an existing one: closing it
 * would end this process's lock.
 */
function makeFile(path: string) {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/**
 * Locks a folder with an exclusive transaction on a small SQLite file, which the system releases however the process
 * ends. Two processes on one embedded database would corrupt it. Returns a function that unlocks it. @throws Error with
 * one sentence when another process has it
 */
export function lockFolder(path: string): () => void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  makeFile(path)
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw new Error(
        `Another Kirana is running on ${dirname(path)}. Stop it first, or set DATA_DIR or DATABASE_URL.`,
        { cause: error },
      )
    }
    throw error
  }
  return () => file.close()
}
