import { gt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { users } from '../../tables/users.ts'
import type { FileStore } from '../files/store.ts'

/**
 * The file storage has a note of each erasure, because a restore of the database to an earlier moment brings the
 * customer back, and the restored database does not show the erasure. A note contains the customer's id and the time,
 * and no personal data.
 */

const SUFFIX = '.erased'
const noteOf = (userId: string) => `${userId}${SUFFIX}`
const put = (store: FileStore, userId: string, at: Date) =>
  store.put(noteOf(userId), Buffer.from(at.toISOString()))

/** Writes the note of an erasure. Call it after the commit. If it fails, `noteErasures` repeats it. */
export const noteErasure = put

/** Writes missing notes of the erasures in the last `recoveryDays`, and at least in the last two days. */
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
