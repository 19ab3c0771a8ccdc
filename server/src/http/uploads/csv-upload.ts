import { count, counted } from '@kirana/domain/count'
import { hasTooManyMarks, MARKS, rawLength } from '@kirana/contract/wire/bounded'
import { MAX_ROWS, type SheetError } from '@kirana/contract/product-files'
import { HttpError } from '../../errors.ts'

/** `MAX_ROWS` and the header row. */
const MAX_LINES = MAX_ROWS + 1
/** Room for ten times as many empty rows, for columns that an import ignores, and for a description of 5,000 characters. */
export const uploadLimits = { rows: 10 * MAX_LINES, columns: 100, cell: rawLength(5_000) }

const messages = {
  quotes: 'The quotation marks of this row do not match',
  columns: `A row has ${uploadLimits.columns} cells at most`,
  cell: `A cell has ${count(uploadLimits.cell)} characters at most`,
}

type Csv<Mark> = {
  rows: { row: number; cells: string[] }[]
  error: { problem: keyof typeof messages | 'rows'; row: number } | null
  decimalMark: Mark
}

/**
 * The rows of an uploaded CSV file, read within `uploadLimits`, and the error that stopped reading, if any. Cells are
 * NFC, like the stored texts that their names are compared with.
 * @throws HttpError 413 when it has too many rows
 */
export function acceptRows<Mark>({ rows, error, decimalMark }: Csv<Mark>) {
  if (rows.length > MAX_LINES || error?.problem === 'rows')
    throw new HttpError(413, `A file may have at most ${count(MAX_ROWS)} rows, not counting the header`)
  const errors: SheetError[] =
    error === null ? [] : [{ row: error.row, column: '', message: messages[error.problem] }]
  const marked = rows.find(({ cells }) => cells.some(hasTooManyMarks))
  if (marked) errors.unshift({ row: marked.row, column: '', message: MARKS })
  const lines = marked
    ? []
    : rows.map(({ row, cells }) => ({ row, cells: cells.map((cell) => cell.normalize('NFC')) }))
  return { lines, errors, decimalMark }
}

/** Rejects the whole file if it has any error. @throws HttpError 422 */
export function rejectErrors([first, ...more]: readonly SheetError[]) {
  if (!first) return
  const { row, column, message } = first
  const others = more.length === 0 ? '' : ` (and ${counted(more.length, 'more error')})`
  throw new HttpError(422, `Row ${row}: ${[column, message].filter(Boolean).join(': ')}${others}`)
}
