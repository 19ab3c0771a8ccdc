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
  /** The current record, in the form of the call's `stale` error. */
  current: object
}

/**
 * The error of an edit of an outdated version, with the current record and the person and time of its last change. `by`
 * is '' and `at` null if the log no longer has the change, or if the last save changed nothing.
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

/** The audit entries about edits by `call` of a record that also has entries of other calls, such as sign-ins. */
export const editsOf = (call: string, id: string) => and(eq(auditRows.call, call), eq(auditRows.object, id))

/**
 * For `updateVersion`: returns the error about a record such as 'this coupon'. `current` is called only for a conflict.
 */
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
  /** The version that the caller has loaded; undefined for older clients, whose save is always accepted. */
  seen: number | undefined
  /** Returns the error if the record has another version; see `conflictAbout`. */
  conflict: () => Promise<HttpError>
  /** Further values of the statement to return, for a `db` that begins with a WITH. */
  returning?: { [K in keyof More]: SQL<More[K]> }
}

/**
 * Updates one row and increments its version in one statement, unless the caller has seen a different version. Lock the
 * row first, so that it exists and `conflict` reads the row that caused it.
 * @returns the new version
 * @throws HttpError 409 `stale` with the current record
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
