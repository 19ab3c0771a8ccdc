import { hasTooManyMarks, MARKS, rawLength } from '@kirana/contract/wire/bounded'
import type { SheetError } from '@kirana/contract/product-files'
import { count } from '@kirana/domain/count'
import { HttpError } from '../errors.ts'
import { readCsv } from './read.ts'

/** Maximum number of rows in a file, not counting the header. */
const MAX_ROWS = 2_000
/**
 * Limits of the raw file. They allow ten times as many rows, because rows may be empty; more columns than an import
 * reads; and a description of 5,000 characters.
 */
const limits = { rows: 10 * (MAX_ROWS + 1), columns: 100, cell: rawLength(5_000) }

const messages = {
  quotes: 'The quotation marks of this row do not match',
  columns: `A row has ${limits.columns} cells at most`,
  cell: `A cell has ${count(limits.cell)} characters at most`,
}

/**
 * The rows of an uploaded CSV file, and the errors of the whole file. Cells are converted to NFC, like the stored texts
 * with which they are compared.
 * @throws HttpError 413 when it has too many rows
 */
export function readUpload(text: string) {
  const { rows, error, decimalMark } = readCsv(text, limits)
  if (rows.length > MAX_ROWS + 1 || error?.problem === 'rows')
    throw new HttpError(413, `A file may have at most ${count(MAX_ROWS)} rows, not counting the header`)
  const errors: SheetError[] = error ? [{ row: error.row, column: '', message: messages[error.problem] }] : []
  const marked = rows.find(({ cells }) => cells.some(hasTooManyMarks))
  if (marked)
    return { lines: [], errors: [{ row: marked.row, column: '', message: MARKS }, ...errors], decimalMark }
  const lines = rows.map(({ row, cells }) => ({ row, cells: cells.map((cell) => cell.normalize('NFC')) }))
  return { lines, errors, decimalMark }
}
