import type { Returned } from '@kirana/contract/wire/route'
import { storeProducts as calls } from '@kirana/contract/store/products'
import { PAGE_SIZE } from '@kirana/domain/paging'
import { stockShown } from '@kirana/domain/stock'
import { type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import { answered, rowsOf } from '../../db/rows.ts'
import { requireRow, HttpError } from '../../errors.ts'
import { serve } from '../../http/serve.ts'
import { containing } from '../../services/shared/pages.ts'
import { onSale, productText, stockedProductRow } from '../../services/catalogue/product-rows.ts'

type Product = Returned<typeof calls.get>
type Row = Returned<typeof calls.list>['products'][number]

type StoredVariant = Omit<Row['variants'][number], 'inStock' | 'left'> & { available: number | null }
type StoredRow = Omit<Row, 'variants'> & { variants: StoredVariant[] }

const limited = { row: answered<StoredRow>(), piecesPerOrder: z.int() }
const listedRow = z.strictObject(limited)
const detailedRow = z.strictObject({
  ...limited,
  details: answered<Omit<Product, keyof Row>>(),
})
const ratedRow = z.strictObject({ delivered: z.boolean(), rated: z.boolean() })

const size = PAGE_SIZE.products

type Filter = { search: string; categoryId: string; subcategoryId: string; sectionId: string; origin: string }

function conditions({ search, categoryId, subcategoryId, sectionId, origin }: Filter): SQL {
  const all = [onSale]
  if (search) all.push(containing(sql`lower(p.title)`, search))
  if (categoryId) all.push(sql`p.category_id = ${categoryId}`)
  if (subcategoryId) all.push(sql`p.subcategory_id = ${subcategoryId}`)
  if (sectionId) all.push(sql`p.section_id = ${sectionId}`)
  if (origin) all.push(sql`lower(p.origin) = ${origin.toLowerCase()}`)
  return sql.join(all, sql` AND `)
}

/** Selects a product `p` in category `c`, with the maximum number of pieces in an order. */
const limitedRow = (now: Date) =>
  sql`${stockedProductRow(now)} AS row, (SELECT pieces_per_order FROM company) AS "piecesPerOrder"`

const shown = ({ row, piecesPerOrder }: { row: StoredRow; piecesPerOrder: number }): Row => ({
  ...row,
  variants: row.variants.map(({ available, ...variant }) => ({
    ...variant,
    ...stockShown(available, piecesPerOrder),
  })),
})

export const storeProducts = serve(calls, {
  list: async ({ db, query: { cursor, ...filter }, now }) => {
    const ids = [cursor, filter.categoryId, filter.subcategoryId, filter.sectionId]
    if (ids.some((id) => id && !validate(id))) return { products: [], next: null }
    const after = cursor ? sql`AND p.id < ${cursor}` : sql``
    const rows = await rowsOf(db, listedRow).execute(sql`
      SELECT ${limitedRow(now)}
      FROM (SELECT p.id FROM products p WHERE ${conditions(filter)} ${after} ORDER BY p.id DESC LIMIT ${size + 1}) page
      JOIN products p ON p.id = page.id JOIN categories c ON c.id = p.category_id ORDER BY p.id DESC`)
    const products = rows.slice(0, size).map(shown)
    return { products, next: rows.length > size ? (products.at(-1)?.id ?? null) : null }
  },
  get: async ({ db, params, now }) => {
    const rows = await rowsOf(db, detailedRow).execute(sql`
      SELECT ${limitedRow(now)}, json_build_object(${productText}, 'ratings', p.rating_count, 'videos', (
          SELECT coalesce(json_agg(json_build_object('id', v.id, 'fullName', v.full_name, 'code', v.code,
            'about', v.about) ORDER BY v.id), '[]') FROM videos v WHERE v.product_id = p.id)) AS details
      FROM products p JOIN categories c ON c.id = p.category_id
      WHERE p.id = ${params.id} AND ${onSale}`)
    const { details, ...product } = requireRow(rows, 'Product')
    return { ...shown(product), ...details }
  },
  rate: async ({ db, params, body, who, now }) => {
    const rows = await rowsOf(db, ratedRow).execute(sql`
      WITH product AS (
        SELECT p.id, EXISTS (
          SELECT 1 FROM orders o JOIN order_lines l ON l.order_id = o.id
          WHERE o.user_id = ${who.id} AND o.status = 'delivered' AND l.product_id = p.id) AS delivered
        FROM products p WHERE p.id = ${params.id} AND ${onSale}
      ), rated AS (
        INSERT INTO ratings (product_id, user_id, stars, created_at)
        SELECT id, ${who.id}, ${body.rating}, ${now.toISOString()} FROM product WHERE delivered
        ON CONFLICT DO NOTHING RETURNING product_id, stars
      ), summed AS (
        UPDATE products p SET rating_count = rating_count + 1, rating_sum = rating_sum + r.stars
        FROM rated r WHERE p.id = r.product_id
      )
      SELECT delivered, EXISTS (SELECT 1 FROM rated) AS rated FROM product`)
    const { delivered, rated } = requireRow(rows, 'Product')
    if (!delivered) throw new HttpError(422, 'You can rate a product once it has been delivered to you')
    if (!rated) throw new HttpError(409, 'You have already rated this product')
  },
})
