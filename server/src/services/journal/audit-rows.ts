import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'
import { auditRows as table } from '../../tables/journal.ts'
import { staff, superadmins } from '../../tables/people.ts'
import { leastId } from './audit-months.ts'
import { objectsWith } from './audit-search.ts'

/**
 * Filters of the log: ids, the name of a call, days of Kolkata ('YYYY-MM-DD', inclusive); '' means all. `customers`:
 * includes the entries of customers and visitors.
 */
export type AuditFilter = {
  person: string
  call: string
  object: string
  from: string
  to: string
  customers: boolean
  /** A text that finds objects and people (`objectsWith`), whose entries are returned; '' for all. */
  search: string
}
export type AuditRow = typeof table.$inferSelect

const dayInMs = 24 * 60 * 60 * 1000
const startOf = (day: string) => new Date(`${day}T00:00:00+05:30`)
const endOf = (day: string) => new Date(startOf(day).getTime() + dayInMs)

/** A row's `at` is the arrival of its call. Its id is created later, when the row is written. */
const slackInMs = 60 * 60 * 1000

/** The exact condition of the index `audit_office`: excludes calls of the store API, which are those of customers. */
const byTheOffice = sql`${table.call} NOT LIKE 'store%'`

const LEAST_ID = '00000000-0000-0000-0000-000000000000'
const GREATEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * The ids of the newest entries about the objects and people that a search finds. Reads by index as many for each of
 * them as the page may need. Comparing pairs forces the index of people: with `=`, the whole log could be scanned for a
 * person without entries.
 */
function idsAbout(search: string, conditions: SQL | undefined, needed: number) {
  const newest = (of: SQL, order: SQL) =>
    sql`(SELECT ${table.id} FROM ${table} WHERE ${and(of, conditions)} ORDER BY ${order} LIMIT ${needed})`
  const pair = sql`(${table.personId}, ${table.id})`
  const ofObject = sql`${table.object} = found.id::text`
  const ofPerson = sql`found.is_person AND ${pair} >= (found.id, ${LEAST_ID}::uuid) AND ${pair} <= (found.id, ${GREATEST_ID}::uuid)`
  return sql`ARRAY(WITH ${objectsWith(search)}
    SELECT DISTINCT entry.id FROM found CROSS JOIN LATERAL (
      ${newest(ofObject, sql`${table.id} DESC`)}
      UNION ALL ${newest(ofPerson, sql`${table.personId} DESC, ${table.id} DESC`)}) entry
    ORDER BY entry.id DESC LIMIT ${needed})`
}

/**
 * Rows of the log, newest first, in one statement on an index. With a filter by person, call, object or search, the
 * rows are ordered by id like these indexes, otherwise by time. The two orders differ by milliseconds. Days also bound
 * the ids, so that a search for old rows does not scan all newer ones.
 */
export function findAudit(
  db: Db,
  { person, call, object, from, to, customers, search }: AuditFilter,
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
  const isById = person !== '' || call !== '' || object !== '' || search !== ''
  if (isById && from) conditions.push(gte(table.id, leastId(startOf(from).getTime() - slackInMs)))
  if (isById && to) conditions.push(lt(table.id, leastId(endOf(to).getTime() + slackInMs)))
  const order = isById ? [desc(table.id)] : [desc(table.at), desc(table.id)]
  const all = and(...conditions)
  return db
    .select()
    .from(table)
    .where(search ? sql`${table.id} = ANY (${idsAbout(search, all, offset + limit)})` : all)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
}

/** The object in the entries of calls that change several products. `before` lists the products. */
const SEVERAL_PRODUCTS = 'products'

/**
 * The newest rows of these calls about one object, including rows about several products if it is one of them. One
 * statement.
 */
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
