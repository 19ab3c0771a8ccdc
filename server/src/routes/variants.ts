import { variants as calls } from '@kirana/contract/variants'
import { keptPrices } from '@kirana/domain/price'
import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { found } from '../http/refuse.ts'
import { serve } from '../http/serve.ts'
import { heldProduct } from '../services/product-rows.ts'
import { variants as table } from '../tables/products.ts'

const variantsOf = async (db: Db, productId: string) => ({
  variants: await db.select().from(table).where(eq(table.productId, productId)).orderBy(asc(table.id)),
})
const oneOf = (productId: string, variantId: string) =>
  and(eq(table.productId, productId), eq(table.id, variantId))

/** A price is part of its product's history, so the log names the product. */
export const variants = serve(calls, {
  add: async ({ db, body, audit }) => {
    await heldProduct(db, body.productId)
    const added = found(await db.insert(table).values(keptPrices(body)).returning(), 'Variant')
    audit({ object: body.productId, after: added })
    return variantsOf(db, body.productId)
  },
  edit: async ({ db, body: { productId, variantId, ...sent }, audit }) => {
    await heldProduct(db, productId)
    const one = oneOf(productId, variantId)
    const before = found(await db.select().from(table).where(one), 'Variant')
    const after = keptPrices(sent)
    await db.update(table).set(after).where(one)
    audit({ object: productId, before, after: { ...after, variantId } })
    return variantsOf(db, productId)
  },
  remove: async ({ db, params: { productId, variantId }, audit }) => {
    await heldProduct(db, productId)
    const before = found(await db.delete(table).where(oneOf(productId, variantId)).returning(), 'Variant')
    audit({ object: productId, before })
    return variantsOf(db, productId)
  },
})
