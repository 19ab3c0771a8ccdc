import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'

type Versioned = PgTable & { version: PgColumn }

type VersionedChange<More> = {
  /** The columns to write; a `version` among them is ignored. */
  changes: Record<string, unknown>
  /** The version the caller has seen; undefined from older clients, whose save wins. */
  seen: number | undefined
  /** The record for the message: 'this coupon'. */
  what: string
  /** Reads the record as the call's `stale` error describes it. */
  current: () => unknown
  /** Further values of the statement to return, for a `db` that begins with a WITH. */
  returning?: { [K in keyof More]: SQL<More[K]> }
}

/**
 * Updates one row and increments its version in one statement, unless the caller has seen a different version. Lock the
 * row first, so that it exists and `current` returns the row that caused the conflict.
 * @returns the new version
 * @throws HttpError 409 `stale` with the record as it is now
 */
export async function updateVersion<More = unknown>(
  db: Pick<Db, 'update'>,
  table: Versioned,
  row: SQL | undefined,
  { changes, seen, what, current, returning }: VersionedChange<More>,
): Promise<{ version: number } & More> {
  const [updated] = await db
    .update(table)
    .set({ ...changes, version: sql`${table.version} + 1` })
    .where(and(row, seen === undefined ? undefined : eq(table.version, seen)))
    .returning({ ...returning, version: sql<number>`${table.version}` })
  if (updated) return updated as { version: number } & More
  throw new HttpError(409, `Somebody has changed ${what} since you opened it`, {
    code: 'stale',
    data: await current(),
  })
}
