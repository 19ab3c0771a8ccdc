import { productFiles as calls } from '@kirana/contract/product-files'
import { dayInKolkata } from '@kirana/domain/calendar'
import { counted } from '@kirana/domain/count'
import { USUAL_RATES } from '@kirana/domain/tax'
import { productFileRows, productHead, type WrittenProduct } from '../csv/product-columns.ts'
import {
  changedProducts,
  countsOf,
  newProducts,
  type ProductFile,
  stateOf,
  unread,
} from '../csv/product-group.ts'
import { namedInProducts } from '../csv/product-rows.ts'
import { readProductFile } from '../csv/product-sheet.ts'
import type { Line } from '../csv/read.ts'
import { errorsOf, findingsOf, MAX_LISTED, rejectErrors, seenAt, seenOf } from '../csv/sheet.ts'
import { readUpload } from '../csv/upload.ts'
import { csvOf, longCsvOf } from '../csv/write.ts'
import type { Db } from '../db/types.ts'
import { sendCsv } from '../http/download.ts'
import { HttpError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { exportedProducts, productsNamed } from '../services/catalogue/export.ts'
import { sheetNames } from '../services/catalogue/import.ts'
import { type ChangedProduct, saveProducts } from '../services/catalogue/save.ts'
import type { TextFile } from '../http/uploads/text-files.ts'

const MAX_EXPORTED = 10_000

/** Reads the uploaded file and compares it with the store. @throws HttpError 413 when it has too many rows */
async function parseSheet(
  db: Db,
  files: readonly TextFile[],
  now: Date,
): Promise<{ lines: readonly Line[]; sheet: ProductFile }> {
  const { lines, errors, decimalMark } = readUpload(files[0]?.text ?? '')
  if (errors.length > 0) return { lines, sheet: unread(errors) }
  const { productIds, titles } = namedInProducts(lines, decimalMark)
  const store = await sheetNames(db, titles)
  const stored = await productsNamed(db, productIds, now)
  return { lines, sheet: readProductFile(lines, { ...store, stored }, decimalMark) }
}

/** A short hash of each product of the file, of its stored state and its changes. */
const seenIn = ({ groups }: ProductFile) => groups.map((group) => seenOf(stateOf(group)))

/** @throws HttpError 409 `stale` when a product has changed since the check */
function rejectStale(sheet: ProductFile, seen: string | undefined) {
  const now = seenIn(sheet)
  if (seen === undefined || seen === now.join('')) return
  const [first, ...more] = sheet.groups.filter((_, n) => seenAt(seen, n) !== now[n])
  const others = more.length === 0 ? '' : ` and ${counted(more.length, 'more product')}`
  const what = first ? `“${first.title}” (row ${first.row})${others}` : 'products of this file'
  throw new HttpError(
    409,
    `Somebody has changed ${what} since you checked the file. Look at the changes again`,
    {
      code: 'stale',
    },
  )
}

/** The existing products that a file changes, with the stored versions that it was compared with. */
const changesToSave = ({ groups }: ProductFile): ChangedProduct[] =>
  changedProducts(groups).map(({ stored, fields, variants }) => ({
    id: stored.id,
    version: stored.version,
    fields,
    added: variants.flatMap(({ stored, ...variant }) => (stored ? [] : [variant])),
    variants: variants.flatMap(({ stored, ...variant }) =>
      stored ? [{ ...variant, id: stored.id, version: stored.version }] : [],
    ),
  }))

/** One audit row for each changed product or variant, like that of an edit. All are in the product's history. */
const auditOf = ({ groups }: ProductFile) =>
  changedProducts(groups).flatMap(({ stored: product, fields, variants }) => {
    const { variants: _, ...before } = product
    const { gstFrom: __, ...after } = fields ?? { gstFrom: null }
    return [
      ...(fields ? [{ object: product.id, before, after }] : []),
      ...variants.map(({ stored, ...variant }) => ({
        object: product.id,
        ...(stored && { before: stored }),
        after: { ...variant, ...(stored && { variantId: stored.id }) },
      })),
    ]
  })

/** Warnings of a check about the tax of a product. They do not prevent the import. */
type Taxed = { hsn?: string | undefined; gstRate?: number | null | undefined }
const isUntaxed = ({ hsn, gstRate }: Taxed) => !hsn || typeof gstRate !== 'number'
const hasUnusualRate = ({ errors, fields, stored }: ProductFile['groups'][number]) =>
  errors.length === 0 &&
  typeof fields?.gstRate === 'number' &&
  fields.gstRate !== stored?.gstRate &&
  !USUAL_RATES.includes(fields.gstRate)

/** An example product in the first subcategory; empty if there is no subcategory. */
async function example(db: Db): Promise<WrittenProduct[]> {
  const { sections, categories, subcategories, keywords } = (await sheetNames(db)).names
  const subcategory = subcategories[0]
  const category = categories.find(({ id }) => id === subcategory?.categoryId)
  const section = sections.find(({ id }) => id === category?.sectionId)
  if (!subcategory || !category || !section) return []
  const variant = { id: 'none', unit: 'Kilo', sellingPrice: 0, specialPrice: 0, discount: 0 } as const
  return [
    {
      id: '',
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
      zeroKind: 'nil',
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
    import: async ({ db, body, files, now, isRepeated }) => {
      // The first import has changed the products of the file, so a new check would fail. The stored answer is sent.
      if (await isRepeated()) return { sheet: unread([]) }
      const { sheet } = await parseSheet(db, files, now)
      rejectErrors(body.wrong === 'skip' ? sheet.errors : errorsOf(sheet))
      rejectStale(sheet, body.seen)
      return { sheet }
    },
  },
  {
    export: async ({ db, query, now, reply }) => {
      const exported = await exportedProducts(db, query, { limit: MAX_EXPORTED, now })
      const csv = await longCsvOf(productHead, exported, productFileRows)
      return sendCsv(reply, `products-${dayInKolkata(now)}.csv`, csv)
    },
    template: async ({ db, reply }) =>
      sendCsv(reply, 'products-template.csv', csvOf(productHead, productFileRows(await example(db)))),
    check: async ({ db, files, now }) => {
      const { lines, sheet } = await parseSheet(db, files, now)
      const changes = sheet.groups.flatMap((group) => (group.errors.length > 0 ? [] : group.changes))
      return {
        ...countsOf(sheet),
        untaxed: newProducts(sheet.groups).filter(isUntaxed).length,
        unusualRates: sheet.groups.filter(hasUnusualRate).length,
        ...findingsOf(lines, sheet, changes),
        missing: sheet.missing.slice(0, MAX_LISTED),
        totalMissing: sheet.missing.length,
        seen: seenIn(sheet).join(''),
      }
    },
    import: async ({ db, files, sheet, who, now, audit }) => {
      const added = newProducts(sheet.groups)
      await saveProducts(db, { added, changed: changesToSave(sheet) }, { by: who.name, now })
      const counts = countsOf(sheet)
      audit([{ object: 'products', after: { ...counts, file: files[0]?.sha256 } }, ...auditOf(sheet)])
      return counts
    },
  },
)
