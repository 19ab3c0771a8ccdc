import { gt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { users } from '../../tables/users.ts'
import type { FileStore } from '../files/store.ts'

/*
 * An erasure is noted in the file storage, because a restore of the database to a moment before it brings the customer back
 * and leaves no trace of the erasure in the database. A note has the customer's id and the time, and nothing of the person.
 */

const SUFFIX = '.erased'
const noteOf = (userId: string) => `${userId}${SUFFIX}`
const put = (store: FileStore, userId: string, at: Date) =>
  store.put(noteOf(userId), Buffer.from(at.toISOString()))

/** Notes that a customer was erased. Call it after the commit. A failure is repaired by `noteErasures`. */
export const noteErasure = put

/** Adds the notes that are missing of the erasures in the days for a restore of the database, and of the last two. */
export async function noteErasures(db: Db, store: FileStore, now: Date): Promise<void> {
  const since = new Date(now.getTime() - Math.max(store.recoveryDays, 2) * 86_400_000)
  const erased = await db
    .select({ id: users.id, at: users.erasedAt })
    .from(users)
    .where(gt(users.erasedAt, since))
  for (const { id, at } of erased) {
    const note = await store.open(noteOf(id))
    if (note === null) await put(store, id, at ?? now)
    else note.stream.destroy()
  }
}

const personRow = z.strictObject({ name: z.string(), phone: z.string() })

/**
 * Erased customers whose data is in the database again, because it was restored to a time before the erasure. They have
 * to be erased again.
 */
export async function erasedLater(db: Db, store: FileStore) {
  const ids: string[] = []
  for await (const { key } of store.list('erasures')) ids.push(key.slice(0, -SUFFIX.length))
  return rowsOf(db, personRow).execute(sql`
    SELECT full_name AS name, phone FROM users
    WHERE id::text IN (SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) AND erased_at IS NULL
    ORDER BY phone`)
}
