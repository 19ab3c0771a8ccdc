import { prices as calls } from '@kirana/contract/prices'
import { pricePaid } from '@kirana/domain/price'
import { withPricePaid } from '@kirana/domain/price-change'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import { serve } from '../http/serve.ts'
import { products, variants } from '../tables/products.ts'

const CHANGED = 'Somebody has changed it since'

export const prices = serve(calls, {
  set: async ({ db, body, audit }) => {
    const changes = new Map(body.changes.map((change) => [change.id.toLowerCase(), change]))
    // Locks both rows, so that each is read in its state after waiting. Ordered, so that concurrent calls cannot
    // deadlock.
    const locked = await db
      .select({ variant: variants })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .where(
        and(
          inArray(
            variants.id,
            [...changes.keys()].filter((id) => validate(id)),
          ),
          isNull(products.archivedAt),
        ),
      )
      .orderBy(products.id, variants.id)
      .for('no key update')
    const outcomes = locked.map(({ variant }) => {
      const change = changes.get(variant.id)
      const price = pricePaid(variant)
      const { prices, error } = withPricePaid(variant, change?.price ?? price)
      const message = change?.version === variant.version ? (error?.message ?? '') : CHANGED
      const after = message === '' ? prices : variant
      const isChanged = pricePaid(after) !== price
      return { variant, after, isChanged, message }
    })
    const changed = outcomes.filter(({ isChanged }) => isChanged)
    const rows = changed.map(({ after: { id, sellingPrice, specialPrice } }) => ({
      id,
      sellingPrice,
      specialPrice,
    }))
    if (rows.length > 0)
      await db.execute(sql`
        UPDATE variants v SET selling_price = r."sellingPrice", special_price = r."specialPrice", version = v.version + 1
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, "sellingPrice" bigint, "specialPrice" bigint)
        WHERE v.id = r.id`)
    const history = changed.map(({ variant, after: { id, sellingPrice, specialPrice } }) => ({
      object: variant.productId,
      before: variant,
      after: { sellingPrice, specialPrice, variantId: id },
    }))
    audit(history.length > 0 ? history : null)
    const done = new Map(outcomes.map((outcome) => [outcome.variant.id, outcome]))
    return body.changes.map(({ id, version }) => {
      const outcome = done.get(id.toLowerCase())
      if (!outcome) return { id, done: false, message: 'Variant not found', price: 0, version }
      const { after, message, isChanged } = outcome
      return {
        id,
        done: message === '',
        message,
        price: pricePaid(after),
        version: outcome.variant.version + (isChanged ? 1 : 0),
      }
    })
  },
})
