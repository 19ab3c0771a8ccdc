import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { auditRows as table } from '../tables/journal.ts'
import { staff, superadmins } from '../tables/people.ts'

/** What the log is narrowed to: ids, the name of a call, days of Kolkata ('YYYY-MM-DD', both included); '' for all. */
export type AuditFilter = { person: string; call: string; object: string; from: string; to: string }
export type KeptRow = typeof table.$inferSelect

const dayInMs = 24 * 60 * 60 * 1000
const startOf = (day: string) => new Date(`${day}T00:00:00+05:30`)

/**
 * Rows of the log, newest first, in one statement on an index. By person, call or object they come in the order of their
 * ids, as those indexes hold them; else in that of their moments. The two differ by milliseconds.
 */
export function findAudit(
  db: Db,
  { person, call, object, from, to }: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  const conditions = [
    person ? eq(table.personId, person) : undefined,
    call ? eq(table.call, call) : undefined,
    object ? eq(table.object, object) : undefined,
    from ? gte(table.at, startOf(from)) : undefined,
    to ? lt(table.at, new Date(startOf(to).getTime() + dayInMs)) : undefined,
  ]
  const order = person || call || object ? [desc(table.id)] : [desc(table.at), desc(table.id)]
  return db
    .select()
    .from(table)
    .where(and(...conditions))
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
}

/** The newest changes of one object that were made by one of these calls. One statement. */
export const auditOf = (db: Db, object: string, calls: readonly string[], limit: number) =>
  db
    .select()
    .from(table)
    .where(and(eq(table.object, object), inArray(table.call, [...calls])))
    .orderBy(desc(table.id))
    .limit(limit)

/** Everybody who works, or worked, in the back office, by role and name. One statement. */
export const officePeople = (db: Db) =>
  db
    .select({ id: staff.id, name: staff.name, role: sql<string>`'staff'` })
    .from(staff)
    .unionAll(
      db
        .select({ id: superadmins.id, name: superadmins.username, role: sql<string>`'superadmin'` })
        .from(superadmins),
    )
    .orderBy(sql`3 DESC, 2`)
