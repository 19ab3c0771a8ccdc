import * as z from 'zod/mini'
import { forCustomer, readingPost } from '../wire/route.ts'
import { byId, moment } from '../wire/shapes.ts'

/** What the customer app passes to the provider's checkout. `amount` is in paise, as the provider takes it. */
export const Checkout = z.object({
  provider: z.string(),
  keyId: z.string(),
  /** The provider's order. */
  orderId: z.string(),
  amount: z.int(),
  currency: z.literal('INR'),
  expiresAt: moment,
})
export type Checkout = z.input<typeof Checkout>

export const storePayments = {
  checkout: readingPost(
    forCustomer,
    '/store/orders/:id/checkout',
    'Returns the checkout of an online order again, while the order is unpaid and the checkout has not expired',
    { params: byId, data: Checkout },
  ),
}
