import type { ChosenSwap, PickLine } from '@kirana/domain/pick'
import { shortReasons } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'

export type Picker = { id: string; name: string }

const Swap = z.strictObject({
  variantId: z.string(),
  productId: z.string(),
  title: z.string(),
  quantityText: z.string(),
  quantity: z.int(),
  price: z.int(),
  mrp: z.int(),
  coins: z.int(),
  agreed: z.nullable(z.int()),
  reason: z.string(),
}) satisfies z.ZodMiniType<ChosenSwap>

export const pickLineShape = {
  line: z.int(),
  productId: z.string(),
  variantId: z.string(),
  title: z.string(),
  quantityText: z.string(),
  ordered: z.int(),
  price: z.int(),
  coins: z.int(),
  weight: z.nullable(z.int()),
  found: z.int(),
  short: z.int(),
  reason: z.union([z.enum(shortReasons), z.literal('')]),
  grams: z.nullable(z.int()),
  swap: z.nullable(Swap),
}
export const StoredPickLine = z.strictObject(pickLineShape) satisfies z.ZodMiniType<PickLine>

/** SQL for the fields of `StoredPickLine`, from the ordered line `l` and its picked line `k`. */
export const pickLineFields = sql`'line', l.line, 'productId', l.product_id, 'variantId', l.variant_id, 'title', l.title,
  'quantityText', l.quantity_text, 'ordered', l.quantity, 'price', l.price, 'coins', coalesce(l.coins, 0),
  'weight', l.weight, 'found', coalesce(k.found, 0), 'short', coalesce(k.short, 0), 'reason', coalesce(k.reason, ''),
  'grams', k.grams, 'swap', CASE WHEN k.swap_variant IS NOT NULL THEN json_build_object('variantId', k.swap_variant,
    'productId', k.swap_product, 'title', k.swap_title, 'quantityText', k.swap_quantity_text,
    'quantity', k.swap_quantity, 'price', k.swap_price, 'mrp', k.swap_mrp, 'coins', k.swap_coins, 'agreed', k.swap_agreed,
    'reason', k.swap_reason) END`

/** SQL for the number of recorded line settings of order `o`: the version of its pick, independent of the picker. */
export const lineActions = sql`(SELECT count(*) FROM pick_actions a WHERE a.order_id = o.id AND a.kind = 'line')`

/** The ordered lines of order `o` with their picked lines. */
export const pickLinesOf = sql`order_lines l LEFT JOIN pick_lines k ON k.order_id = l.order_id AND k.line = l.line`
