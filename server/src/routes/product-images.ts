import { productImages as calls } from '@kirana/contract/product-images'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { requireRow, HttpError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { storing } from '../services/files/files.ts'
import { releasePictures } from '../services/catalogue/pictures.ts'
import { lockProduct } from '../services/catalogue/product-rows.ts'
import { productsNamedLike } from '../services/catalogue/titles.ts'
import { files } from '../tables/files.ts'
import { productImages as table } from '../tables/products.ts'

/** Locks the product against concurrent changes and returns its images in order. */
async function lockImages(db: Db, productId: string) {
  await lockProduct(db, productId)
  return db
    .select({ file: table.file, sha256: files.sha256 })
    .from(table)
    .innerJoin(files, eq(files.key, table.file))
    .where(eq(table.productId, productId))
    .orderBy(asc(table.position))
}
const keysOf = (rows: readonly { file: string }[]) => rows.map(({ file }) => file)

const savePositions = (db: Db, productId: string, images: readonly string[]) =>
  db
    .insert(table)
    .values(images.map((file, position) => ({ productId, file, position })))
    .onConflictDoUpdate({ target: [table.productId, table.file], set: { position: sql`excluded.position` } })

export const productImages = serve(
  calls,
  { add: storing('product') },
  {
    find: ({ db, body: { names } }) => productsNamedLike(db, names),
    add: async ({ db, body: { productId }, files: added, stored, audit }) => {
      const existing = await lockImages(db, productId)
      const { max, tooMany } = calls.add.files
      if (existing.length + stored.keys.length > max) throw new HttpError(409, tooMany)
      const before = keysOf(existing)
      const images = [...before, ...(await stored.keep(db))]
      const contents = new Set([...existing, ...added].map(({ sha256 }) => sha256))
      if (contents.size < images.length)
        throw new HttpError(409, 'The same image cannot be added to a product twice')
      await savePositions(db, productId, images)
      audit({ object: productId, before: { images: before }, after: { images } })
      return { images }
    },
    reorder: async ({ db, body: { productId, images }, audit }) => {
      const before = keysOf(await lockImages(db, productId))
      if (JSON.stringify(before.toSorted()) !== JSON.stringify(images.toSorted()))
        throw new HttpError(409, 'The images of this product have changed. Refresh the page', {
          code: 'stale',
        })
      await savePositions(db, productId, images)
      audit({ object: productId, before: { images: before }, after: { images } })
      return { images }
    },
    remove: async ({ db, params: { productId, image }, context, request, after, audit }) => {
      await lockProduct(db, productId)
      const others = sql<string[]>`(SELECT coalesce(json_agg(o.file ORDER BY o.position), '[]')
      FROM product_images o WHERE o.product_id = ${productId} AND o.file <> ${image})`
      const removed = await db
        .delete(table)
        .where(and(eq(table.productId, productId), eq(table.file, image)))
        .returning({ images: others })
      const { images } = requireRow(removed, 'Image')
      await releasePictures({ db, context, request, after }, [image])
      audit({ object: productId, before: { image }, after: { images } })
      return { images }
    },
  },
)
