import { NEWEST, totalPages } from '@kirana/domain/paging'
import { searchDigits } from '@kirana/domain/phone'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { asRows, rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { Newest } from '../../request/outcome.ts'

/** Escapes LIKE's wildcards, so that they match literally. */
const escaped = (text: string) => text.toLowerCase().replace(/[\\%_]/g, '\\$&')

/** Whether a trigram index can serve the search: below 3 characters it returns every row, at ten times the cost. */
export const isIndexed = (text: string) => text.length >= 3

/** Whether a lower-case column with a trigram index contains the text. */
export const containing = (column: SQL, text: string) =>
  sql`${isIndexed(text) ? column : sql`(${column} || '')`} LIKE ${`%${escaped(text)}%`}`

/** Whether a column with a `text_pattern_ops` index begins with the text. */
export const startingWith = (column: SQL, text: string) =>
  sql`${column} LIKE ${`${text.replace(/[\\%_]/g, '\\$&')}%`}`

/** The start of a day of Kolkata ('YYYY-MM-DD'). */
export const startOfDay = (day: string) => sql`${`${day}T00:00:00+05:30`}::timestamptz`

/** The digits of a search for a phone in any common format; otherwise the search itself. */
export const phonePart = (search: string) => searchDigits(search) ?? search

/** Whether a column of phones contains the phone, or part of a phone, in a search. */
export const containingPhone = (column: SQL, search: string) => containing(column, phonePart(search))

/** The order of a list: by an indexed column, then by id. */
export type Sort = { by: SQL; ascending: boolean }

/** The rows that a list shows. */
export type Selection = {
  /** The table with the alias that the other fields use: 'orders o'. */
  from: SQL
  id: SQL
  condition: SQL
  /** By default newest first. `by` may be the id. */
  sort?: Sort
  /** The number of rows, if the database maintains a counter. */
  total?: SQL
  /** The cache key of the selection's count. */
  name: string
  /** Rows a page. */
  size: number
}

/** Up to this many rows are counted on every request. */
const EXACT_COUNT_LIMIT = 10_000
const countCacheMs = 10_000
/** Cached counts of larger selections, including those in progress: concurrent requests share one count. */
const largeCounts = new Map<string, { total: Promise<number>; until: number }>()

function cachedCount(name: string) {
  const entry = largeCounts.get(name)
  return entry && entry.until > Date.now() ? entry.total : undefined
}

function cacheCount(name: string, total: Promise<number>) {
  if (largeCounts.size > 1_000) largeCounts.clear()
  largeCounts.set(name, { total, until: Date.now() + countCacheMs })
  // A failed count is not cached; the callers that await it get the error.
  total.catch(() => largeCounts.delete(name))
  return total
}

type Plan = { hits: SQL; source: SQL; total: SQL }

/**
 * The columns that a plan selects of each row: the id, and the column by which the list is sorted if it is another one.
 */
const keyOf = ({ id, sort }: Selection) => (sort ? sql`${id} AS id, ${sort.by} AS sorted` : sql`${id} AS id`)

/** ORDER BY of those columns, with the table's name and a dot before them. */
function orderOf({ sort }: Selection, { table = sql``, isReversed = false } = {}): SQL {
  const direction = (sort?.ascending ?? false) === isReversed ? sql`DESC` : sql`ASC`
  const byId = sql`${table}id ${direction}`
  return sort ? sql`${table}sorted ${direction}, ${byId}` : byId
}

/** Finds the ids once, up to the limit, for both the page and the total. */
const countingPlan = (selection: Selection): Plan => ({
  hits: sql`WITH hits AS MATERIALIZED (SELECT ${keyOf(selection)} FROM ${selection.from} WHERE ${selection.condition} LIMIT ${EXACT_COUNT_LIMIT + 1})`,
  source: sql`SELECT * FROM hits`,
  total: sql`(SELECT count(*)::int FROM hits)`,
})

/** Finds the page by an index with the list's order; the total is given. */
const indexedPlan = (selection: Selection, total: SQL): Plan => ({
  hits: sql``,
  source: sql`SELECT ${keyOf(selection)} FROM ${selection.from} WHERE ${selection.condition}`,
  total,
})

/** The expression that a list selects for each row, and its schema (`listRow`). */
type Columns<Row> = { select: SQL; row: z.ZodMiniType<Row> }

/** A page's position, counted from one end of the list. */
type PageWindow = { isReversed: boolean; limit: number; offset: number }

const fromFirst = ({ size }: Selection, offset: number): PageWindow => ({
  isReversed: false,
  limit: size,
  offset,
})

/** Counts from the last row, because in a list that is newest first, new rows do not shift this position. */
const fromLast = ({ size }: Selection, offset: number, total: number): PageWindow => ({
  isReversed: true,
  limit: Math.min(size, total - offset),
  offset: Math.max(total - offset - size, 0),
})

const totalRow = z.strictObject({ total: z.int() })
const position = { total: z.int(), isRow: z.boolean() }
const positionRow = z.looseObject(position)

/** The schema of a list's rows; `shape` describes the list's columns. */
export const listRow = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.strictObject({ ...shape, ...position })

async function readTotal(db: Db, total: SQL): Promise<number> {
  const rows = await rowsOf(db, totalRow).execute(sql`SELECT ${total} AS total`)
  return rows[0]?.total ?? 0
}

/** The LEFT JOIN returns the total even for a page beyond the last one. */
async function readPage<Row>(
  db: Db,
  selection: Selection,
  plan: Plan,
  window: PageWindow,
  columns: Columns<Row>,
) {
  const { from, id } = selection
  const { hits, source, total } = plan
  const { isReversed, limit, offset } = window
  const rows = await rowsOf(db, positionRow).execute(sql`
    ${hits} SELECT t.total, p.id IS NOT NULL AS "isRow", ${columns.select}
    FROM (SELECT ${total} AS total) t
    LEFT JOIN ((${source} ORDER BY ${orderOf(selection, { isReversed })} LIMIT ${limit} OFFSET ${offset}) p
      JOIN ${from} ON ${id} = p.id) ON true
    ORDER BY ${orderOf(selection, { table: sql`p.` })}`)
  return {
    data: asRows(
      columns.row,
      rows.filter(({ isRow }) => isRow),
    ),
    total: rows[0]?.total ?? 0,
  }
}

async function rowsAt<Row>(db: Db, selection: Selection, offset: number, columns: Columns<Row>) {
  const { name, total: counter } = selection
  const first = fromFirst(selection, offset)
  // For pages near the beginning, one statement reads the page and the counter.
  if (counter && offset < EXACT_COUNT_LIMIT)
    return readPage<Row>(db, selection, indexedPlan(selection, counter), first, columns)

  let total = await (counter ? readTotal(db, counter) : cachedCount(name))
  if (total === undefined) {
    const counted = await readPage<Row>(db, selection, countingPlan(selection), first, columns)
    if (counted.total <= EXACT_COUNT_LIMIT) return counted
    const count = sql`(SELECT count(*)::int FROM ${selection.from} WHERE ${selection.condition})`
    total = await (cachedCount(name) ?? cacheCount(name, readTotal(db, count)))
  }
  if (offset >= total) return { data: [], total }
  const window = offset <= total / 2 ? first : fromLast(selection, offset, total)
  return readPage<Row>(db, selection, indexedPlan(selection, sql`${total}::int`), window, columns)
}

/**
 * A page of a list with the number of pages: one statement, or three for a large selection whose count is
 * not cached.
 */
export async function pageOf<Row extends object>(
  db: Db,
  selection: Selection,
  page: number,
  columns: Columns<Row>,
): Promise<{ data: Row[]; totalPages: number }> {
  const { data, total } = await rowsAt<Row>(db, selection, (page - 1) * selection.size, columns)
  return { data, totalPages: totalPages(total, selection.size) }
}

/** The newest rows of a list without pages, and the number of all rows; as many statements as `pageOf`. */
export async function newestOf<Row extends object, Shown>(
  db: Db,
  selection: Selection,
  columns: Columns<Row>,
  show: (row: Row) => Shown,
): Promise<Newest<Shown[]>> {
  const { data, total } = await rowsAt<Row>(db, { ...selection, size: NEWEST }, 0, columns)
  return new Newest(data.map(show), total)
}

const batchRow = z.looseObject({ id: z.string(), cursor: z.string() })

/**
 * All rows of a list in its order, in batches. Each batch is one statement, which continues after the last row of the
 * previous batch. Only one batch is in memory, and no transaction stays open while the reader is slow.
 */
export async function* batchesOf<Row>(
  db: Db,
  selection: Selection,
  size: number,
  { select, row }: { select: SQL; row: z.ZodMiniType<Row> },
): AsyncGenerator<Row[]> {
  const { from, id, condition, sort = { by: selection.id, ascending: false } } = selection
  const sorted = { ...selection, sort }
  const isAfter = sort.ascending ? sql`>` : sql`<`
  let last: z.output<typeof batchRow> | undefined
  do {
    const rest = last ? sql` AND (${sort.by}, ${id}) ${isAfter} (${last.cursor}, ${last.id})` : sql``
    const rows = await rowsOf(db, batchRow).execute(sql`
      SELECT p.id, p.sorted::text AS cursor, ${select}
      FROM (SELECT ${keyOf(sorted)} FROM ${from} WHERE ${condition}${rest}
        ORDER BY ${orderOf(sorted)} LIMIT ${size}) p
      JOIN ${from} ON ${id} = p.id
      ORDER BY ${orderOf(sorted, { table: sql`p.` })}`)
    yield asRows(row, rows)
    last = rows.length === size ? rows.at(-1) : undefined
  } while (last)
}
