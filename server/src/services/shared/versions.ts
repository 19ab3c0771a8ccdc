import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { auditRows } from '../../tables/journal.ts'

type Versioned = PgTable & { version: PgColumn }

type Conflict = {
  message: string
  /** The entries of the audit log about changes of the record. */
  entries: SQL | undefined
  /** The record as the call's `stale` error describes it. */
  current: object
}

/**
 * The error of an edit based on an outdated version: the record as it is now, with who changed it last and when. `by` is ''
 * and `at` null where the log no longer has the change, or where the last save changed nothing.
 */
export async function staleConflict(db: Db, { message, entries, current }: Conflict): Promise<HttpError> {
  const { person: by, at } = auditRows
  const [last] = await db
    .select({ by, at })
    .from(auditRows)
    .where(entries)
    .orderBy(desc(auditRows.id))
    .limit(1)
  return new HttpError(409, message, {
    code: 'stale',
    data: { ...current, by: last?.by ?? '', at: last?.at ?? null },
  })
}

/** The entries of the audit log about edits of a record of which other calls are logged, too, such as sign-ins. */
export const editsOf = (call: string, id: string) => and(eq(auditRows.call, call), eq(auditRows.object, id))

/** For `updateVersion`: the conflict about a record such as 'this coupon'. `current` is read once it is known. */
export const conflictAbout =
  (db: Db, what: string, entries: SQL | undefined, current: () => object | Promise<object>) => async () =>
    staleConflict(db, {
      message: `Somebody has changed ${what} since you opened it`,
      entries,
      current: await current(),
    })

type VersionedChange<More> = {
  /** The columns to write; a `version` among them is ignored. */
  changes: Record<string, unknown>
  /** The version the caller has seen; undefined from older clients, whose save wins. */
  seen: number | undefined
  /** What to throw if the record has another version: `conflictAbout`. */
  conflict: () => Promise<HttpError>
  /** Further values of the statement to return, for a `db` that begins with a WITH. */
  returning?: { [K in keyof More]: SQL<More[K]> }
}

/**
 * Updates one row and increments its version in one statement, unless the caller has seen a different version. Lock the
 * row first, so that it exists and `conflict` reads the row that caused it.
 * @returns the new version
 * @throws HttpError 409 `stale` with the record as it is now
 */
export async function updateVersion<More = unknown>(
  db: Pick<Db, 'update'>,
  table: Versioned,
  row: SQL | undefined,
  { changes, seen, conflict, returning }: VersionedChange<More>,
): Promise<{ version: number } & More> {
  const [updated] = await db
    .update(table)
    .set({ ...changes, version: sql`${table.version} + 1` })
    .where(and(row, seen === undefined ? undefined : eq(table.version, seen)))
    .returning({ ...returning, version: sql<number>`${table.version}` })
  if (updated) return updated as { version: number } & More
  throw await conflict()
}
