import type { ProductSort } from '@kirana/domain/vocabulary'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { auditRows } from '../../tables/journal.ts'
import { products } from '../../tables/products.ts'
import { containing } from '../shared/pages.ts'
import { availablePieces, stockIs, withStock } from '../shared/stock.ts'
import { rateOfProduct } from './rates.ts'

/**
 * SQL for a product. `stock` has further fields of each variant `v`, and `join` the tables that these fields are read
 * from.
 */
const rowWith = (
  stock: SQL,
  join: SQL,
) => sql`json_build_object('id', p.id, 'title', p.title, 'subtitle', p.subtitle,
  'categoryId', p.category_id, 'categoryName', c.name, 'subcategoryId', p.subcategory_id, 'sectionId', p.section_id,
  'origin', p.origin, 'loyaltyCoins', p.loyalty_coins, 'isActive', p.is_active, 'hsn', p.hsn,
  'avgRating', coalesce(round(p.rating_sum::numeric / nullif(p.rating_count, 0), 1), 0),
  'images', (SELECT coalesce(json_agg(i.file ORDER BY i.position), '[]') FROM product_images i WHERE i.product_id = p.id),
  'variants', (
    SELECT coalesce(json_agg(json_build_object('id', v.id, 'quantity', v.quantity, 'unit', v.unit, 'mrp', v.mrp,
      'sellingPrice', v.selling_price, 'specialPrice', v.special_price, 'discount', v.discount, 'version', v.version${stock})
      ORDER BY v.id), '[]')
    FROM variants v ${join} WHERE v.product_id = p.id))`

/**
 * The product `p` in category `c` for lists, as JSON, which has the same format on both engines. Prices in paise,
 * variants in order of creation, the average rating with one decimal (0 without ratings).
 */
export const productRow = rowWith(sql``, sql``)

/**
 * `productRow` with the pieces on hand of each variant and those that can be sold; null if its stock is not tracked.
 */
export const stockedProductRow = (now: Date) =>
  rowWith(
    sql`, 'onHand', s.on_hand, 'available', ${availablePieces(now)}`,
    sql`LEFT JOIN stock_levels s ON s.variant_id = v.id`,
  )

/** Additional fields of a product's page: names and values for a `json_build_object`. */
export const productText = sql`'description', p.description, 'manufacturer', p.manufacturer,
  'manufacturedOn', p.manufactured_on, 'expiry', p.expiry, 'zeroKind', p.zero_kind, 'version', p.version`

export type ProductFilter = {
  search: string
  status: '' | 'active' | 'inactive' | 'unfinished'
  /** Id of a category; '' for all. */
  category: string
  /** Only products with a variant in this state of stock. */
  stock: '' | 'low' | 'out' | 'expiring' | 'untracked'
  tax: '' | 'missing'
}

/** Whether product `p` is on offer but lacks a price or a picture. */
export const isUnfinished = sql`p.is_active AND p.archived_at IS NULL
  AND (NOT EXISTS (SELECT 1 FROM variants v WHERE v.product_id = p.id)
    OR NOT EXISTS (SELECT 1 FROM product_images i WHERE i.product_id = p.id))`

/** Whether customers can see and buy product `p`: it, its category and subcategory are active, and it has a variant. */
export const onSale = sql`p.is_active AND p.archived_at IS NULL
  AND p.category_id IN (SELECT id FROM categories WHERE is_active)
  AND p.subcategory_id IN (SELECT id FROM subcategories WHERE is_active)
  AND EXISTS (SELECT 1 FROM variants WHERE product_id = p.id)`

/** Whether product `p` is on sale without an HSN code or without a GST rate in force today. */
export const isUntaxed = (now: Date) => sql`(${onSale} AND (p.hsn = '' OR ${rateOfProduct(now)} IS NULL))`

/** The condition for the products `p` of a staff list. */
export function productsWhere({ search, status, category, stock, tax }: ProductFilter, now: Date): SQL {
  const all = [sql`p.archived_at IS NULL`]
  if (search) all.push(containing(sql`lower(p.title)`, search))
  if (status === 'unfinished') all.push(isUnfinished)
  else if (status) all.push(sql`p.is_active = ${status === 'active'}`)
  if (category) all.push(validate(category) ? sql`p.category_id = ${category}` : sql`false`)
  const isStocked = stockIs(stock, now)
  if (isStocked) all.push(sql`p.id IN (SELECT v.product_id FROM ${withStock} WHERE ${isStocked})`)
  if (tax === 'missing') all.push(isUntaxed(now))
  return sql.join(all, sql` AND `)
}

const orderedBy = { title: sql`lower(p.title)`, price: sql`p.least_price` }

/** ORDER BY of a staff list: an indexed column, then the id. */
export function productOrder(sort: ProductSort): SQL {
  if (sort === '') return sql`p.id DESC`
  const direction = sort.startsWith('-') ? sql`DESC` : sql`ASC`
  return sql`${orderedBy[sort === 'title' || sort === '-title' ? 'title' : 'price']} ${direction}, p.id ${direction}`
}

/**
 * Reads the product and locks it until the commit against changes of it, its images and its variants. Orders of the
 * product are not blocked, unless it is locked for `update`.
 * @throws HttpError 404 when it does not exist or is archived
 */
export const lockProduct = async (
  db: Db,
  id: string,
  strength: 'no key update' | 'update' = 'no key update',
) =>
  requireRow(
    await db
      .select()
      .from(products)
      .where(and(eq(products.id, id), isNull(products.archivedAt)))
      .for(strength),
    'Product',
  )

/** The audit entries about changes that increase the product's version; those of images and variants do not. */
export function entriesOfProduct(id: string): SQL {
  const { object, call, before, after } = auditRows
  return sql`(${object} = ${id} AND (${call} = 'products.edit'
      OR (${call} LIKE 'productFiles.%' AND ${after} ->> 'variantId' IS NULL))
    OR ${object} = 'products' AND ${call} IN ('products.setActive', 'products.setTax')
      AND ${before} @> ${JSON.stringify([{ id }])}::jsonb)`
}
