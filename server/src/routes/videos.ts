import { videos as calls } from '@kirana/contract/videos'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { found } from '../http/refuse.ts'
import { serve } from '../http/serve.ts'
import { heldProduct } from '../services/product-rows.ts'
import { products } from '../tables/products.ts'
import { videos as table } from '../tables/videos.ts'

const theProduct = (productId: string) => and(eq(products.id, productId), isNull(products.archivedAt))

/** The product that a video belongs to. @throws Refused 404 when there is no such video */
async function productOf(db: Db, videoId: string) {
  const { productId } = table
  return found(await db.select({ productId }).from(table).where(eq(table.id, videoId)), 'Video').productId
}

export const videos = serve(calls, {
  list: async ({ db, params: { productId } }) => {
    const rows = await db
      .select({ video: table })
      .from(products)
      .leftJoin(table, eq(table.productId, products.id))
      .where(theProduct(productId))
      .orderBy(asc(table.id))
    found(rows, 'Product')
    return rows.flatMap(({ video }) => video ?? [])
  },
  add: async ({ db, body, audit }) => {
    await heldProduct(db, body.productId)
    audit({ object: found(await db.insert(table).values(body).returning(), 'Video').id, after: body })
  },
  edit: async ({ db, body: { productId, videoId, ...after }, audit }) => {
    await heldProduct(db, productId)
    const one = and(eq(table.id, videoId), eq(table.productId, productId))
    const { fullName, code, about } = found(await db.select().from(table).where(one), 'Video')
    await db.update(table).set(after).where(one)
    audit({ object: videoId, before: { fullName, code, about }, after })
  },
  remove: async ({ db, params: { id }, audit }) => {
    await heldProduct(db, await productOf(db, id))
    audit({ object: id, before: found(await db.delete(table).where(eq(table.id, id)).returning(), 'Video') })
  },
})
