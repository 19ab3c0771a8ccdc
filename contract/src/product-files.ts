import * as z from 'zod/mini'
import { status } from './products.ts'
import { bytes, read, write } from './route.ts'
import { search } from './shapes.ts'

/** Maximum number of rows in a file, not counting the header. */
export const MAX_ROWS = 2_000
/** Maximum number of errors listed in a response. */
export const MAX_ERRORS = 200

/** An error in a file. `row` is the spreadsheet's row number; `column` is '' when the error concerns the whole row. */
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
      'Products as a CSV file that can be imported again, one row per variant, up to the newest 10,000 products',
    query: z.object({ search, status }),
    answers: 'bytes',
    data: bytes,
  }),
  template: read({
    access: 'staff',
    method: 'GET',
    path: '/product/import/template',
    summary: 'A CSV file with the columns of an import, and two example rows if a subcategory exists',
    answers: 'bytes',
    data: bytes,
  }),
  check: read({
    access: 'staff',
    method: 'POST',
    path: '/product/import/check',
    summary:
      'Dry run of an import: what the file would add, how many products lack an HSN code or GST rate, and its first 200 errors; ' +
      'nothing is written',
    files,
    data: z.object({ ...counts, untaxed: z.int(), errors: z.array(SheetError), totalErrors: z.int() }),
  }),
  import: write({
    access: 'staff',
    method: 'POST',
    path: '/product/import',
    summary: 'Adds the products of a CSV file of up to 2,000 rows; with any error, none are added',
    files,
    data: z.object(counts),
    message: 'Products imported successfully',
  }),
}
