import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'

type Versioned = PgTable & { version: PgColumn }

type VersionedChange = {
  /** The columns to write; `version` in it is ignored. */
  changes: Record<string, unknown>
  /** The version the caller saw; undefined from older clients, whose save wins. */
  seen: number | undefined
  /** The record for the message: 'this coupon'. */
  what: string
  /** Reads the record as the call's `stale` error describes it. */
  current: () => unknown
}

/**
 * Changes one row and counts its version up in one statement, unless it has another version than the caller saw. Lock
 * the row first: then it exists, and `current` is what the caller has to compare with.
 * @returns the new version
 * @throws HttpError 409 `stale` with the record as it is now
 */
export async function updateVersion(
  db: Db,
  table: Versioned,
  row: SQL | undefined,
  { changes, seen, what, current }: VersionedChange,
): Promise<{ version: number }> {
  const [updated] = await db
    .update(table)
    .set({ ...changes, version: sql`${table.version} + 1` })
    .where(and(row, seen === undefined ? undefined : eq(table.version, seen)))
    .returning({ version: sql<number>`${table.version}` })
  if (updated) return updated
  throw new HttpError(409, `Somebody has changed ${what} since you opened it`, {
    code: 'stale',
    data: await current(),
  })
}
