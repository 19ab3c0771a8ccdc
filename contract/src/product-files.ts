import * as z from 'zod/mini'
import { boundedText } from './wire/bounded.ts'
import { productFilter } from './products.ts'
import { download, forStaff, post, readingPost } from './wire/route.ts'

/** An error in a file. `row` is the spreadsheet's row number; `column` is '' when the error concerns the whole row. */
export const SheetError = z.object({ row: z.int(), column: z.string(), message: z.string() })
export type SheetError = z.input<typeof SheetError>

/**
 * What a file would change. An empty `column` is a new variant of a product that the store has; otherwise `before` and
 * `after` are cells of that column. `variant` is '' for the product's own columns.
 */
export const SheetChange = z.object({
  row: z.int(),
  title: z.string(),
  variant: z.string(),
  column: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type SheetChange = z.input<typeof SheetChange>

const nameKinds = ['section', 'category', 'subcategory', 'keyward'] as const

/**
 * A name in a file that does not exist in the store. `path` has the names above it first: section, category,
 * subcategory.
 */
export const MissingName = z.object({ kind: z.enum(nameKinds), path: z.array(z.string()) })
export type MissingName = z.input<typeof MissingName>

/** `products` and `variants` are added, `changed` products get new values or variants; a product counts once. */
const counts = {
  products: z.int(),
  variants: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  wrong: z.int(),
}

/** One CSV file. */
export const csvFile = {
  field: 'csv',
  kind: 'csv',
  max: 1,
  tooMany: 'Choose one file',
  required: 'Choose a CSV file',
} as const

const SEEN_INVALID = 'The check is not valid'
/** `seen` of a check: 4 characters for each product or row of the file. */
export const seenInput = z.optional(boundedText(9_000, SEEN_INVALID))

/** How to import a file with wrong rows: refuse the file, or skip the rows. */
export const importBody = {
  wrong: z._default(z.enum(['refuse', 'skip'], { error: 'Choose refuse or skip' }), 'refuse'),
}

export const productFiles = {
  export: download(
    forStaff('catalogue.read'),
    '/product/export',
    'Products as a CSV file that can be imported again, one row per variant, up to the newest 10,000 products',
    { query: z.object(productFilter), replica: true },
  ),
  template: download(
    forStaff('catalogue.write'),
    '/product/import/template',
    'A CSV file with the columns of an import, and two example rows if a subcategory exists',
    {},
  ),
  check: readingPost(
    forStaff('catalogue.write'),
    '/product/import/check',
    'Dry run of an import: what the file would add and change, with old and new values, how many products lack an ' +
      'HSN code or GST rate or get a GST rate that is not usual, its first 200 changes, errors, and names of ' +
      'sections, categories, subcategories and keywords that the store does not have, and its wrong rows as a CSV ' +
      'file with a column for the reason; nothing is written',
    {
      files: csvFile,
      data: z.object({
        ...counts,
        untaxed: z.int(),
        unusualRates: z.int(),
        changes: z.array(SheetChange),
        totalChanges: z.int(),
        errors: z.array(SheetError),
        totalErrors: z.int(),
        /** In the order in which they can be added. */
        missing: z.array(MissingName),
        totalMissing: z.int(),
        /** CSV; '' if no row is wrong. */
        wrongRows: z.string(),
        /** Sent with the import, which changes nothing if a product has changed since. */
        seen: z.string(),
      }),
    },
  ),
  import: post(
    forStaff('catalogue.write'),
    '/product/import',
    'Adds the products of a CSV file of up to 2,000 rows and changes those that it names by id. With any error ' +
      'nothing is imported, unless `wrong` is `skip`: then the products without errors are',
    {
      files: csvFile,
      body: z.object({
        seen: seenInput,
        ...importBody,
      }),
      data: z.object(counts),
      message: 'Products imported successfully',
    },
  ),
}
