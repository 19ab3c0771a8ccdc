import { products as calls } from '@kirana/contract/products'
import type { Returned } from '@kirana/contract/wire/route'
import { PAGE_SIZE, totalPages } from '@kirana/domain/paging'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import { answered, rowsOf } from '../db/rows.ts'
import * as z from 'zod/mini'
import type { Db } from '../db/types.ts'
import { requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { releasePictures } from '../services/catalogue/pictures.ts'
import { checkCategoryPath, setKeywords } from '../services/catalogue/category-path.ts'
import {
  entriesOfProduct,
  lockProduct,
  productOrder,
  productRow,
  productsWhere,
  productText,
  stockedProductRow,
} from '../services/catalogue/product-rows.ts'
import { addProductRates, firstDayOf, rateOfProduct, ratesOfProduct } from '../services/catalogue/rates.ts'
import { conflictAbout, updateVersion } from '../services/shared/versions.ts'
import { products as table } from '../tables/products.ts'

type Product = Returned<typeof calls.get>
type Row = Returned<typeof calls.list>['data'][number]

const listedRow = z.strictObject({ row: answered<Row>(), gstRate: z.nullable(z.int()) })
const detailedRow = z.strictObject({
  row: answered<Pick<Product, keyof Row>>(),
  details: answered<Omit<Product, keyof Row>>(),
})
const totalRow = z.strictObject({ total: z.int() })
const removedRow = z.strictObject({ archived: z.boolean(), images: z.array(z.string()) })

const size = PAGE_SIZE.products

/** Locks the existing products in the order of their ids, so that concurrent calls cannot deadlock. */
async function lockProducts(db: Db, productIds: readonly string[]) {
  const { id, isActive, hsn, archivedAt } = table
  const validIds = productIds.filter((productId) => validate(productId))
  return db
    .select({ id, isActive, hsn })
    .from(table)
    .where(and(inArray(id, validIds), isNull(archivedAt)))
    .orderBy(id)
    .for('no key update')
}

/** The result for each product of a bulk change. */
function outcomes(productIds: readonly string[], done: readonly string[]) {
  const changed = new Set(done)
  return productIds.map((productId) => {
    const isDone = changed.has(productId.toLowerCase())
    return { id: productId, done: isDone, message: isDone ? '' : 'Product not found' }
  })
}

async function readProduct(db: Db, productId: string, now: Date): Promise<Product> {
  const rows = await rowsOf(db, detailedRow).execute(sql`
    SELECT ${productRow} AS row, json_build_object(${productText}, 'keywordIds', (
        SELECT coalesce(json_agg(k.keyword_id ORDER BY k.keyword_id), '[]')
        FROM product_keywords k WHERE k.product_id = p.id),
      'gstRate', ${rateOfProduct(now)}, 'gstRates', ${ratesOfProduct}) AS details
    FROM products p JOIN categories c ON c.id = p.category_id
    WHERE p.id = ${productId} AND p.archived_at IS NULL`)
  const { row, details } = requireRow(rows, 'Product')
  const gstRates = details.gstRates.map((rate) => ({ ...rate, at: new Date(rate.at) }))
  return { ...row, ...details, gstRates }
}

export const products = serve(calls, {
  list: async ({ db, params: { page }, query, now }) => {
    const condition = productsWhere(query, now)
    const order = productOrder(query.sort)
    const rows = await rowsOf(db, listedRow).execute(sql`
      SELECT ${stockedProductRow(now)} AS row, ${rateOfProduct(now)} AS "gstRate"
      FROM (SELECT p.id FROM products p WHERE ${condition}
        ORDER BY ${order} LIMIT ${size} OFFSET ${(page - 1) * size}) page
      JOIN products p ON p.id = page.id JOIN categories c ON c.id = p.category_id ORDER BY ${order}`)
    const counted = await rowsOf(db, totalRow).execute(
      sql`SELECT count(*)::int AS total FROM products p WHERE ${condition}`,
    )
    const data = rows.map(({ row, gstRate }) => ({ ...row, gstRate }))
    return { data, totalPages: totalPages(counted[0]?.total ?? 0, size) }
  },
  get: ({ db, params: { productId }, now }) => readProduct(db, productId, now),
  add: async ({ db, body: { keywordIds, gstRate, gstFrom, ...fields }, who, now, audit }) => {
    const firstDay = firstDayOf(gstFrom, now)
    await checkCategoryPath(db, { ...fields, keywordIds })
    const returned = { id: table.id, version: table.version }
    const { id, version } = requireRow(await db.insert(table).values(fields).returning(returned), 'Product')
    await setKeywords(db, id, keywordIds)
    const isRated = typeof gstRate === 'number'
    if (isRated) await db.execute(addProductRates([{ id, rate: gstRate }], { firstDay, by: who.name, now }))
    audit({ object: id, after: { ...fields, keywordIds, ...(isRated && { gstRate, firstDay }) } })
    return { id, version }
  },
  edit: async ({ db, body, who, now, audit }) => {
    const { productId, keywordIds, gstRate, gstFrom, version: seen, ...changes } = body
    const firstDay = firstDayOf(gstFrom, now)
    await checkCategoryPath(db, { ...changes, keywordIds })
    const before = await lockProduct(db, productId)
    const rates = typeof gstRate === 'number' ? [{ id: productId, rate: gstRate }] : []
    const rated = db
      .$with('rated', { productId: sql`product_id` })
      .as(addProductRates(rates, { firstDay, by: who.name, now }))
    const { isRated, version } = await updateVersion(db.with(rated), table, eq(table.id, productId), {
      changes,
      seen,
      conflict: conflictAbout(db, 'this product', entriesOfProduct(productId), () =>
        readProduct(db, productId, now),
      ),
      returning: { isRated: sql<boolean>`EXISTS (SELECT 1 FROM rated)` },
    })
    const previousKeywordIds = await setKeywords(db, productId, keywordIds)
    audit({
      object: productId,
      before: { ...before, keywordIds: previousKeywordIds },
      after: { ...changes, keywordIds: keywordIds.toSorted(), ...(isRated && { gstRate, firstDay }) },
    })
    return { version }
  },
  setActive: async ({ db, body: { productIds, isActive }, audit }) => {
    const locked = await lockProducts(db, productIds)
    const ids = locked.map((product) => product.id)
    const version = sql`${table.version} + (${table.isActive} <> ${isActive})::int`
    await db.update(table).set({ isActive, version }).where(inArray(table.id, ids))
    const before = locked.map(({ id, isActive: wasActive }) => ({ id, isActive: wasActive }))
    audit({ object: 'products', before, after: { isActive } })
    return outcomes(productIds, ids)
  },
  setTax: async ({ db, body: { productIds, hsn, gstRate, gstFrom }, who, now, audit }) => {
    const firstDay = firstDayOf(gstFrom, now)
    const locked = await lockProducts(db, productIds)
    const ids = locked.map((product) => product.id)
    const version = sql`${table.version} + 1`
    await db
      .update(table)
      .set({ ...(hsn && { hsn }), version })
      .where(inArray(table.id, ids))
    const isRated = typeof gstRate === 'number'
    if (isRated) {
      const rates = ids.map((id) => ({ id, rate: gstRate }))
      await db.execute(addProductRates(rates, { firstDay, by: who.name, now }))
    }
    const before = locked.map(({ id, hsn: code }) => ({ id, hsn: code }))
    audit({
      object: 'products',
      before,
      after: { ...(hsn && { hsn }), ...(isRated && { gstRate, firstDay }) },
    })
    return outcomes(productIds, ids)
  },
  remove: async ({ db, params: { productId }, context, request, now, after, audit }) => {
    const before = await lockProduct(db, productId, 'update')
    const ordered = sql`(EXISTS (SELECT 1 FROM order_lines WHERE product_id = ${productId})
      OR EXISTS (SELECT 1 FROM pick_lines WHERE swap_product = ${productId})
      OR EXISTS (SELECT 1 FROM picked_lines WHERE product_id = ${productId}))`
    const rows = await rowsOf(db, removedRow).execute(sql`
      WITH archived AS (
        UPDATE products SET archived_at = ${now.toISOString()} WHERE id = ${productId} AND ${ordered} RETURNING id
      ), deleted AS (
        DELETE FROM products WHERE id = ${productId} AND NOT ${ordered} RETURNING id
      )
      SELECT EXISTS (SELECT 1 FROM archived) AS archived, (
        SELECT coalesce(json_agg(file), '[]') FROM product_images
        WHERE product_id IN (SELECT id FROM deleted)) AS images`)
    const { archived, images } = requireRow(rows, 'Product')
    await releasePictures({ db, context, request, after }, images)
    audit({ object: productId, before, after: archived ? { archivedAt: now } : undefined })
  },
})
