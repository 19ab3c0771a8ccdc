import { zeroKinds } from '@kirana/domain/gst'
import { units } from '@kirana/domain/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { rateOfProduct } from './rates.ts'
import { type ProductFilter, productRow, productsWhere, productText } from './product-rows.ts'

/** The part of `productRow` that a sheet contains. */
const Listed = z.object({
  id: z.string(),
  subcategoryId: z.string(),
  title: z.string(),
  subtitle: z.string(),
  categoryName: z.string(),
  origin: z.string(),
  loyaltyCoins: z.int(),
  isActive: z.boolean(),
  hsn: z.string(),
  variants: z.array(
    z.strictObject({
      id: z.string(),
      quantity: z.int(),
      unit: z.enum(units),
      mrp: z.int(),
      sellingPrice: z.int(),
      specialPrice: z.int(),
      discount: z.int(),
      version: z.int(),
    }),
  ),
})
const Extra = z.strictObject({
  description: z.string(),
  manufacturer: z.string(),
  manufacturedOn: z.nullable(z.string()),
  expiry: z.string(),
  sectionName: z.string(),
  subcategoryName: z.string(),
  keywords: z.array(z.string()),
  zeroKind: z.enum(zeroKinds),
  version: z.int(),
  /** Today's rate in basis points; null if unknown. */
  gstRate: z.nullable(z.int()),
})
const exportedRow = z.strictObject({ row: Listed, extra: Extra })
export type ExportedProduct = z.output<typeof Listed> & z.output<typeof Extra>

/**
 * The products `p` that meet a condition, newest first, with the names of their section, category, subcategory and
 * keywords. One statement.
 */
async function sheetProducts(db: Db, condition: SQL, { limit, now }: { limit: number; now: Date }) {
  const rows = await rowsOf(db, exportedRow).execute(sql`
    SELECT ${productRow} AS row, json_build_object(${productText}, 'sectionName', s.name, 'subcategoryName', sc.name,
      'gstRate', ${rateOfProduct(now)},
      'keywords', (SELECT coalesce(json_agg(k.name ORDER BY lower(k.name)), '[]') FROM product_keywords pk
        JOIN keywords k ON k.id = pk.keyword_id WHERE pk.product_id = p.id)) AS extra
    FROM (SELECT p.id FROM products p WHERE ${condition} ORDER BY p.id DESC LIMIT ${limit}) page
    JOIN products p ON p.id = page.id JOIN categories c ON c.id = p.category_id
    JOIN sections s ON s.id = p.section_id JOIN subcategories sc ON sc.id = p.subcategory_id
    ORDER BY p.id DESC`)
  return rows.map(({ row, extra }): ExportedProduct => ({ ...row, ...extra }))
}

/** The newest `limit` products of a filter. One statement. */
export const exportedProducts = (
  db: Db,
  filter: ProductFilter,
  options: { limit: number; now: Date },
): Promise<ExportedProduct[]> => sheetProducts(db, productsWhere(filter, options.now), options)

/** The products of these ids that exist. One statement; none if there are no ids. */
export async function productsNamed(db: Db, ids: readonly string[], now: Date): Promise<ExportedProduct[]> {
  if (ids.length === 0) return []
  const condition = sql`p.archived_at IS NULL AND p.id = ANY (string_to_array(${ids.join()}, ',')::uuid[])`
  return sheetProducts(db, condition, { limit: ids.length, now })
}
