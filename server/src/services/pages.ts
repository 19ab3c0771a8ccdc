import { totalPages } from '@kirana/domain/paging'
import { searchDigits } from '@kirana/domain/phone'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'

/** LIKE's wildcards in a search are meant as they are. */
export const escaped = (text: string) => text.toLowerCase().replace(/[\\%_]/g, '\\$&')

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

/** Beyond this many rows they are counted once in a while only. */
const countedExactly = 10_000
const keptMs = 10_000
const largeCounts = new Map<string, { total: number; until: number }>()

function knownCount(name: string) {
  const kept = largeCounts.get(name)
  return kept && kept.until > Date.now() ? kept.total : undefined
}

function keepCount(name: string, total: number) {
  if (largeCounts.size > 1_000) largeCounts.clear()
  largeCounts.set(name, { total, until: Date.now() + keptMs })
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

const counted = ({ from, condition }: Selection) =>
  sql`(SELECT count(*)::int FROM ${from} WHERE ${condition})`

/** The total comes with a row that is always there, so a page beyond the last one has it too. */
async function readPage<Row>(db: Db, selection: Selection, plan: Plan, page: number, columns: SQL) {
  const { from, id, size } = selection
  const { rows } = await db.execute<Row & { total: number; isRow: boolean }>(sql`
    ${plan.hits} SELECT t.total, p.id IS NOT NULL AS "isRow", ${columns}
    FROM (SELECT ${plan.total} AS total) t
    LEFT JOIN ((${plan.source} ORDER BY id DESC LIMIT ${size} OFFSET ${(page - 1) * size}) p
      JOIN ${from} ON ${id} = p.id) ON true
    ORDER BY p.id DESC`)
  return { data: rows.filter(({ isRow }) => isRow), total: rows[0]?.total ?? 0 }
}

/**
 * A page of a list, newest first, with the number of pages: one statement; two for a large selection whose count is not
 * kept. `columns` is what each row gives.
 */
export async function pageOf<Row extends object>(
  db: Db,
  selection: Selection,
  page: number,
  columns: SQL,
): Promise<{ data: Row[]; totalPages: number }> {
  const { name, size } = selection
  const known = knownCount(name)
  const total = selection.total ?? (known === undefined ? undefined : sql`${known}::int`)
  const plan = total ? many(selection, total) : few(selection)
  let found = await readPage<Row>(db, selection, plan, page, columns)
  if (!total && found.total > countedExactly) {
    found = await readPage<Row>(db, selection, many(selection, counted(selection)), page, columns)
    keepCount(name, found.total)
  }
  return { data: found.data, totalPages: totalPages(found.total, size) }
}
