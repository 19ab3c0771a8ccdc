import * as z from 'zod/mini'
import { forStaff, get } from './wire/route.ts'
import { deliveryStatus, id, renamed, required } from './wire/shapes.ts'

const orderRef = { _id: id, order_id: z.string() }
const orderNames = { _id: 'id', order_id: 'orderId' } as const

/** `waiting` counts the Confirmed orders with the product that no picker has claimed; `oldest` is the first of them. */
const ScannedProduct = renamed(
  {
    productTitle: z.string(),
    productQuantity: z.string(),
    shelf: z.string(),
    /** Pieces; null if its stock is not tracked. */
    onHand: z.nullable(z.int()),
    waiting: z.int(),
    oldest: z.nullable(renamed(orderRef, orderNames)),
  },
  { productTitle: 'title', productQuantity: 'quantityText' },
)

/**
 * The meaning of a scanned code. `orders` has several entries if the scanned digits end the numbers of several open
 * orders.
 */
export const Scan = z.object({
  orders: z.array(
    renamed(
      { ...orderRef, delivaryStatus: deliveryStatus },
      { ...orderNames, delivaryStatus: 'deliveryStatus' },
    ),
  ),
  product: z.nullable(ScannedProduct),
})
export type Scan = z.input<typeof Scan>

export const scans = {
  find: get(
    forStaff('orders.read'),
    '/scan/:code',
    "What a scanned code belongs to: a product's barcode; an order's number, in any case and without its hyphen; or the last digits, four at least, of open orders. Empty for any other code",
    { params: z.object({ code: required('Code is required', 100) }), data: Scan },
  ),
}
