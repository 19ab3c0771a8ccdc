import { products as calls } from '@kirana/contract/products'
import type { Returned } from '@kirana/contract/route'
import { PAGE_SIZE, totalPages } from '@kirana/domain/paging'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Db } from '../db/types.ts'
import { requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { releasePictures } from '../services/catalogue/pictures.ts'
import { checkCategoryPath, setKeywords } from '../services/catalogue/category-path.ts'
import { lockProduct, productRow, productsWhere, productText } from '../services/catalogue/product-rows.ts'
import { updateVersion } from '../services/shared/versions.ts'
import { products as table } from '../tables/products.ts'

type Product = Returned<typeof calls.get>
type Row = Returned<typeof calls.list>['data'][number]

const size = PAGE_SIZE.products

async function readProduct(db: Db, productId: string): Promise<Product> {
  const { rows } = await db.execute<{ row: Pick<Product, keyof Row>; details: Omit<Product, keyof Row> }>(sql`
    SELECT ${productRow} AS row, json_build_object(${productText}, 'keywordIds', (
        SELECT coalesce(json_agg(k.keyword_id ORDER BY k.keyword_id), '[]')
        FROM product_keywords k WHERE k.product_id = p.id)) AS details
    FROM products p JOIN categories c ON c.id = p.category_id
    WHERE p.id = ${productId} AND p.archived_at IS NULL`)
  const { row, details } = requireRow(rows, 'Product')
  return { ...row, ...details }
}

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
  get: ({ db, params: { productId } }) => readProduct(db, productId),
  add: async ({ db, body: { keywordIds, ...fields }, audit }) => {
    await checkCategoryPath(db, { ...fields, keywordIds })
    const returned = { id: table.id, version: table.version }
    const { id, version } = requireRow(await db.insert(table).values(fields).returning(returned), 'Product')
    await setKeywords(db, id, keywordIds)
    audit({ object: id, after: { ...fields, keywordIds } })
    return { id, version }
  },
  edit: async ({ db, body: { productId, keywordIds, version: seen, ...changes }, audit }) => {
    await checkCategoryPath(db, { ...changes, keywordIds })
    const before = await lockProduct(db, productId)
    const change = { changes, seen, what: 'this product', current: () => readProduct(db, productId) }
    const edited = await updateVersion(db, table, eq(table.id, productId), change)
    const previousKeywordIds = await setKeywords(db, productId, keywordIds)
    audit({
      object: productId,
      before: { ...before, keywordIds: previousKeywordIds },
      after: { ...changes, keywordIds: keywordIds.toSorted() },
    })
    return edited
  },
  setActive: async ({ db, body: { productIds, isActive }, audit }) => {
    const { id } = table
    const validIds = productIds.filter((productId) => validate(productId))
    const locked = await db
      .select({ id, isActive: table.isActive })
      .from(table)
      .where(and(inArray(id, validIds), isNull(table.archivedAt)))
      // Ordered, so that concurrent calls lock in the same order and cannot deadlock.
      .orderBy(id)
      .for('no key update')
    const ids = locked.map((product) => product.id)
    const version = sql`${table.version} + (${table.isActive} <> ${isActive})::int`
    await db.update(table).set({ isActive, version }).where(inArray(id, ids))
    audit({ object: 'products', before: locked, after: { isActive } })
    const changed = new Set(ids)
    return productIds.map((productId) => {
      const done = changed.has(productId.toLowerCase())
      return { id: productId, done, message: done ? '' : 'Product not found' }
    })
  },
  remove: async ({ db, params: { productId }, context, now, after, audit }) => {
    const before = await lockProduct(db, productId, 'update')
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
    const { archived, images } = requireRow(rows, 'Product')
    await releasePictures({ db, context, after }, images)
    audit({ object: productId, before, after: archived ? { archivedAt: now } : undefined })
  },
})
