import { toPercent } from '@kirana/domain/money'
import * as z from 'zod/mini'
import { allColumns, type Cells, type ProductColumn, type VariantColumn } from './product-sheet-columns.ts'
import { joinedKeywords } from './product-sheet-lookup.ts'
import { Variant } from './variants.ts'

/** A product as exported, with names in place of the ids of its section, category, subcategory and keywords. */
export type ExportedProduct = {
  /** '' for an example, which gets no ids in the file. */
  id: string
  title: string
  subtitle: string
  description: string
  sectionName: string
  categoryName: string
  subcategoryName: string
  keywords: readonly string[]
  manufacturer: string
  manufacturedOn: string | null
  expiry: string
  origin: string
  loyaltyCoins: number
  isActive: boolean
  hsn: string
  /** Basis points; null if unknown. */
  gstRate: number | null
  variants: readonly z.output<typeof Variant>[]
}

export const productCells = (product: ExportedProduct): Record<ProductColumn, string> => ({
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
})

export function variantCells(variant: z.output<typeof Variant>): Record<VariantColumn, string> {
  const { variantId: _, unit, ...numbers } = z.encode(Variant, variant)
  const { value, mrp, sellingPrice, specialPrice, discount } = numbers
  return {
    value: String(value),
    unit,
    mrp: String(mrp),
    sellingPrice: String(sellingPrice),
    specialPrice: String(specialPrice),
    discount: String(discount),
  }
}

/** The rows of an export, readable by `readSheet`. Each row repeats the product's cells, so that users may sort the file. */
export const sheetRows = (exported: readonly ExportedProduct[]): string[][] =>
  exported.flatMap((product) => {
    const cells = { ...productCells(product), productId: product.id }
    const rows = product.variants.map((variant) => ({
      ...variantCells(variant),
      ...(product.id !== '' && { variantId: variant.id }),
    }))
    return (rows.length > 0 ? rows : [{}]).map((variant: Partial<Cells>) =>
      allColumns.map((column) => ({ ...cells, ...variant })[column as keyof typeof cells] ?? ''),
    )
  })
