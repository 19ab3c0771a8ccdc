import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { HttpError } from '../../errors.ts'
import type { Bytes } from '../../request/prepared-file.ts'

/** Stores the bytes of files by key, independently of the database, owners and access rights. */
export type FileStore = {
  /** Once it resolves, the bytes survive a power failure. The key of a file is never stored twice, a note may be. */
  put: (key: string, bytes: Bytes) => Promise<void>
  /** Null when the file does not exist. The caller reads the stream to its end or destroys it. */
  open: (key: string) => Promise<{ stream: Readable; size: number } | null>
  remove: (key: string) => Promise<void>
  /** All files, or all notes of erasures (`operations/erasures.ts`). */
  list: (what?: 'files' | 'erasures') => AsyncIterable<{ key: string; putAt: Date }>
  /** Removes what an interrupted `put` left behind. */
  removeHalfWritten: (before: Date) => Promise<void>
  /**
   * Days for which the bytes of removed files are retained, so that a database that is restored to an earlier moment
   * finds its files. 0: they are removed immediately.
   */
  recoveryDays: number
}

/** The note with the id of the database to which the files belong (`binding.ts`). */
export const DATABASE_NOTE = 'database.id'

const keyPattern = /^([a-z0-9-]{8,64}\.(webp|pdf|erased)|database\.id)$/
/** Whether a text is a valid key. Only valid keys become part of a path. */
export const isKey = (text: string) => keyPattern.test(text)
/** Whether a key belongs to the kind of files that is listed. */
export const isListed = (key: string, what: 'files' | 'erasures' = 'files') =>
  isKey(key) && key !== DATABASE_NOTE && key.endsWith('.erased') === (what === 'erasures')

const privately = { recursive: true, mode: 0o700 }

/**
 * Stores files in a folder, two levels deep: `9f/86/…869f.webp`, and the database's note at its top, where people find
 * it. Several processes may share it.
 */
export function folderStore(folder: string): FileStore {
  const halfWritten = join(folder, '.new')
  const pathOf = (key: string) => {
    if (!isKey(key)) throw new Error('Not a file key')
    if (key === DATABASE_NOTE) return join(folder, key)
    // Uses the end of the name, because a UUID v7 begins with the time: similar names would fill one folder.
    const end = key.slice(0, key.lastIndexOf('.')).slice(-4)
    return join(folder, end.slice(2), end.slice(0, 2), key)
  }

  return {
    put: async (key, bytes) => {
      const path = pathOf(key)
      await mkdir(halfWritten, privately)
      const draft = join(halfWritten, `${randomUUID()}-${key}`)
      try {
        if (Buffer.isBuffer(bytes)) await writeFile(draft, bytes, { flag: 'wx', mode: 0o600 })
        else await copyFile(bytes.path, draft)
        await sync(draft)
        const made = await mkdir(dirname(path), privately)
        await rename(draft, path)
        await sync(dirname(path))
        if (made !== undefined) await Promise.all([sync(dirname(dirname(path))), sync(folder)])
      } catch (error) {
        await rm(draft, { force: true })
        const full = isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT')
        throw full ? new HttpError(503, 'There is no room left for files on the server') : error
      }
    },
    open: async (key) => {
      if (!isKey(key)) return null
      const file = await open(pathOf(key)).catch(missing)
      if (file === null) return null
      const { size } = await file.stat()
      return { stream: file.createReadStream(), size }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: async function* (what) {
      for (const first of await namesIn(folder)) {
        if (first.length !== 2) continue
        for (const second of await namesIn(join(folder, first))) {
          for (const key of await namesIn(join(folder, first, second))) {
            if (!isListed(key, what)) continue
            const stats = await stat(pathOf(key)).catch(missing)
            if (stats !== null) yield { key, putAt: stats.mtime }
          }
        }
      }
    },
    removeHalfWritten: async (before) => {
      for (const name of await namesIn(halfWritten)) {
        const path = join(halfWritten, name)
        const stats = await stat(path).catch(missing)
        if (stats !== null && stats.mtime < before) await rm(path, { force: true })
      }
    },
    recoveryDays: 0,
  }
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
const missing = (error: unknown) => {
  if (isCode(error, 'ENOENT')) return null
  throw error
}
const namesIn = async (folder: string) => (await readdir(folder).catch(missing)) ?? []

/** Flushes a file's content, or a folder's entries, to the disk. */
export async function sync(path: string) {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
