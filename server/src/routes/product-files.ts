import {
  MOST_ERRORS,
  MOST_ROWS,
  productFiles as calls,
  type SheetError,
} from '@kirana/contract/product-files'
import { readSheet, sheetHead, sheetRows, type WrittenProduct } from '@kirana/contract/product-sheet'
import { dayInKolkata } from '@kirana/domain/calendar'
import type { Db } from '../db/types.ts'
import { sendCsv } from '../http/download.ts'
import { Refused } from '../http/refuse.ts'
import { serve } from '../http/serve.ts'
import { csvOf, longCsvOf, readCsv } from '../services/csv.ts'
import { exportedProducts } from '../services/product-export.ts'
import { addProducts, alreadyThere, importAlone, sheetNames } from '../services/product-import.ts'
import type { TextFile } from '../services/text-files.ts'

const MOST_EXPORTED = 10_000

type Sheet = ReturnType<typeof readSheet>

/** What stands in the one file of a call. @throws Refused 413 when it has too many rows */
async function sheetIn(db: Db, files: readonly TextFile[]): Promise<Sheet> {
  // The head is a row as well.
  const read = readCsv(files[0]?.text ?? '', MOST_ROWS + 1)
  if (read === null)
    throw new Refused(413, `A file may have at most ${MOST_ROWS.toLocaleString('en-IN')} rows below its head`)
  const { rows, brokenAt } = read
  if (brokenAt === null) return readSheet(rows, await sheetNames(db))
  const message = 'The quotation marks of this row do not match'
  return { products: [], errors: [{ row: brokenAt, column: '', message }] }
}

/** Every error of a file, by its rows: those of the file itself, and what is in the store already. */
async function errorsOf(db: Db, { products, errors }: Sheet): Promise<SheetError[]> {
  const there = (await alreadyThere(db, products)).map(({ row, title }) => ({
    row,
    column: 'Title',
    message: `“${title}” exists already in this subcategory`,
  }))
  return [...errors, ...there].toSorted((a, b) => a.row - b.row)
}

/** Nothing is added unless everything can be. */
function refuseErrors([first, ...more]: readonly SheetError[]) {
  if (!first) return
  const { row, column, message } = first
  const others =
    more.length === 0 ? '' : ` (and ${more.length} more ${more.length === 1 ? 'error' : 'errors'})`
  throw new Refused(422, `Row ${row}: ${[column, message].filter(Boolean).join(': ')}${others}`)
}

const countsOf = ({ products }: Sheet) => ({
  products: products.length,
  variants: products.reduce((sum, { variants }) => sum + variants.length, 0),
})

/** A product that stands in the first subcategory there is. */
async function example(db: Db): Promise<WrittenProduct[]> {
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
      const sheet = await sheetIn(db, files)
      refuseErrors(sheet.errors)
      return { sheet }
    },
  },
  {
    export: async ({ db, query, now, reply }) => {
      const exported = await exportedProducts(db, query, MOST_EXPORTED)
      const csv = await longCsvOf(sheetHead, exported, sheetRows)
      return sendCsv(reply, `products-${dayInKolkata(now)}.csv`, csv)
    },
    template: async ({ db, reply }) =>
      sendCsv(reply, 'products-template.csv', csvOf(sheetHead, sheetRows(await example(db)))),
    check: async ({ db, files }) => {
      const sheet = await sheetIn(db, files)
      const errors = await errorsOf(db, sheet)
      return { ...countsOf(sheet), errors: errors.slice(0, MOST_ERRORS), totalErrors: errors.length }
    },
    import: async ({ db, files, sheet, now, audit }) => {
      await importAlone(db)
      refuseErrors(await errorsOf(db, sheet))
      await addProducts(db, sheet.products, now)
      const counts = countsOf(sheet)
      audit({ object: 'products', after: { ...counts, file: files[0]?.sha256 } })
      return counts
    },
  },
)
