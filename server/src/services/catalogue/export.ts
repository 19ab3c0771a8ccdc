import type { Unit } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'
import { rateOfProduct } from './rates.ts'
import { type ProductFilter, productRow, productsWhere, productText } from './product-rows.ts'

type Exported = {
  title: string
  subtitle: string
  description: string
  sectionName: string
  categoryName: string
  subcategoryName: string
  keywords: string[]
  manufacturer: string
  manufacturedOn: string | null
  expiry: string
  origin: string
  loyaltyCoins: number
  isActive: boolean
  hsn: string
  /** Today's, in basis points; null if unknown. */
  gstRate: number | null
  variants: {
    id: string
    quantity: number
    unit: Unit
    mrp: number
    sellingPrice: number
    specialPrice: number
    discount: number
  }[]
}

/** The newest `limit` products of a filter, with the names of their section, category and keywords, in one statement. */
export async function exportedProducts(
  db: Db,
  filter: ProductFilter,
  { limit, now }: { limit: number; now: Date },
): Promise<Exported[]> {
  const { rows } = await db.execute<{ row: Exported; extra: Partial<Exported> }>(sql`
    SELECT ${productRow} AS row, json_build_object(${productText}, 'sectionName', s.name, 'subcategoryName', sc.name,
      'gstRate', ${rateOfProduct(now)},
      'keywords', (SELECT coalesce(json_agg(k.name ORDER BY lower(k.name)), '[]') FROM product_keywords pk
        JOIN keywords k ON k.id = pk.keyword_id WHERE pk.product_id = p.id)) AS extra
    FROM (SELECT p.id FROM products p WHERE ${productsWhere(filter)} ORDER BY p.id DESC LIMIT ${limit}) page
    JOIN products p ON p.id = page.id JOIN categories c ON c.id = p.category_id
    JOIN sections s ON s.id = p.section_id JOIN subcategories sc ON sc.id = p.subcategory_id
    ORDER BY p.id DESC`)
  return rows.map(({ row, extra }) => ({ ...row, ...extra }))
}
