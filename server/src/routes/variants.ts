import { variants as calls } from '@kirana/contract/variants'
import { withSpecialPrice } from '@kirana/domain/price'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { lockProduct } from '../services/catalogue/product-rows.ts'
import { rethrowReserved } from '../services/stock/levels.ts'
import { conflictAbout, updateVersion } from '../services/shared/versions.ts'
import { auditRows } from '../tables/journal.ts'
import { variants as table } from '../tables/products.ts'

const variantsOf = async (db: Db, productId: string) => ({
  variants: await db.select().from(table).where(eq(table.productId, productId)).orderBy(asc(table.id)),
})
const isVariant = (productId: string, variantId: string) =>
  and(eq(table.productId, productId), eq(table.id, variantId))

/** The object of the audit rows is the product, because price changes are part of its history. */
export const variants = serve(calls, {
  add: async ({ db, body, audit }) => {
    await lockProduct(db, body.productId)
    const added = requireRow(await db.insert(table).values(withSpecialPrice(body)).returning(), 'Variant')
    audit({ object: body.productId, after: added })
    return variantsOf(db, body.productId)
  },
  edit: async ({ db, body: { productId, variantId, version: seen, ...changes }, audit }) => {
    await lockProduct(db, productId)
    const condition = isVariant(productId, variantId)
    const before = requireRow(await db.select().from(table).where(condition), 'Variant')
    const after = withSpecialPrice(changes)
    const ofVariant = sql`${auditRows.after} ->> 'variantId' = ${variantId}`
    const entries = and(eq(auditRows.object, productId), ofVariant)
    const conflict = conflictAbout(db, 'this variant', entries, () => before)
    await updateVersion(db, table, condition, { changes: after, seen, conflict })
    audit({ object: productId, before: { ...before, variantId }, after: { ...after, variantId } })
    return variantsOf(db, productId)
  },
  remove: async ({ db, params: { productId, variantId }, audit }) => {
    await lockProduct(db, productId)
    const before = requireRow(
      await db.delete(table).where(isVariant(productId, variantId)).returning().catch(rethrowReserved),
      'Variant',
    )
    audit({ object: productId, before })
    return variantsOf(db, productId)
  },
})
