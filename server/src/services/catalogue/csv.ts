import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import papaparse from 'papaparse'
import { CsvError, type CsvLimits, csvRows, type RawRow } from './csv-rows.ts'

/** First characters of formulas, with the full-width and small forms that Japanese spreadsheets treat alike. */
const sign = '[=+\\-@＝＋－＠﹦﹢﹣﹫]'
/** Where a cell can begin: in other locales also after a semicolon, a tab, a bar or a line end. */
const begin = '(?:^|[;|\\t\\n\\r\\v\\f\\u0085\\u2028\\u2029])'
/** Characters that spreadsheets ignore before a formula: spaces, control and zero-width characters, quotes. */
const unseen = '[\\s\\p{Z}\\p{Cc}\\p{Cf}"]*'

/**
 * Matches the position before a formula, or before its existing apostrophes: one more is added there, so that every cell
 * round-trips. A cell that begins with a tab or a line end counts as a formula too.
 */
const places = (apostrophes: string) =>
  new RegExp(`(?<!')(?=${apostrophes}${sign})(?<=${begin}${unseen})|^(?=${apostrophes}[\\t\\r\\n])`, 'gu')
const unguarded = places("'*")
const guarded = new RegExp(`(?:${places("'+").source})'`, 'gu')

const guard = (cell: string | number) => (typeof cell === 'string' ? cell.replace(unguarded, "'") : cell)
const unguard = (cell: string) => cell.replace(guarded, '')

type Row = readonly (string | number)[]

const linesOf = (rows: readonly Row[]) =>
  rows.length === 0
    ? ''
    : `${papaparse.unparse(
        rows.map((row) => row.map(guard)),
        { newline: '\r\n' },
      )}\r\n`

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

/** Like `csvOf`, for tables of any size: one part at a time is in memory. */
export async function* csvLines<Item>(
  head: readonly string[],
  parts: AsyncIterable<readonly Item[]>,
  rowOf: (item: Item) => Row,
) {
  yield csvOf(head, [])
  for await (const items of parts) yield linesOf(items.map(rowOf))
}

/** Locales that write decimal commas separate cells by semicolons. */
export type Csv = { rows: RawRow[]; error: CsvError | null; decimalMark: ',' | '.' }

const separators = [',', ';', '\t']
/** More than the head of any file that the store reads. */
const HEAD_LENGTH = 10_000

/** The separator depends on the spreadsheet's locale. The header row, which contains none of them otherwise, shows it. */
function separatorOf(text: string): string {
  const [head = ''] = text.slice(0, HEAD_LENGTH).split('\n', 1)
  const count = (separator: string) => head.split(separator).length
  return separators.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

const NO_LIMITS: CsvLimits = { rows: Infinity, columns: Infinity, cell: Infinity }

/**
 * Parses a CSV file with any line endings and removes the apostrophes that `csvOf` adds; empty rows are left out. `error`
 * says where reading stopped.
 */
export function readCsv(text: string, limits = NO_LIMITS): Csv {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const separator = separatorOf(plain)
  const rows: RawRow[] = []
  let error: CsvError | null = null
  try {
    for (const { row, cells } of csvRows(plain, separator, limits))
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ row, cells: cells.map(unguard) })
  } catch (caught) {
    if (!(caught instanceof CsvError)) throw caught
    error = caught
  }
  return { rows, error, decimalMark: separator === ';' ? ',' : '.' }
}
