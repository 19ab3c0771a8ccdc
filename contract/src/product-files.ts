import * as z from 'zod/mini'
import { status } from './products.ts'
import { bytes, read, write } from './route.ts'
import { search } from './shapes.ts'

/** As many rows as a file may have below its head. */
export const MOST_ROWS = 2_000
/** As many errors as an answer tells of, of all there are. */
export const MOST_ERRORS = 200

/** What is wrong in a row, counted as a spreadsheet counts them; `column` is '' where it is the row itself. */
export const SheetError = z.object({ row: z.int(), column: z.string(), message: z.string() })
export type SheetError = z.input<typeof SheetError>

const counts = { products: z.int(), variants: z.int() }

const files = {
  field: 'csv',
  kind: 'csv',
  max: 1,
  tooMany: 'Choose one file',
  required: 'Choose a CSV file',
} as const

export const productFiles = {
  export: read({
    access: 'staff',
    method: 'GET',
    path: '/product/export',
    summary:
      'Products as a CSV file that can be imported, a row a variant, the newest 10,000 products at most',
    query: z.object({ search, status }),
    answers: 'bytes',
    data: bytes,
  }),
  template: read({
    access: 'staff',
    method: 'GET',
    path: '/product/import/template',
    summary:
      'A CSV file with the columns of an import, and two rows as an example where there is a subcategory',
    answers: 'bytes',
    data: bytes,
  }),
  check: read({
    access: 'staff',
    method: 'POST',
    path: '/product/import/check',
    summary:
      'What an import of this file would add, and the first 200 errors by their rows; nothing is written',
    files,
    data: z.object({ ...counts, errors: z.array(SheetError), totalErrors: z.int() }),
  }),
  import: write({
    access: 'staff',
    method: 'POST',
    path: '/product/import',
    summary: 'Adds the products of a CSV file, 2,000 rows at most; all of them or, with an error, none',
    files,
    data: z.object(counts),
    message: 'Products imported successfully',
  }),
}
