import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { guard } from './formulas.ts'

export type Cell = string | number
type Row = readonly Cell[]

/** The columns of a file that is only written: the value of an item, by header. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => Cell>>
export const rowOf = <Item>(columns: Columns<Item>, item: Item) =>
  Object.values(columns).map((cell) => cell(item))

const needsQuotes = /[",\r\n\ufeff]|^ | $/

function written(cell: Cell) {
  const text = typeof cell === 'string' ? guard(cell) : String(cell)
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const linesOf = (rows: readonly Row[]) => rows.map((row) => `${row.map(written).join(',')}\r\n`).join('')

/**
 * A table as CSV (RFC 4180) with a UTF-8 byte order mark. Anything that a spreadsheet could take for a formula, at the
 * start of a cell or within it, gets an apostrophe in front.
 */
export const csvOf = (head: readonly string[], rows: readonly Row[]) => `\uFEFF${linesOf([head, ...rows])}`

const sliceSize = 250

/** Like `csvOf`, for large tables: yields to the event loop between slices, so that other calls are not blocked. */
export async function longCsvOf<Item>(
  head: readonly string[],
  items: readonly Item[],
  rowsOf: (items: readonly Item[]) => readonly Row[],
): Promise<string> {
  let text = csvOf(head, [])
  for (let at = 0; at < items.length; at += sliceSize) {
    text += linesOf(rowsOf(items.slice(at, at + sliceSize)))
    await yieldToEventLoop()
  }
  return text
}

/** Like `csvOf`, for tables of any size: only one part is in memory at a time. */
export async function* csvLines<Item>(columns: Columns<Item>, parts: AsyncIterable<readonly Item[]>) {
  yield csvOf(Object.keys(columns), [])
  for await (const items of parts) yield linesOf(items.map((item) => rowOf(columns, item)))
}
