import { toPercent } from '@kirana/domain/money'
import { zeroKindNames } from '@kirana/contract/wire/tax'
import { Variant } from '@kirana/contract/variants'
import * as z from 'zod/mini'
import type { ExportedProduct } from '../services/catalogue/export.ts'
import { type Cells, cellsBy, type Columns, keysOf } from './columns.ts'
import { joinedKeywords } from './product-names.ts'

/** Keys are names on the wire. */
const productColumns = {
  title: { header: 'Title', kind: 'text', required: true },
  subTitle: { header: 'Subtitle', kind: 'text', required: true },
  description: { header: 'Description', kind: 'text', required: true },
  section: { header: 'Section', kind: 'name', required: true },
  category: { header: 'Category', kind: 'name', required: true },
  subcategory: { header: 'Subcategory', kind: 'name', required: true },
  keyward: { header: 'Keywards', kind: 'keywords' },
  mktBy: { header: 'Manufacturer', kind: 'text' },
  mktDate: { header: 'Manufacture Date', kind: 'date' },
  expDate: { header: 'Expiry', kind: 'text' },
  origin: { header: 'Origin', kind: 'text' },
  loyaltyPoint: { header: 'Loyalty Point', kind: 'amount' },
  isActive: { header: 'Enabled', kind: 'yesNo' },
} as const
const variantColumns = {
  value: { header: 'Quantity', kind: 'number' },
  unit: { header: 'Unit', kind: 'unit' },
  mrp: { header: 'MRP', kind: 'amount' },
  sellingPrice: { header: 'Selling Price', kind: 'amount' },
  specialPrice: { header: 'Special Price', kind: 'amount' },
  discount: { header: 'Discount', kind: 'discount' },
} as const
/** Product columns that were added later. They are at the end, and files without them can still be imported. */
const taxColumns = {
  hsn: { header: 'HSN Code', kind: 'hsn' },
  gstRate: { header: 'GST Rate', kind: 'rate' },
  zeroKind: { header: 'At Rate 0', kind: 'zeroKind' },
} as const
/** A row with an id changes a stored product or variant; a row without an id adds one. */
const idColumns = {
  productId: { header: 'Product Id', kind: 'id' },
  variantId: { header: 'Variant Id', kind: 'id' },
} as const

export type ProductColumn = keyof typeof productColumns | keyof typeof taxColumns
export type VariantColumn = keyof typeof variantColumns
export type ProductFileColumn = ProductColumn | VariantColumn | keyof typeof idColumns
export type ProductFileCells = Cells<ProductFileColumn>

/** In export order. */
export const columns: Columns<ProductFileColumn> = {
  ...productColumns,
  ...variantColumns,
  ...taxColumns,
  ...idColumns,
}
export const ofProduct = keysOf({ ...productColumns, ...taxColumns })
export const ofVariant = keysOf(variantColumns)
export const productHead: readonly string[] = keysOf(columns).map((key) => columns[key].header)

type StoredVariant = z.output<typeof Variant>
/** A product to be written. Its `id` is '' for an example, which gets no ids in the file. */
export type WrittenProduct = Omit<ExportedProduct, 'subcategoryId' | 'version' | 'variants'> & {
  variants: readonly StoredVariant[]
}

export const productCells = (product: Omit<WrittenProduct, 'variants'>): Cells<ProductColumn> => ({
  title: product.title,
  subTitle: product.subtitle,
  description: product.description,
  section: product.sectionName,
  category: product.categoryName,
  subcategory: product.subcategoryName,
  keyward: joinedKeywords(product.keywords),
  mktBy: product.manufacturer,
  // D/M/YYYY: spreadsheets reformat ISO dates in the order of their own locale.
  mktDate: product.manufacturedOn?.split('-').toReversed().map(Number).join('/') ?? '',
  expDate: product.expiry,
  origin: product.origin,
  loyaltyPoint: String(product.loyaltyCoins),
  isActive: product.isActive ? 'Yes' : 'No',
  hsn: product.hsn,
  gstRate: product.gstRate === null ? '' : String(toPercent(product.gstRate)),
  zeroKind: zeroKindNames[product.zeroKind],
})

export function variantCells(variant: StoredVariant): Cells<VariantColumn> {
  const encoded = z.encode(Variant, variant)
  return cellsBy(variantColumns, (column) => String(encoded[column]))
}

/**
 * The rows of an export, readable by `readProductFile`. Each row repeats the product's cells, so that users may sort
 * the file.
 */
export const productFileRows = (products: readonly WrittenProduct[]): string[][] =>
  products.flatMap(({ variants, ...product }) => {
    const cells = { ...productCells(product), productId: product.id }
    const rows = variants.map((variant) => ({
      ...variantCells(variant),
      ...(product.id !== '' && { variantId: variant.id }),
    }))
    return (rows.length > 0 ? rows : [{}]).map((variant) => {
      const all: Partial<ProductFileCells> = { ...cells, ...variant }
      return keysOf(columns).map((key) => all[key] ?? '')
    })
  })
