import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { addressColumns, placeOf, storedAddress } from '../shared/address.ts'

/** The items and the address of an order from the wallet that waits for approval; null for any other request. */
export const AskedDelivery = z.nullable(
  z.strictObject({
    items: z.array(
      z.strictObject({
        /** Null if the product has been deleted since the request. */
        title: z.nullable(z.string()),
        /** Thousandths of the unit. */
        amount: z.nullable(z.int()),
        unit: z.nullable(z.string()),
        quantity: z.int(),
      }),
    ),
    /** Null if the saved address has been deleted since the request. */
    address: z.nullable(storedAddress),
    isSaved: z.boolean(),
  }),
)

/** Whether an address book entry `a` is the address that staff typed into the order `w.asked`. */
const isTyped = sql`a.pincode = w.asked->'address'->>'pincode'
  AND lower(trim(a.house_no)) = lower(trim(w.asked->'address'->>'houseNo'))
  AND lower(trim(a.street)) = lower(trim(w.asked->'address'->>'street'))`

/** SQL for `AskedDelivery` of a waiting request: its stored order, and the customer who pays. */
export const askedDelivery = (order: { asked: SQL; userId: SQL }) => sql`(
  SELECT json_build_object(
    'items', (SELECT json_agg(json_build_object('title', p.title, 'amount', v.quantity, 'unit', v.unit,
        'quantity', i.quantity) ORDER BY i.line)
      FROM ROWS FROM (jsonb_to_recordset(w.asked->'items') AS ("productId" uuid, "variantId" uuid, quantity int))
        WITH ORDINALITY AS i(product_id, variant_id, quantity, line)
      LEFT JOIN products p ON p.id = i.product_id LEFT JOIN variants v ON v.id = i.variant_id),
    'address', coalesce((w.asked->'address')::json, (SELECT json_build_object(${addressColumns})
      FROM addresses a WHERE a.id = (w.asked->>'addressId')::uuid AND a.user_id = w.user_id)),
    'isSaved', EXISTS (SELECT 1 FROM addresses a WHERE a.user_id = w.user_id
      AND CASE WHEN w.asked ? 'address' THEN ${isTyped} ELSE a.id = (w.asked->>'addressId')::uuid END))
  FROM (SELECT ${order.asked} AS asked, ${order.userId} AS user_id) w WHERE w.asked IS NOT NULL)`

/** The fields of an approval, without the house, because the approver only has to recognize the place. */
export function toDelivery(asked: z.output<typeof AskedDelivery>) {
  if (asked === null) return {}
  const { items, address, isSaved } = asked
  return {
    delivery: {
      products: items.map(({ title, amount, unit, quantity }) => ({
        productTitle: title ?? '',
        productQuantity: amount === null ? '' : `${amount / 1000} ${unit ?? ''}`,
        quantity,
      })),
      place: address ? placeOf(address) : '',
      pincode: address?.pincode ?? '',
      isSavedAddress: isSaved,
    },
  }
}
