import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { eq } from 'drizzle-orm'
import { migrateAndAnalyze, canMigrateFrom, fill } from '../../db/fill.ts'
import type { Database } from '../../db/types.ts'
import { readSnapshot, type Snapshot } from '../../db/snapshot.ts'
import { pushMessages } from '../../tables/push-messages.ts'
import { copyFiles, derivedTables, filesIn } from './backup.ts'
import { FORMAT, Manifest, partOf, readPart } from './backup-parts.ts'
import { DATABASE_NOTE, type FileStore, folderStore } from '../files/store.ts'
import { startEpoch } from '../shared/live-epoch.ts'
import { faultOf } from './invariants-files.ts'

const damaged = (what: string) => new Error(`The backup is damaged: ${what}. Nothing was written.`)

/** A verified backup. */
export type Backup = { folder: string; manifest: Manifest; snapshot: Snapshot }

/**
 * Opens a backup and verifies every byte of it.
 * @param migrations the folder of the product's migrations
 * @throws Error with a one-sentence message when a part is damaged, or when it is not a backup or was made by a newer
 * version
 */
export async function openBackup(folder: string, migrations: string): Promise<Backup> {
  const manifest = await manifestIn(folder)
  if (!canMigrateFrom(manifest.migrations, migrations))
    throw new Error(
      `The backup was made by another version of Kirana, which this one does not know: restore it with that version or a newer one. Nothing was written.`,
    )
  for (const { name, size, sha256 } of manifest.tables) {
    const part = partOf(name)
    const actual = await measure(join(folder, part))
    if (actual === null) throw damaged(`${part} is missing`)
    if (actual.size !== size || actual.sha256 !== sha256) throw damaged(`${part} has changed`)
  }
  const snapshot: Snapshot = {
    ...manifest,
    rows: (name) => linesOf(folder, manifest, name),
  }
  const lost = new Set(manifest.files.lost)
  const copies = folderStore(join(folder, 'files'))
  for await (const file of filesIn(snapshot)) {
    const fault = lost.has(file.key) ? null : await faultOf(copies, file)
    if (fault !== null) throw damaged(`the file ${file.key} ${fault}`)
  }
  return { folder, manifest, snapshot }
}

const textIn = (path: string) => readFile(path, 'utf8').catch(() => null)

async function manifestIn(folder: string): Promise<Manifest> {
  const text = await textIn(join(folder, 'manifest.json'))
  if (text === null) throw new Error(`${folder} is not a Kirana backup: it has no manifest.json.`)
  const digest = await textIn(join(folder, 'manifest.sha256'))
  if (digest === null) throw damaged('manifest.sha256 is missing')
  if (digest.split(' ')[0] !== createHash('sha256').update(text).digest('hex'))
    throw damaged('manifest.json has changed')
  const manifest = Manifest.safeParse(JSON.parse(text))
  if (manifest.success) return manifest.data
  throw new Error(
    `${folder} has another format than ${FORMAT}: restore it with the version of Kirana that made it.`,
  )
}

async function measure(path: string) {
  const hash = createHash('sha256')
  const stream = createReadStream(path)
  const isRead = await pipeline(stream, hash).then(
    () => true,
    () => false,
  )
  return isRead ? { size: stream.bytesRead, sha256: hash.digest('hex') } : null
}

/** @throws Error when the part does not have the number of rows in the manifest */
async function* linesOf(folder: string, { tables }: Manifest, name: string) {
  const table = tables.find((table) => table.name === name)
  if (!table) return
  let rows = 0
  for await (const lines of readPart(join(folder, partOf(name)))) {
    rows += lines.length
    yield lines
  }
  if (rows !== table.rows) throw damaged(`${partOf(name)} has ${rows} rows, not ${table.rows}`)
}

/**
 * Restores a backup into an empty store, all or nothing. Marks unfinished broadcasts as done, so that they are not sent
 * to all customers again.
 * @throws Error with a one-sentence message when database or files are not empty
 */
export async function restore(
  database: Database,
  store: FileStore,
  { folder, manifest, snapshot }: Backup,
  { migrations, now }: { migrations: string; now: Date },
) {
  for await (const _ of store.list())
    throw new Error(
      'The file storage already has files. Nothing was changed. Set DATA_DIR to a folder without files, or FILES_URL to an empty bucket.',
    )
  // After a failure, only the files in this list are removed, because other programs may write to the same storage.
  const written: string[] = []
  const put: FileStore['put'] = (key, bytes) => {
    written.push(key)
    return store.put(key, bytes)
  }
  try {
    await fill(database, snapshot, {
      migrations,
      finish: async (tx) => {
        await tx
          .update(pushMessages)
          .set({ status: 'done', finishedAt: now })
          .where(eq(pushMessages.status, 'sending'))
        // The storage has no files, so the note of a database that used it before is obsolete. The next start writes the
        // note of this one.
        await store.remove(DATABASE_NOTE)
        const { lost } = await copyFiles(snapshot, folderStore(join(folder, 'files')), { ...store, put })
        const [newlyLost] = lost.filter((key) => !manifest.files.lost.includes(key))
        if (newlyLost !== undefined) throw damaged(`the file ${newlyLost} has changed`)
      },
    })
  } catch (error) {
    for (const key of written) await store.remove(key)
    throw error
  }
  await migrateAndAnalyze(database, migrations)
  // Starts a new epoch, because browsers may have ids of events after the backup.
  await startEpoch(database.db)
}

/**
 * Copies a database into an empty one, including sessions, so that users notice only the pause. Files are not copied.
 * @throws Error with a one-sentence message when the target is not empty or the source is of another version
 */
export const copyDatabase = (from: Database, to: Database, migrations: string) =>
  readSnapshot(from, derivedTables, async (snapshot) => {
    if (!canMigrateFrom(snapshot.migrations, migrations))
      throw new Error('The database was made by another version of Kirana: copy it with that one.')
    const counts = await fill(to, snapshot, { migrations })
    await migrateAndAnalyze(to, migrations)
    return counts
  })
