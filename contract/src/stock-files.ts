import * as z from 'zod/mini'
import { csvFile, importBody, SheetChange, SheetError } from './product-files.ts'
import { bytes, read, write } from './route.ts'
import { search } from './shapes.ts'
import { stockFilter } from './stock.ts'

/** Rows of the file: those that change the stock, those that say nothing new, and those with an error. */
const counts = { changed: z.int(), unchanged: z.int(), wrong: z.int() }

export const stockFiles = {
  export: read({
    access: 'staff',
    can: 'stock.read',
    method: 'GET',
    path: '/stock/export',
    summary:
      'Variants with their stock in order of shelves as a CSV file to be filled in and imported, 10,000 at most',
    query: z.object({ search, filter: stockFilter }),
    answers: 'bytes',
    data: bytes,
  }),
  check: read({
    access: 'staff',
    can: 'stock.write',
    method: 'POST',
    path: '/stock/import/check',
    summary:
      'Dry run of an import: the pieces on hand before and after, the first 200 changes and errors, and the wrong rows as a ' +
      'CSV file with a column for the reason; nothing is written',
    files: csvFile,
    data: z.object({
      ...counts,
      changes: z.array(SheetChange),
      totalChanges: z.int(),
      errors: z.array(SheetError),
      totalErrors: z.int(),
      /** CSV; '' if no row is wrong. */
      wrongRows: z.string(),
    }),
  }),
  import: write({
    access: 'staff',
    can: 'stock.write',
    method: 'POST',
    path: '/stock/import',
    summary:
      'Counts and receives the pieces in a CSV file of up to 2,000 rows, which names variants by id or barcode. With any error ' +
      'nothing is imported, unless `wrong` is `skip`: then the rows without errors are',
    files: csvFile,
    keyRequired: true,
    body: z.object({ wrong: importBody.wrong }),
    data: z.object(counts),
    message: 'Stock imported successfully',
  }),
}
