import { products as calls } from '@kirana/contract/products'
import type { Given } from '@kirana/contract/route'
import { PAGE_SIZE, totalPages } from '@kirana/domain/paging'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import { found } from '../http/refuse.ts'
import { serve } from '../http/serve.ts'
import { letGo } from '../services/pictures.ts'
import { refuseWrongPlace, setKeywords } from '../services/product-place.ts'
import { heldProduct, productRow, productsWhere, productText } from '../services/product-rows.ts'
import { products as table } from '../tables/products.ts'

type Product = Given<typeof calls.get>
type Row = Given<typeof calls.list>['data'][number]

const size = PAGE_SIZE.products

export const products = serve(calls, {
  list: async ({ db, params: { page }, query }) => {
    const condition = productsWhere(query)
    const { rows } = await db.execute<{ row: Row }>(sql`
      SELECT ${productRow} AS row
      FROM (SELECT p.id FROM products p WHERE ${condition}
        ORDER BY p.id DESC LIMIT ${size} OFFSET ${(page - 1) * size}) page
      JOIN products p ON p.id = page.id JOIN categories c ON c.id = p.category_id ORDER BY p.id DESC`)
    const counted = await db.execute<{ total: number }>(
      sql`SELECT count(*)::int AS total FROM products p WHERE ${condition}`,
    )
    return { data: rows.map(({ row }) => row), totalPages: totalPages(counted.rows[0]?.total ?? 0, size) }
  },
  get: async ({ db, params: { productId } }) => {
    const { rows } = await db.execute<{ row: Row; more: Omit<Product, keyof Row> }>(sql`
      SELECT ${productRow} AS row, json_build_object(${productText}, 'keywordIds', (
          SELECT coalesce(json_agg(k.keyword_id ORDER BY k.keyword_id), '[]')
          FROM product_keywords k WHERE k.product_id = p.id)) AS more
      FROM products p JOIN categories c ON c.id = p.category_id
      WHERE p.id = ${productId} AND p.archived_at IS NULL`)
    const { row, more } = found(rows, 'Product')
    return { ...row, ...more }
  },
  add: async ({ db, body: { keywordIds, ...fields }, audit }) => {
    await refuseWrongPlace(db, { ...fields, keywordIds })
    const { id } = found(await db.insert(table).values(fields).returning({ id: table.id }), 'Product')
    await setKeywords(db, id, keywordIds)
    audit({ object: id, after: { ...fields, keywordIds } })
    return { id }
  },
  edit: async ({ db, body: { productId, keywordIds, ...changes }, audit }) => {
    await refuseWrongPlace(db, { ...changes, keywordIds })
    const before = await heldProduct(db, productId)
    await db.update(table).set(changes).where(eq(table.id, productId))
    const earlier = await setKeywords(db, productId, keywordIds)
    audit({
      object: productId,
      before: { ...before, keywordIds: earlier },
      after: { ...changes, keywordIds: keywordIds.toSorted() },
    })
  },
  setActive: async ({ db, body: { productIds, isActive }, audit }) => {
    const { id } = table
    const wellFormed = productIds.filter((each) => validate(each))
    const there = await db
      .select({ id, isActive: table.isActive })
      .from(table)
      .where(and(inArray(id, wellFormed), isNull(table.archivedAt)))
      // In the order of their ids, so that two such calls wait for one another and do not deadlock.
      .orderBy(id)
      .for('no key update')
    const ids = there.map((product) => product.id)
    await db.update(table).set({ isActive }).where(inArray(id, ids))
    audit({ object: 'products', before: there, after: { isActive } })
    const changed = new Set(ids)
    return productIds.map((each) => {
      const done = changed.has(each.toLowerCase())
      return { id: each, done, message: done ? '' : 'Product not found' }
    })
  },
  remove: async ({ db, params: { productId }, kit, now, after, audit }) => {
    const before = await heldProduct(db, productId, 'update')
    const ordered = sql`EXISTS (SELECT 1 FROM order_lines WHERE product_id = ${productId})`
    const { rows } = await db.execute<{ archived: boolean; images: string[] }>(sql`
      WITH archived AS (
        UPDATE products SET archived_at = ${now.toISOString()} WHERE id = ${productId} AND ${ordered} RETURNING id
      ), deleted AS (
        DELETE FROM products WHERE id = ${productId} AND NOT ${ordered} RETURNING id
      )
      SELECT EXISTS (SELECT 1 FROM archived) AS archived, (
        SELECT coalesce(json_agg(file), '[]') FROM product_images
        WHERE product_id IN (SELECT id FROM deleted)) AS images`)
    const { archived, images } = found(rows, 'Product')
    await letGo({ db, kit, after }, images)
    audit({ object: productId, before, after: archived ? { archivedAt: now } : undefined })
  },
})
