import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'

/** The found pieces of a line and the product that replaces the others, once its order is picked. Amounts are paise. */
export const PickedPart = z.strictObject({
  quantity: z.int(),
  swap: z.nullable(
    z.strictObject({
      productTitle: z.string(),
      productQuantity: z.string(),
      quantity: z.int(),
      totalPrice: z.int(),
    }),
  ),
  grams: z.nullable(z.int()),
  totalPrice: z.int(),
})

/** SQL for `PickedPart` of line `l`. The text of a pack is read from the swap, not from the row of the bill. */
export const pickedPart = sql`(SELECT json_build_object(
    'quantity', coalesce(sum(b.pieces) FILTER (WHERE NOT b.is_swap), 0), 'grams', max(b.grams),
    'totalPrice', coalesce(sum(b.total), 0), 'swap', json_agg(json_build_object('productTitle', b.title,
      'productQuantity', k.swap_quantity_text, 'quantity', b.pieces, 'totalPrice', b.total)) FILTER (WHERE b.is_swap) -> 0)
  FROM picked_lines b LEFT JOIN pick_lines k ON k.order_id = b.order_id AND k.line = b.line
  WHERE b.order_id = l.order_id AND b.line = l.line)`
