import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { removedFiles } from '../../tables/files.ts'
import { fileTables } from '../../testing/files/file-tables.ts'
import { keepFiles, picture, prepared } from '../../testing/files/prepared-files.ts'
import { bindStorage } from './binding.ts'
import { purgeOrphans, release, removeBytes } from './removal.ts'
import { folderStore } from './store.ts'

const { pg, db } = await fileTables()
const folder = await mkdtemp(join(tmpdir(), 'files-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const store = { ...folderStore(folder), recoveryDays: 7 }

const keysIn = async () => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys
}
beforeEach(async () => {
  await pg.exec('truncate files, removed_files')
  for (const key of await keysIn()) await store.remove(key)
  // As the first clean-up does while the storage is empty.
  await bindStorage(db, store)
})

const HOUR = 3_600_000
const DAY = 24 * HOUR
const inMs = (ms: number) => new Date(Date.now() + ms)
const purge = (ms: number) => purgeOrphans(db, store, inMs(ms))

/** A file whose bytes were stored a month ago. */
async function anOldFile() {
  const [key = ''] = await keepFiles(db, store, [await prepared(await picture().png().toBuffer())], 'product')
  const path = join(folder, key.slice(-7, -5), key.slice(-9, -7), key)
  await utimes(path, inMs(-30 * DAY), inMs(-30 * DAY))
  return key
}
const removed = async (key: string) => {
  const gone = await db.transaction((tx) => release(tx, [key], sql`true`))
  expect([gone, await removeBytes(db, store, gone)]).toEqual([[key], 0])
}

test('the bytes of a removed file stay for seven days after the removal, however old they are', async () => {
  const key = await anOldFile()
  await removed(key)
  expect(await purge(7 * DAY - HOUR)).toBe(0)
  expect(await keysIn()).toEqual([key])
  expect(await db.$count(removedFiles)).toBe(1)
  expect(await purge(7 * DAY + HOUR)).toBe(1)
  expect(await keysIn()).toEqual([])
  expect(await db.$count(removedFiles)).toBe(0)
})

test('a file that a restored database has again is kept for good', async () => {
  const key = await anOldFile()
  const { rows } = await db.execute<{ row: string }>(sql`SELECT to_json(f) AS row FROM files f`)
  await removed(key)
  // Restores the database of the moment before the removal.
  await db.delete(removedFiles).where(eq(removedFiles.key, key))
  await db.execute(
    sql`INSERT INTO files SELECT * FROM json_populate_record(NULL::files, ${JSON.stringify(rows[0]?.row)}::json)`,
  )
  expect(await purge(30 * DAY)).toBe(0)
  expect(await keysIn()).toEqual([key])
})

test('an upload that a restored database does not have stays for seven days, for a restore to a later moment', async () => {
  await store.put('aaaaaaaa.webp', Buffer.from('x'))
  expect(await purge(7 * DAY - HOUR)).toBe(0)
  expect(await purge(7 * DAY + HOUR)).toBe(1)
})

test('a file that is removed again, after a restore, stays from then on', async () => {
  const key = await anOldFile()
  await db.execute(sql`INSERT INTO removed_files VALUES (${key}, now() - interval '6 days')`)
  await removed(key)
  expect(await purge(3 * DAY)).toBe(0)
  expect(await keysIn()).toEqual([key])
})
