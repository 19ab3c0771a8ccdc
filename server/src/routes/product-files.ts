import { MAX_ERRORS, MAX_ROWS, productFiles as calls, type SheetError } from '@kirana/contract/product-files'
import { readSheet, sheetHead, sheetRows, type ExportedProduct } from '@kirana/contract/product-sheet'
import { dayInKolkata } from '@kirana/domain/calendar'
import type { Db } from '../db/types.ts'
import { sendCsv } from '../http/download.ts'
import { HttpError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { csvOf, longCsvOf, readCsv } from '../services/catalogue/csv.ts'
import { exportedProducts } from '../services/catalogue/export.ts'
import { addProducts, findExistingProducts, lockImports, sheetNames } from '../services/catalogue/import.ts'
import type { TextFile } from '../http/text-files.ts'

const MAX_EXPORTED = 10_000

type Sheet = ReturnType<typeof readSheet>

/** Reads the uploaded file. @throws HttpError 413 when it has too many rows */
async function parseSheet(db: Db, files: readonly TextFile[]): Promise<Sheet> {
  // One more for the header row.
  const csv = readCsv(files[0]?.text ?? '', MAX_ROWS + 1)
  if (csv === null)
    throw new HttpError(
      413,
      `A file may have at most ${MAX_ROWS.toLocaleString('en-IN')} rows, not counting the header`,
    )
  const { rows, brokenAt } = csv
  if (brokenAt === null) return readSheet(rows, await sheetNames(db))
  const message = 'The quotation marks of this row do not match'
  return { products: [], errors: [{ row: brokenAt, column: '', message }] }
}

/** All errors of a file by row, including products that already exist in the store. */
async function errorsOf(db: Db, { products, errors }: Sheet): Promise<SheetError[]> {
  const duplicates = (await findExistingProducts(db, products)).map(({ row, title }) => ({
    row,
    column: 'Title',
    message: `“${title}” exists already in this subcategory`,
  }))
  return [...errors, ...duplicates].toSorted((a, b) => a.row - b.row)
}

/** Rejects the whole file if it has any error. @throws HttpError 422 */
function rejectErrors([first, ...more]: readonly SheetError[]) {
  if (!first) return
  const { row, column, message } = first
  const others =
    more.length === 0 ? '' : ` (and ${more.length} more ${more.length === 1 ? 'error' : 'errors'})`
  throw new HttpError(422, `Row ${row}: ${[column, message].filter(Boolean).join(': ')}${others}`)
}

const countsOf = ({ products }: Sheet) => ({
  products: products.length,
  variants: products.reduce((sum, { variants }) => sum + variants.length, 0),
})

/** An example product in the first subcategory; empty if there is no subcategory. */
async function example(db: Db): Promise<ExportedProduct[]> {
  const { sections, categories, subcategories, keywords } = await sheetNames(db)
  const subcategory = subcategories[0]
  const category = categories.find(({ id }) => id === subcategory?.categoryId)
  const section = sections.find(({ id }) => id === category?.sectionId)
  if (!subcategory || !category || !section) return []
  const variant = { id: 'none', unit: 'Kilo', sellingPrice: 0, specialPrice: 0, discount: 0 } as const
  return [
    {
      title: 'Example: Basmati Rice',
      subtitle: 'Aged for 12 months',
      description: 'Long grains for biryani and pulao',
      sectionName: section.name,
      categoryName: category.name,
      subcategoryName: subcategory.name,
      keywords: keywords.slice(0, 2).map(({ name }) => name),
      manufacturer: 'Kirana Mills',
      manufacturedOn: '2026-10-25',
      expiry: 'Best before 12 months',
      origin: 'India',
      loyaltyCoins: 5,
      isActive: true,
      hsn: '1006',
      gstRate: 500,
      variants: [
        { ...variant, quantity: 1_000, mrp: 14_000, sellingPrice: 12_550 },
        { ...variant, quantity: 5_000, mrp: 65_000, sellingPrice: 59_900 },
      ],
    },
  ]
}

export const productFiles = serve(
  calls,
  {
    import: async ({ db, files }) => {
      const sheet = await parseSheet(db, files)
      rejectErrors(sheet.errors)
      return { sheet }
    },
  },
  {
    export: async ({ db, query, now, reply }) => {
      const exported = await exportedProducts(db, query, { limit: MAX_EXPORTED, now })
      const csv = await longCsvOf(sheetHead, exported, sheetRows)
      return sendCsv(reply, `products-${dayInKolkata(now)}.csv`, csv)
    },
    template: async ({ db, reply }) =>
      sendCsv(reply, 'products-template.csv', csvOf(sheetHead, sheetRows(await example(db)))),
    check: async ({ db, files }) => {
      const sheet = await parseSheet(db, files)
      const errors = await errorsOf(db, sheet)
      const untaxed = sheet.products.filter(({ hsn, gstRate }) => !hsn || typeof gstRate !== 'number').length
      return { ...countsOf(sheet), untaxed, errors: errors.slice(0, MAX_ERRORS), totalErrors: errors.length }
    },
    import: async ({ db, files, sheet, who, now, audit }) => {
      await lockImports(db)
      rejectErrors(await errorsOf(db, sheet))
      await addProducts(db, sheet.products, { by: who.name, now })
      const counts = countsOf(sheet)
      audit({ object: 'products', after: { ...counts, file: files[0]?.sha256 } })
      return counts
    },
  },
)
