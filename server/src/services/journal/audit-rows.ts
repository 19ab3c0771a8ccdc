import { and, desc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'
import { auditRows as table } from '../../tables/journal.ts'
import { staff, superadmins } from '../../tables/people.ts'

/**
 * Filters of the log: ids, the name of a call, days of Kolkata ('YYYY-MM-DD', inclusive); '' means all. `customers`: with
 * what customers and visitors did.
 */
export type AuditFilter = {
  person: string
  call: string
  object: string
  from: string
  to: string
  customers: boolean
}
export type AuditRow = typeof table.$inferSelect

const dayInMs = 24 * 60 * 60 * 1000
const startOf = (day: string) => new Date(`${day}T00:00:00+05:30`)
const endOf = (day: string) => new Date(startOf(day).getTime() + dayInMs)

/** A row's `at` is when its call arrived; its id is created later, when the row is written. */
const slackInMs = 60 * 60 * 1000

/** The smallest UUID v7 of a moment: the ids begin with milliseconds since 1970. */
function leastId(ms: number) {
  const digits = Math.max(ms, 0).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}

/** The condition of the index `audit_office`, word by word: calls of the store API are the customers'. */
const byTheOffice = sql`${table.call} NOT LIKE 'store%'`

/**
 * Rows of the log, newest first, in one statement on an index. Filtered by person, call or object they are ordered by id,
 * as in those indexes; otherwise by time. The two orders differ by milliseconds. Days also bound the ids, so that a
 * search for old rows does not scan all newer ones.
 */
export function findAudit(
  db: Db,
  { person, call, object, from, to, customers }: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  const conditions = [
    person ? eq(table.personId, person) : undefined,
    call ? eq(table.call, call) : undefined,
    object ? eq(table.object, object) : undefined,
    customers || person || call ? undefined : byTheOffice,
    from ? gte(table.at, startOf(from)) : undefined,
    to ? lt(table.at, endOf(to)) : undefined,
  ]
  const isById = person !== '' || call !== '' || object !== ''
  if (isById && from) conditions.push(gte(table.id, leastId(startOf(from).getTime() - slackInMs)))
  if (isById && to) conditions.push(lt(table.id, leastId(endOf(to).getTime() + slackInMs)))
  const order = isById ? [desc(table.id)] : [desc(table.at), desc(table.id)]
  return db
    .select()
    .from(table)
    .where(and(...conditions))
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
}

/** The object of calls that change several products: `before` lists them. */
const SEVERAL_PRODUCTS = 'products'

/** The newest rows about one object from these calls, and about several products of which it is one. One statement. */
export const auditOfObject = (db: Db, object: string, calls: readonly string[], limit: number) =>
  db
    .select()
    .from(table)
    .where(
      and(
        or(
          eq(table.object, object),
          and(
            eq(table.object, SEVERAL_PRODUCTS),
            sql`${table.before} @> ${JSON.stringify([{ id: object }])}`,
          ),
        ),
        inArray(table.call, [...calls]),
      ),
    )
    .orderBy(desc(table.id))
    .limit(limit)

/** All staff and superadmins, including disabled ones, by role and name. One statement. */
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
