import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { found } from '../http/refuse.ts'
import { products } from '../tables/products.ts'
import { containing } from './pages.ts'

/**
 * What a list of products shows of the product `p` in its category `c`, as JSON: it reads the same on both engines.
 * Prices in paise, variants in the order of their creation, the rating with one decimal (0 without any).
 */
export const productRow = sql`json_build_object('id', p.id, 'title', p.title, 'subtitle', p.subtitle,
  'categoryId', p.category_id, 'categoryName', c.name, 'subcategoryId', p.subcategory_id, 'sectionId', p.section_id,
  'origin', p.origin, 'loyaltyCoins', p.loyalty_coins, 'isActive', p.is_active,
  'avgRating', coalesce(round(p.rating_sum::numeric / nullif(p.rating_count, 0), 1), 0),
  'images', (SELECT coalesce(json_agg(i.file ORDER BY i.position), '[]') FROM product_images i WHERE i.product_id = p.id),
  'variants', (
    SELECT coalesce(json_agg(json_build_object('id', v.id, 'quantity', v.quantity, 'unit', v.unit, 'mrp', v.mrp,
      'sellingPrice', v.selling_price, 'specialPrice', v.special_price, 'discount', v.discount) ORDER BY v.id), '[]')
    FROM variants v WHERE v.product_id = p.id))`

/** What its own page shows beside that: names and values for a `json_build_object`. */
export const productText = sql`'description', p.description, 'manufacturer', p.manufacturer,
  'manufacturedOn', p.manufactured_on, 'expiry', p.expiry`

export type ProductFilter = { search: string; status: '' | 'active' | 'inactive' }

/** What is true of the products `p` of a list of staff. */
export function productsWhere({ search, status }: ProductFilter): SQL {
  const all = [sql`p.archived_at IS NULL`]
  if (search) all.push(containing(sql`lower(p.title)`, search))
  if (status) all.push(sql`p.is_active = ${status === 'active'}`)
  return sql.join(all, sql` AND `)
}

/** Whether customers may see and buy the product `p`: it, its category and its subcategory are active, and it has a variant. */
export const onSale = sql`p.is_active AND p.archived_at IS NULL
  AND p.category_id IN (SELECT id FROM categories WHERE is_active)
  AND p.subcategory_id IN (SELECT id FROM subcategories WHERE is_active)
  AND EXISTS (SELECT 1 FROM variants WHERE product_id = p.id)`

/**
 * The product as it is, held until the commit, so that nobody else changes it, its images or its variants meanwhile;
 * orders for it go on, unless it is held for `update`. @throws Refused 404 when there is none, or it is archived
 */
export const heldProduct = async (
  db: Db,
  id: string,
  strength: 'no key update' | 'update' = 'no key update',
) =>
  found(
    await db
      .select()
      .from(products)
      .where(and(eq(products.id, id), isNull(products.archivedAt)))
      .for(strength),
    'Product',
  )
