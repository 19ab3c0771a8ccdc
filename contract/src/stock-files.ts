import * as z from 'zod/mini'
import { csvFile, importBody, seenInput, SheetChange, SheetError } from './product-files.ts'
import { download, forStaff, get, post, readingPost } from './wire/route.ts'
import { search } from './wire/lists.ts'
import { id, required, rupees } from './wire/shapes.ts'
import { stockFilter } from './stock.ts'

/** Rows of the file: those that change the stock, those that leave it unchanged, and those with an error. */
const counts = { changed: z.int(), unchanged: z.int(), wrong: z.int() }

/** The most labels that are printed at once. */
const MAX_LABELS = 100
const LABELS = 'Choose 1 to 100 variants'

/** The content of a shelf label. `mrp` is 0 if none is set. */
const ShelfLabel = z.object({
  variantId: id,
  title: z.string(),
  productQuantity: z.string(),
  shelf: z.string(),
  mrp: rupees,
  price: rupees,
  /** '' without one. */
  barcode: z.string(),
})
export type ShelfLabel = z.input<typeof ShelfLabel>

export const stockFiles = {
  labels: get(
    forStaff('stock.read'),
    '/stock/labels',
    'The content of the shelf labels of variants, in the order of the shelves; their ids separated by commas',
    {
      query: z.object({
        ids: required(LABELS, 4000).check(z.refine((ids) => ids.split(',').length <= MAX_LABELS, LABELS)),
      }),
      data: z.array(ShelfLabel),
    },
  ),
  export: download(
    forStaff('stock.read'),
    '/stock/export',
    'Variants with their stock in order of shelves as a CSV file to be filled in and imported, 10,000 at most',
    { query: z.object({ search, filter: stockFilter }), replica: true },
  ),
  check: readingPost(
    forStaff('stock.write'),
    '/stock/import/check',
    'Dry run of an import: the pieces on hand before and after, the first 200 changes and errors, and the wrong ' +
      'rows as a CSV file with a column for the reason; nothing is written',
    {
      files: csvFile,
      data: z.object({
        ...counts,
        changes: z.array(SheetChange),
        totalChanges: z.int(),
        errors: z.array(SheetError),
        totalErrors: z.int(),
        /** CSV; '' if no row is wrong. */
        wrongRows: z.string(),
        /**
         * State at the check. If the import sends it, rows whose barcode belongs to another variant since then are
         * errors.
         */
        seen: z.string(),
      }),
    },
  ),
  import: post(
    forStaff('stock.write'),
    '/stock/import',
    'Counts and receives the pieces in a CSV file of up to 2,000 rows, which names variants by id or barcode. With ' +
      'any error nothing is imported, unless `wrong` is `skip`: then the rows without errors are, and the response ' +
      'has the first 200 errors',
    {
      files: csvFile,
      keyRequired: true,
      body: z.object({ seen: seenInput, ...importBody }),
      data: z.object({ ...counts, errors: z.array(SheetError), totalErrors: z.int() }),
      message: 'Stock imported successfully',
    },
  ),
}
