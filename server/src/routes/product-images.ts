import { productImages as calls } from '@kirana/contract/product-images'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { found, Refused } from '../http/refuse.ts'
import { serve } from '../http/serve.ts'
import { keep } from '../services/files.ts'
import { letGo } from '../services/pictures.ts'
import { heldProduct } from '../services/product-rows.ts'
import { productImages as table } from '../tables/products.ts'

/** The images of a product that is held: nobody adds one meanwhile. */
async function imagesOf(db: Db, productId: string) {
  await heldProduct(db, productId)
  const rows = await db
    .select({ file: table.file })
    .from(table)
    .where(eq(table.productId, productId))
    .orderBy(asc(table.position))
  return rows.map(({ file }) => file)
}

const putInOrder = (db: Db, productId: string, images: readonly string[]) =>
  db
    .insert(table)
    .values(images.map((file, position) => ({ productId, file, position })))
    .onConflictDoUpdate({ target: [table.productId, table.file], set: { position: sql`excluded.position` } })

export const productImages = serve(calls, {
  add: async ({ db, body: { productId }, files, kit, audit }) => {
    const before = await imagesOf(db, productId)
    const { max, tooMany } = calls.add.files
    if (before.length + files.length > max) throw new Refused(409, tooMany)
    const images = [...before, ...(await keep(db, kit.files, files, { purpose: 'product' }))]
    if (new Set(images).size < images.length)
      throw new Refused(409, 'The same image cannot be added to a product twice')
    await putInOrder(db, productId, images)
    audit({ object: productId, before: { images: before }, after: { images } })
    return { images }
  },
  reorder: async ({ db, body: { productId, images }, audit }) => {
    const before = await imagesOf(db, productId)
    if (JSON.stringify(before.toSorted()) !== JSON.stringify(images.toSorted()))
      throw new Refused(409, 'The images of this product have changed meanwhile. Please look again', {
        code: 'stale',
      })
    await putInOrder(db, productId, images)
    audit({ object: productId, before: { images: before }, after: { images } })
    return { images }
  },
  remove: async ({ db, params: { productId, image }, kit, after, audit }) => {
    await heldProduct(db, productId)
    const others = sql<string[]>`(SELECT coalesce(json_agg(o.file ORDER BY o.position), '[]')
      FROM product_images o WHERE o.product_id = ${productId} AND o.file <> ${image})`
    const removed = await db
      .delete(table)
      .where(and(eq(table.productId, productId), eq(table.file, image)))
      .returning({ images: others })
    const { images } = found(removed, 'Image')
    await letGo({ db, kit, after }, [image])
    audit({ object: productId, before: { image }, after: { images } })
    return { images }
  },
})
