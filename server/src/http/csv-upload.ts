import { count, counted } from '@kirana/domain/count'
import { MAX_ROWS, type SheetError } from '@kirana/contract/product-files'
import { HttpError } from '../errors.ts'

type Csv<Row> = { rows: Row[]; brokenAt: number | null; decimalMark: ',' | '.' }

/** `MAX_ROWS` and the header row. */
export const MAX_LINES = MAX_ROWS + 1

/** The rows of a CSV file, read up to `MAX_LINES`, with its error. @throws HttpError 413 when it has too many */
export function requireRows<Row>(csv: Csv<Row> | null) {
  if (csv === null)
    throw new HttpError(413, `A file may have at most ${count(MAX_ROWS)} rows, not counting the header`)
  const { rows: lines, brokenAt, decimalMark } = csv
  const errors: SheetError[] =
    brokenAt === null
      ? []
      : [{ row: brokenAt, column: '', message: 'The quotation marks of this row do not match' }]
  return { lines, errors, decimalMark }
}

/** Rejects the whole file if it has any error. @throws HttpError 422 */
export function rejectErrors([first, ...more]: readonly SheetError[]) {
  if (!first) return
  const { row, column, message } = first
  const others = more.length === 0 ? '' : ` (and ${counted(more.length, 'more error')})`
  throw new HttpError(422, `Row ${row}: ${[column, message].filter(Boolean).join(': ')}${others}`)
}
