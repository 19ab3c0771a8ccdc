import { unguard } from './formulas.ts'

/** A row of a file. `row` is its number in a spreadsheet, from 1 and counting empty rows. */
export type Line = { row: number; cells: readonly string[] }
/** `rows` counts empty ones, too; `cell` is UTF-16 units. */
type CsvLimits = { rows: number; columns: number; cell: number }
type Problem = 'quotes' | 'columns' | 'cell' | 'rows'

/** A row that cannot be read or exceeds a limit. The rows before it have been read. */
class CsvError extends Error {
  readonly problem: Problem
  readonly row: number
  constructor(problem: Problem, row: number) {
    super(`Row ${row}: ${problem}`)
    this.problem = problem
    this.row = row
  }
}

/** The end of a quoted cell whose content starts at `from`: the index of its closing quote, or -1. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/**
 * The rows of a CSV text with LF line ends (RFC 4180; blanks may follow a closing quote). Takes linear time for any
 * text, and stops at the first limit.
 * @throws CsvError
 */
function* csvRows(text: string, separator: string, limits: CsvLimits): Generator<Line> {
  const plain = new RegExp(`[^${separator}\\n]*`, 'y')
  const blanks = / */y
  const skip = (pattern: RegExp, from: number) => {
    pattern.lastIndex = from
    pattern.test(text)
    return pattern.lastIndex
  }
  let at = 0
  for (let row = 1; at < text.length; row++) {
    if (row > limits.rows) throw new CsvError('rows', row)
    const cells: string[] = []
    for (let isLast = false; !isLast;) {
      const isQuoted = text[at] === '"'
      const start = isQuoted ? at + 1 : at
      const end = isQuoted ? closingQuote(text, start) : skip(plain, start)
      if (end === -1) throw new CsvError('quotes', row)
      if (end - start > limits.cell) throw new CsvError('cell', row)
      if (cells.length === limits.columns) throw new CsvError('columns', row)
      const cell = text.slice(start, end)
      cells.push(isQuoted ? cell.replaceAll('""', '"') : cell)
      at = isQuoted ? skip(blanks, end + 1) : end
      isLast = at >= text.length || text[at] === '\n'
      if (!isLast && text[at] !== separator) throw new CsvError('quotes', row)
      at++
    }
    yield { row, cells }
  }
}

/** Locales that write decimal commas separate cells by semicolons. */
export type DecimalMark = '.' | ','
type Csv = { rows: Line[]; error: CsvError | null; decimalMark: DecimalMark }

const separators = [',', ';', '\t']
/** More than the head of any file that the store reads. */
const HEAD_LENGTH = 10_000

/**
 * The separator depends on the spreadsheet's locale. It is the most frequent one in the header row, whose names contain
 * none.
 */
function separatorOf(text: string): string {
  const [head = ''] = text.slice(0, HEAD_LENGTH).split('\n', 1)
  const count = (separator: string) => head.split(separator).length
  return separators.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

const NO_LIMITS: CsvLimits = { rows: Infinity, columns: Infinity, cell: Infinity }

/**
 * Parses a CSV file with any line endings and removes the apostrophes of the formula guard; empty rows are left out.
 * `error` says where reading stopped.
 */
export function readCsv(text: string, limits = NO_LIMITS): Csv {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const separator = separatorOf(plain)
  const rows: Line[] = []
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
