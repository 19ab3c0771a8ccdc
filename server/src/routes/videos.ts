import { videos as calls } from '@kirana/contract/videos'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { lockProduct } from '../services/catalogue/product-rows.ts'
import { conflictAbout, updateVersion } from '../services/shared/versions.ts'
import { auditRows } from '../tables/journal.ts'
import { products } from '../tables/products.ts'
import { videos as table } from '../tables/videos.ts'

const isProduct = (productId: string) => and(eq(products.id, productId), isNull(products.archivedAt))

/** The id of a video's product. @throws HttpError 404 when there is no such video */
async function productIdOf(db: Db, videoId: string) {
  const { productId } = table
  return requireRow(await db.select({ productId }).from(table).where(eq(table.id, videoId)), 'Video')
    .productId
}

export const videos = serve(calls, {
  list: async ({ db, params: { productId } }) => {
    const rows = await db
      .select({ video: table })
      .from(products)
      .leftJoin(table, eq(table.productId, products.id))
      .where(isProduct(productId))
      .orderBy(asc(table.id))
    requireRow(rows, 'Product')
    return rows.flatMap(({ video }) => video ?? [])
  },
  add: async ({ db, body, audit }) => {
    await lockProduct(db, body.productId)
    audit({ object: requireRow(await db.insert(table).values(body).returning(), 'Video').id, after: body })
  },
  edit: async ({ db, body: { productId, videoId, version: seen, ...changes }, audit }) => {
    await lockProduct(db, productId)
    const condition = and(eq(table.id, videoId), eq(table.productId, productId))
    const before = requireRow(await db.select().from(table).where(condition), 'Video')
    const conflict = conflictAbout(db, 'this video', eq(auditRows.object, videoId), () => before)
    const edited = await updateVersion(db, table, condition, { changes, seen, conflict })
    const { fullName, code, about } = before
    audit({ object: videoId, before: { fullName, code, about }, after: changes })
    return edited
  },
  remove: async ({ db, params: { id }, audit }) => {
    await lockProduct(db, await productIdOf(db, id))
    audit({
      object: id,
      before: requireRow(await db.delete(table).where(eq(table.id, id)).returning(), 'Video'),
    })
  },
})
