import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import papaparse from 'papaparse'

/**
 * Without an end of text: the library's own pattern misses a formula that goes on in a second line. What looks as if it
 * were escaped already is escaped once more, so that each cell comes back as it was.
 */
const formula = /^'*[=+\-@\t\r]/
const escapedFormula = /^'(?='*[=+\-@\t\r])/

type Row = readonly (string | number)[]

const linesOf = (rows: readonly Row[]) =>
  rows.length === 0
    ? ''
    : `${papaparse.unparse(rows as string[][], { escapeFormulae: formula, newline: '\r\n' })}\r\n`

/**
 * A table as CSV (RFC 4180), with the mark by which spreadsheets know UTF-8. A cell that a spreadsheet would take for a
 * formula gets an apostrophe in front.
 */
export const csvOf = (head: readonly string[], rows: readonly Row[]) => `\uFEFF${linesOf([head, ...rows])}`

const writtenAtOnce = 250

/** The same of what may be very much: some hundred things at a time, so that everybody else's calls go on meanwhile. */
export async function longCsvOf<Thing>(
  head: readonly string[],
  things: readonly Thing[],
  rowsOf: (things: readonly Thing[]) => readonly Row[],
): Promise<string> {
  let text = csvOf(head, [])
  for (let at = 0; at < things.length; at += writtenAtOnce) {
    text += linesOf(rowsOf(things.slice(at, at + writtenAtOnce)))
    await turnOfTheLoop()
  }
  return text
}

/** A row of a file that has something in it; `row` as a spreadsheet counts, from 1 and with the empty ones. */
type CsvRow = { row: number; cells: string[] }

const separators = [',', ';', '\t']

/** Spreadsheets separate by what the country does not use in numbers: the head, without such characters, tells. */
function separatorOf(text: string) {
  const [head = ''] = text.split('\n', 1)
  const times = (separator: string) => head.split(separator).length
  return separators.toSorted((a, b) => times(b) - times(a))[0]
}

/**
 * Reads a file back, whatever ends its lines: `csvOf` with its apostrophes taken off. Null where there are more than
 * `most` rows; `brokenAt` is the row whose quotation marks make no sense, from where on nothing is certain.
 */
export function readCsv(text: string, most: number): { rows: CsvRow[]; brokenAt: number | null } | null {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const rows: CsvRow[] = []
  let row = 0
  let brokenAt: number | null = null
  papaparse.parse<string[]>(plain, {
    delimiter: separatorOf(plain),
    newline: '\n',
    step: ({ data, errors }, parser) => {
      row++
      if (errors.length > 0) brokenAt = row
      else if (data.some((cell) => cell.trim() !== ''))
        rows.push({ row, cells: data.map((cell) => cell.replace(escapedFormula, '')) })
      if (brokenAt !== null || rows.length > most) parser.abort()
    },
  })
  return rows.length > most ? null : { rows, brokenAt }
}
