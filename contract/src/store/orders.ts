import { MAX_LINES, MAX_QUANTITY, mergeLines } from '@kirana/domain/cart'
import { ifMissingWishes, paymentMethods } from '@kirana/domain/vocabulary'
import { PINCODE_REQUIRED } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { AddressInput, sixDigits } from '../wire/address.ts'
import { boundedList } from '../wire/bounded-list.ts'
import { totalInput, wholeInput } from '../wire/numbers.ts'
import { openNow } from '../opening.ts'
import { CustomerOrder, OrderCharge, PlacedOrder } from '../orders.ts'
import { forAnyone, forCustomer, get, post, readingPost } from '../wire/route.ts'
import { byCursor } from '../wire/lists.ts'
import { byId, id, optionalText, rupees, signedRupees } from '../wire/shapes.ts'

const IF_MISSING = 'If missing must be swap, refund or call'
const QUANTITY = 'Quantity must be from 1 to 1,000'
const item = z.object({
  productId: id,
  variantId: id,
  quantity: wholeInput(1, MAX_QUANTITY, QUANTITY, QUANTITY),
  /** What to do if the item is missing. If several lines have the same variant, the first one applies. */
  ifMissing: z._default(z.enum(ifMissingWishes, { error: IF_MISSING }), ''),
})
const TOO_MANY_ITEMS = `An order has ${MAX_LINES} items at most`
export const cart = {
  items: boundedList(item, 10 * MAX_LINES, { error: 'Items are required', tooMany: TOO_MANY_ITEMS }).check(
    z.minLength(1, { error: 'Items are required', abort: true }),
    z.overwrite<z.output<typeof item>[]>(mergeLines),
    z.refine((lines) => lines.length <= MAX_LINES, TOO_MANY_ITEMS),
    z.refine((lines) => lines.every(({ quantity }) => quantity <= MAX_QUANTITY), QUANTITY),
  ),
  coupon: optionalText(50),
  referCode: optionalText(50),
}
export const payment = z.enum(paymentMethods, { error: 'Payment must be cod, wallet or online' })

/**
 * The bill of a cart before the order is placed. `notes` explain why a coupon or a referral code gives no discount, and
 * why an order would be refused.
 */
export const Quote = z.object({
  lines: z.array(
    z.object({
      productId: id,
      variantId: id,
      title: z.string(),
      productQuantity: z.string(),
      quantity: z.int(),
      price: rupees,
      totalPrice: rupees,
      /** The pieces that one order can have: those in stock, up to the limit of the company's settings. */
      available: z.int(),
    }),
  ),
  subtotal: rupees,
  discount: rupees,
  referDiscount: rupees,
  charges: z.array(OrderCharge),
  /** What rounding to the nearest rupee added, negative if it took something off. */
  roundOff: signedRupees,
  totalPrice: rupees,
  /**
   * What payment in cash adds so that whole rupees are collected, negative if it lowers the bill; only with `payment:
   * 'cod'`.
   */
  cashRounding: z.optional(signedRupees),
  notes: z.array(z.string()),
  ...openNow,
})
export type Quote = z.input<typeof Quote>

/** An order goes to a saved address or to one that is sent with it. */
export const oneAddress = z.refine<{ addressId?: unknown; address?: unknown }>(
  ({ addressId, address }) => (addressId === undefined) !== (address === undefined),
  'Send either addressId or address',
)

export const storeOrders = {
  quote: readingPost(
    forAnyone,
    '/store/quote',
    'The bill of a cart; coupon names are rate limited, wrong ones more strictly. With a token it includes the ' +
      'discounts and the limits of that customer, those of `payment` if it is sent. Send its `totalPrice` with the ' +
      'order as `expectedTotal`',
    {
      throttled: true,
      body: z.object({ ...cart, pincode: sixDigits(PINCODE_REQUIRED), payment: z.optional(payment) }),
      data: Quote,
    },
  ),
  place: post(
    forCustomer,
    '/store/orders',
    "Places an order at the server's own prices; repeating a key returns the same order. With `expectedTotal`, the " +
      '`totalPrice` of the quote, a different total is rejected with the code `total-changed` and the new bill. ' +
      'While the store is closed an order is rejected with the code `closed`, beyond a limit with `pieces`, ' +
      '`open-orders`, `unpaid-value` or `unpaid-stock`. An online order comes with its checkout; a 503 means that ' +
      'nothing was placed',
    {
      keyRequired: true,
      refusals: { 'total-changed': { status: 409, data: Quote } },
      throttled: true,
      body: z
        .object({
          ...cart,
          pincode: z.optional(sixDigits(PINCODE_REQUIRED)),
          addressId: z.optional(id),
          address: z.optional(AddressInput),
          payment,
          expectedTotal: z.optional(totalInput),
        })
        .check(oneAddress),
      data: PlacedOrder,
      message: 'Order placed successfully',
    },
  ),
  list: get(
    forCustomer,
    '/store/orders',
    "The customer's orders, newest first; `next` is the cursor of the next page, null on the last",
    {
      query: z.object(byCursor),
      data: z.object({ orders: z.array(CustomerOrder), next: z.nullable(z.string()) }),
    },
  ),
  get: get(forCustomer, '/store/orders/:id', "One of the customer's orders", {
    params: byId,
    data: CustomerOrder,
  }),
  cancel: post(
    forCustomer,
    '/store/orders/:id/cancel',
    "Cancels one of the customer's orders while it is Confirmed",
    { params: byId, data: CustomerOrder, message: 'Order canceled successfully' },
  ),
}
