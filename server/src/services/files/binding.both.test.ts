import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { fill, migrateAndAnalyze, migrateFirst } from '../../db/fill.ts'
import type { Database } from '../../db/types.ts'
import { cleanUp } from '../../process/housekeeping.ts'
import { files } from '../../tables/files.ts'
import { testApp } from '../../testing/app.ts'
import { emptyDatabase, migrations, testDatabase } from '../../testing/database.ts'
import { loadStore, snapshotOf } from '../../testing/released/released-store.ts'
import { backUp } from '../operations/backup.ts'
import { copyDatabase, openBackup, restore } from '../operations/restore.ts'
import { bindStorage } from './binding.ts'
import { DATABASE_NOTE, folderStore } from './store.ts'

const t = await testApp()
afterAll(t.close)
const now = new Date()
const aMonthAgo = new Date(now.getTime() - 30 * 86_400_000)

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A file whose bytes were stored a month ago, with a row in `database` or without. */
async function anOldFile(folder: string, { db }: Database, hasRow: boolean) {
  const key = `${v7()}.webp`
  await folderStore(folder).put(key, Buffer.from('x'))
  await utimes(join(folder, key.slice(-7, -5), key.slice(-9, -7), key), aMonthAgo, aMonthAgo)
  const purpose = 'product' as const
  const row = { key, purpose, type: 'image/webp' as const, size: 1, sha256: key, isPrivate: false }
  if (hasRow) await db.insert(files).values(row)
  return key
}

/** The keys that are left after the clean-up of `t`'s database with the files in `folder`, and why it failed. */
async function cleaned(folder: string) {
  const failures: string[] = []
  const store = { ...folderStore(folder), recoveryDays: 7 }
  await cleanUp({ ...t.context, files: store }, (error) => failures.push((error as Error).message))
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return { keys: keys.toSorted(), failures }
}

const identityOf = async ({ db }: Database) =>
  (await db.execute<{ uuid: string }>(sql`SELECT uuid FROM database_identity`)).rows[0]?.uuid ?? ''
const noteIn = (folder: string) => readFile(join(folder, DATABASE_NOTE), 'utf8').catch(() => null)
const instead = (uuid: string) =>
  `. Correct DATABASE_URL, DATA_DIR or FILES_URL. Only if they are right, write ${uuid} into database.id in the file storage: files that this database does not have are then deleted.`

let identity: string
beforeEach(async () => {
  await t.database.reset()
  identity = await identityOf(t.database)
})

test('a new database deletes no files of another one, not even after it has added its own', async () => {
  const folder = await newFolder()
  const keys = [await anOldFile(folder, t.database, false), await anOldFile(folder, t.database, false)]
  const failures = [
    `Unused files are not deleted, because this database does not have most of the files in the file storage${instead(identity)}`,
  ]
  expect(await cleaned(folder)).toEqual({ keys, failures })
  keys.push(await anOldFile(folder, t.database, true))
  expect(await cleaned(folder)).toEqual({ keys: keys.toSorted(), failures })
  expect(await noteIn(folder)).toBeNull()
})

test('a database deletes no files of a storage that names another database, until the note is corrected', async () => {
  const folder = await newFolder()
  const keys = [await anOldFile(folder, t.database, true), await anOldFile(folder, t.database, false)]
  const other = v7()
  await writeFile(join(folder, DATABASE_NOTE), other)
  expect(await cleaned(folder)).toEqual({
    keys: keys.toSorted(),
    failures: [
      `Unused files are not deleted, because database.id in the file storage names the database ${other}, and this one is ${identity}${instead(identity)}`,
    ],
  })
  expect(await noteIn(folder)).toBe(other)
  await writeFile(join(folder, DATABASE_NOTE), `${identity}\n`)
  expect(await cleaned(folder)).toEqual({ keys: [keys[0]], failures: [] })
})

test('an existing store gets its note, and its unused files are deleted, also by several processes', async () => {
  const folder = await newFolder()
  const kept = [await anOldFile(folder, t.database, true), await anOldFile(folder, t.database, true)]
  await anOldFile(folder, t.database, false)
  const starts = [1, 2, 3].map(() => bindStorage(t.db, folderStore(folder)))
  expect(await Promise.all(starts)).toEqual([null, null, null])
  expect(await noteIn(folder)).toBe(`${identity}\n`)
  expect(await cleaned(folder)).toEqual({ keys: kept.toSorted(), failures: [] })
})

test('a storage without files gets the note of the first database', async () => {
  const folder = await newFolder()
  expect(await cleaned(folder)).toEqual({ keys: [], failures: [] })
  expect(await noteIn(folder)).toBe(`${identity}\n`)
  await anOldFile(folder, t.database, false)
  expect(await cleaned(folder)).toEqual({ keys: [], failures: [] })
})

test('a backup and a copy carry the identity, and a restore replaces an obsolete note', async () => {
  const [source, target] = [await newFolder(), await newFolder()]
  await anOldFile(source, t.database, true)
  await t.db.execute(sql`UPDATE files SET sha256 = encode(sha256('x'), 'hex')`)
  const backup = join(await newFolder(), 'backup')
  await backUp(t.database, folderStore(source), backup, now)

  const restored = await testDatabase()
  onTestFinished(() => restored.close())
  // Databases of tests may be copies of one another.
  const before = v7()
  const rename = async () =>
    void (await restored.db.execute(sql`UPDATE database_identity SET uuid = ${before}`))
  onTestFinished(rename)
  await rename()
  await writeFile(join(target, DATABASE_NOTE), v7())
  await restore(restored, folderStore(target), await openBackup(backup, migrations), { migrations, now })
  expect(await identityOf(restored)).toBe(identity)
  expect(await noteIn(target)).toBeNull()
  expect(await bindStorage(restored.db, folderStore(target))).toBeNull()
  expect(await noteIn(target)).toBe(`${identity}\n`)

  await restored.reset()
  await rename()
  await copyDatabase(t.database, restored, migrations)
  expect(await identityOf(restored)).toBe(identity)
})

/** A database with the rows of a release, migrated to the version before this update. */
async function storeBefore() {
  const database = await emptyDatabase()
  onTestFinished(() => database.close())
  const kept = loadStore('0042.json.gz')
  await fill(database, snapshotOf(kept), { migrations })
  await migrateFirst(database, migrations, 42)
  return { database, kept }
}

test('an existing store gets the same identity again when it is restored to before the update', async () => {
  const { database, kept } = await storeBefore()
  await migrateAndAnalyze(database, migrations)
  const { database: again } = await storeBefore()
  await again.migrate(migrations)
  const [first, second] = [await identityOf(database), await identityOf(again)]
  const { rows } = await database.db.execute(sql`SELECT id FROM superadmins ORDER BY id LIMIT 1`)
  expect([first, second]).toEqual([rows[0]?.['id'], rows[0]?.['id']])
  expect(second).not.toBe(identity)

  const folder = await newFolder()
  for (const [key, bytes] of Object.entries(kept.files))
    await folderStore(folder).put(key, Buffer.from(bytes, 'base64'))
  for (const { db } of [database, again]) expect(await bindStorage(db, folderStore(folder))).toBeNull()
  expect(await noteIn(folder)).toBe(`${first}\n`)
  expect(await bindStorage(t.db, folderStore(folder))).toContain(`names the database ${first}`)
})
