import { totalPages } from '@kirana/domain/paging'
import { searchDigits } from '@kirana/domain/phone'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'

/** LIKE's wildcards in a search are meant as they are. */
const escaped = (text: string) => text.toLowerCase().replace(/[\\%_]/g, '\\$&')

/** The index knows pieces of three characters. For a shorter part it would name every row, at ten times the cost. */
export const isIndexed = (text: string) => text.length >= 3

/** Whether a column with an index of its pieces has a text anywhere in it, lower case. */
export const containing = (column: SQL, text: string) =>
  sql`${isIndexed(text) ? column : sql`(${column} || '')`} LIKE ${`%${escaped(text)}%`}`

/** What is looked for in phones when people type this. */
export const phonePart = (search: string) => searchDigits(search) ?? search

/** Whether a column of phones has what people type for one anywhere in it. */
export const containingPhone = (column: SQL, search: string) => containing(column, phonePart(search))

/** The rows that a list shows, newest first. */
export type Selection = {
  /** The table under the name that the other parts use: 'orders o'. */
  from: SQL
  id: SQL
  condition: SQL
  /** How many there are, where the database keeps count of them. */
  total?: SQL
  /** Tells selections apart, for the counts that are kept. */
  name: string
  /** Rows a page. */
  size: number
}

/** Up to this many are counted at every look. */
const countedExactly = 10_000
const keptMs = 10_000
/** The counts of larger selections, those under way included: whoever comes meanwhile waits for the same one. */
const largeCounts = new Map<string, { total: Promise<number>; until: number }>()

function knownCount(name: string) {
  const kept = largeCounts.get(name)
  return kept && kept.until > Date.now() ? kept.total : undefined
}

function keepCount(name: string, total: Promise<number>) {
  if (largeCounts.size > 1_000) largeCounts.clear()
  largeCounts.set(name, { total, until: Date.now() + keptMs })
  // One that failed is not kept; those who wait for it are told.
  total.catch(() => largeCounts.delete(name))
  return total
}

type Plan = { hits: SQL; source: SQL; total: SQL }

/** The rows are looked up once, up to a bound, for the page and the total alike. */
const few = ({ from, id, condition }: Selection): Plan => ({
  hits: sql`WITH hits AS MATERIALIZED (SELECT ${id} AS id FROM ${from} WHERE ${condition} LIMIT ${countedExactly + 1})`,
  source: sql`SELECT id FROM hits`,
  total: sql`(SELECT count(*)::int FROM hits)`,
})

/** The page is found on an index by id alone. */
const many = ({ from, id, condition }: Selection, total: SQL): Plan => ({
  hits: sql``,
  source: sql`SELECT ${id} AS id FROM ${from} WHERE ${condition}`,
  total,
})

/** Where a page lies, counted from one end. */
type Place = { order: SQL; limit: number; offset: number }

const fromNewest = ({ size }: Selection, offset: number): Place => ({ order: sql`DESC`, limit: size, offset })

/** Counted from the oldest row: what comes in meanwhile moves nothing there. */
const fromOldest = ({ size }: Selection, offset: number, total: number): Place => ({
  order: sql`ASC`,
  limit: Math.min(size, total - offset),
  offset: Math.max(total - offset - size, 0),
})

async function ask(db: Db, total: SQL): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`SELECT ${total} AS total`)
  return rows[0]?.total ?? 0
}

/** The total comes with a row that is always there, so a page beyond the last one has it too. */
async function readPage<Row>(db: Db, { from, id }: Selection, plan: Plan, place: Place, columns: SQL) {
  const { hits, source, total } = plan
  const { order, limit, offset } = place
  const { rows } = await db.execute<Row & { total: number; isRow: boolean }>(sql`
    ${hits} SELECT t.total, p.id IS NOT NULL AS "isRow", ${columns}
    FROM (SELECT ${total} AS total) t
    LEFT JOIN ((${source} ORDER BY id ${order} LIMIT ${limit} OFFSET ${offset}) p
      JOIN ${from} ON ${id} = p.id) ON true
    ORDER BY p.id DESC`)
  return { data: rows.filter(({ isRow }) => isRow), total: rows[0]?.total ?? 0 }
}

async function rowsAt<Row>(db: Db, selection: Selection, offset: number, columns: SQL) {
  const { name, total: counter } = selection
  const newest = fromNewest(selection, offset)
  // Near the newest ones the count comes along with them.
  if (counter && offset < countedExactly)
    return readPage<Row>(db, selection, many(selection, counter), newest, columns)

  let total = await (counter ? ask(db, counter) : knownCount(name))
  if (total === undefined) {
    const found = await readPage<Row>(db, selection, few(selection), newest, columns)
    if (found.total <= countedExactly) return found
    const counted = sql`(SELECT count(*)::int FROM ${selection.from} WHERE ${selection.condition})`
    total = await (knownCount(name) ?? keepCount(name, ask(db, counted)))
  }
  if (offset >= total) return { data: [], total }
  const place = offset <= total / 2 ? newest : fromOldest(selection, offset, total)
  return readPage<Row>(db, selection, many(selection, sql`${total}::int`), place, columns)
}

/**
 * A page of a list, newest first, with the number of pages: one statement, three for a large selection whose count is
 * not kept. `columns` is what each row gives.
 */
export async function pageOf<Row extends object>(
  db: Db,
  selection: Selection,
  page: number,
  columns: SQL,
): Promise<{ data: Row[]; totalPages: number }> {
  const { data, total } = await rowsAt<Row>(db, selection, (page - 1) * selection.size, columns)
  return { data, totalPages: totalPages(total, selection.size) }
}
