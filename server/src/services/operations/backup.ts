import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Database } from '../../db/types.ts'
import { readSnapshot, type Snapshot, withoutTimeouts } from '../../db/snapshot.ts'
import { FORMAT, type Manifest, partOf, writePart } from './backup-parts.ts'
import { reportTables } from '../../tables/reports.ts'
import { forbidRemoval } from '../files/removal.ts'
import { type FileStore, folderStore, sync } from '../files/store.ts'

/** Triggers rebuild the order counters while orders are inserted, and housekeeping rebuilds the sums of the reports. */
export const derivedTables = ['order_counts', ...reportTables]

/**
 * Tables that a restore must not bring back: ended sessions, failed attempts, expired codes, known devices, delivered
 * events, and derived tables. Idempotency keys are part of the backup, so that an order that a phone repeats after a
 * restore is placed only once.
 */
const excludedTables = [
  'sessions',
  'attempts',
  'sign_in_codes',
  'code_messages',
  'known_devices',
  'sign_in_steps',
  'factor_challenges',
  'live_events',
  // The bytes of removed files are not in the backup.
  'removed_files',
  ...derivedTables,
]

type FileRow = { key: string; size: number; sha256: string }

export async function* filesIn(snapshot: Snapshot): AsyncGenerator<FileRow> {
  for await (const lines of snapshot.rows('files'))
    for (const line of lines) {
      const { key, size, sha256 } = JSON.parse(line) as Record<keyof FileRow, string>
      yield { key, size: Number(size), sha256 }
    }
}

/** Copies one file's bytes. False when they are missing or do not match the row. */
async function copyFile(from: FileStore, to: FileStore, { key, size, sha256 }: FileRow): Promise<boolean> {
  const opened = await from.open(key)
  if (opened === null) return false
  // In memory: no file exceeds 10 MB.
  const bytes = await buffer(opened.stream)
  if (bytes.length !== size || createHash('sha256').update(bytes).digest('hex') !== sha256) return false
  await to.put(key, bytes)
  return true
}

const copyConcurrency = 8

/** Copies the bytes of every file of a snapshot. `lost`: keys whose bytes are missing or do not match the row. */
export async function copyFiles(
  snapshot: Snapshot,
  from: FileStore,
  to: FileStore,
): Promise<Manifest['files']> {
  const copied: Manifest['files'] = { count: 0, size: 0, lost: [] }
  const files = filesIn(snapshot)
  const worker = async () => {
    for await (const file of files) {
      if (await copyFile(from, to, file)) {
        copied.count++
        copied.size += file.size
      } else copied.lost.push(file.key)
    }
  }
  // A failure ends the iteration for all workers. Waits for the others, because files that they are writing must be
  // complete before they are removed.
  const ends = await Promise.allSettled(Array.from({ length: copyConcurrency }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return copied
}

/** Prevents the removal of bytes that the snapshot references, because Kirana may run during a backup of a server. */
const withFilesLocked = <T>(database: Database, work: () => Promise<T>): Promise<T> =>
  database.engine === 'embedded'
    ? work()
    : database.transaction(async (tx) => {
        await withoutTimeouts(tx)
        await forbidRemoval(tx)
        return work()
      })

/**
 * Writes a consistent snapshot of database and files into a new folder: a part for each table, the files, a manifest
 * with the SHA-256 of every part (a file's is in its row), and the manifest's own SHA-256. The folder gets its final
 * name when everything is flushed to disk.
 * @throws Error with a one-sentence message when `folder` exists
 */
export async function backUp(
  database: Database,
  store: FileStore,
  folder: string,
  now: Date,
): Promise<Manifest> {
  if (existsSync(folder)) throw new Error(`${folder} already exists: name a new folder.`)
  const draft = `${folder}.unfinished-${process.pid}`
  await mkdir(join(draft, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const manifest = await withFilesLocked(database, () =>
      readSnapshot(database, excludedTables, (snapshot) => write(snapshot, store, draft, now)),
    )
    await sync(join(draft, 'tables'))
    await sync(draft)
    await rename(draft, folder)
    await sync(dirname(folder))
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

async function write(snapshot: Snapshot, store: FileStore, folder: string, now: Date): Promise<Manifest> {
  const tables: Manifest['tables'] = []
  for (const { name, columns } of snapshot.tables) {
    const part = await writePart(join(folder, partOf(name)), snapshot.rows(name))
    tables.push({ name, columns: [...columns], ...part })
  }
  const files = await copyFiles(snapshot, store, folderStore(join(folder, 'files')))
  const manifest: Manifest = {
    format: FORMAT,
    madeAt: now.toISOString(),
    migrations: [...snapshot.migrations],
    tables,
    sequences: [...snapshot.sequences],
    files,
  }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  const options = { flag: 'wx', mode: 0o600, flush: true }
  await writeFile(join(folder, 'manifest.json'), text, options)
  const sha256 = createHash('sha256').update(text).digest('hex')
  await writeFile(join(folder, 'manifest.sha256'), `${sha256}  manifest.json\n`, options)
  return manifest
}
