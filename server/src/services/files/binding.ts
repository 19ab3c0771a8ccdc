import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { databaseIdentity, files, removedFiles } from '../../tables/files.ts'
import { inBatches } from './in-batches.ts'
import { DATABASE_NOTE, type FileStore } from './store.ts'

/**
 * A file storage has a note with the id of its database. The clean-up deletes files that have no row, so with the
 * storage of another database it would delete everything (decision 086).
 */

const BATCH = 1_000

const identityRow = z.strictObject({ uuid: z.string() })
const countRow = z.strictObject({ count: z.int() })

async function noteIn(store: FileStore): Promise<string | null> {
  const note = await store.open(DATABASE_NOTE)
  return note && (await text(note.stream)).trim()
}

/** The number of those keys that the database has, or has removed in the last days. */
async function countKnown(db: Db, keys: readonly string[]): Promise<number> {
  const rows = await rowsOf(db, countRow).execute(sql`
    SELECT count(*)::int AS count FROM jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) AS listed(key)
    WHERE EXISTS (SELECT FROM ${files} f WHERE f.key = listed.key)
      OR EXISTS (SELECT FROM ${removedFiles} r WHERE r.key = listed.key)`)
  return requireRow(rows, 'Count').count
}

async function* keysIn(store: FileStore) {
  for await (const { key } of store.list()) yield key
}

/** Whether the database knows at least half of the files. True without files. */
async function knowsMostFiles(db: Db, store: FileStore): Promise<boolean> {
  let [total, known] = [0, 0]
  for await (const keys of inBatches(keysIn(store), BATCH)) {
    total += keys.length
    known += await countKnown(db, keys)
  }
  return known * 2 >= total
}

/**
 * Checks that the file storage belongs to this database. A storage without a note gets one if it is empty or the
 * database knows most of its files: a new store, one of a release without notes, or one whose files were moved.
 * Processes of one database may do this at the same time, because all of them write the same note.
 * @returns null if the storage belongs to this database; otherwise what is wrong and what to do, for the operator
 */
export async function bindStorage(db: Db, store: FileStore): Promise<string | null> {
  const { uuid } = requireRow(
    await rowsOf(db, identityRow).execute(sql`SELECT uuid FROM ${databaseIdentity}`),
    'Identity of the database',
  )
  const noted = await noteIn(store)
  if (noted === uuid) return null
  if (noted === null && (await knowsMostFiles(db, store))) {
    await store.put(DATABASE_NOTE, Buffer.from(`${uuid}\n`))
    return null
  }
  const why =
    noted === null
      ? 'this database does not have most of the files in the file storage'
      : `${DATABASE_NOTE} in the file storage names the database ${noted}, and this one is ${uuid}`
  return `Unused files are not deleted, because ${why}. Correct DATABASE_URL, DATA_DIR or FILES_URL. Only if they are right, write ${uuid} into ${DATABASE_NOTE} in the file storage: files that this database does not have are then deleted.`
}
