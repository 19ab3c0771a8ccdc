import { PINCODE_REQUIRED } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { OrderOfList } from './manual-orders.ts'
import { Order } from './orders.ts'
import { cart, oneAddress, payment, Quote } from './store/orders.ts'
import { AddressInput, sixDigits } from './wire/address.ts'
import { totalInput } from './wire/numbers.ts'
import { forStaff, post, readingPost } from './wire/route.ts'
import { id } from './wire/shapes.ts'

const { items, coupon } = cart

/** What staff send to place an order, beside the customer or the photographed list. */
const placed = {
  items,
  coupon,
  addressId: z.optional(id),
  address: z.optional(AddressInput),
  payment,
  expectedTotal: totalInput,
}

/** The errors that carry data when staff place an order for a customer. */
const placingRefusals = { 'total-changed': { status: 409, data: Quote } } as const

/** Staff spend a customer's money. */
const ofWallet = { body: 'payment', is: 'wallet' } as const

const PLACED_BY_STAFF =
  "at the store's own prices, with the rules and errors of `POST /store/orders`, except 409 `closed`. `expectedTotal` is " +
  'the total of the quote. The customer gets a push message. It cannot be paid online (422); a payment from the wallet ' +
  'above the limit of payouts waits for a second person'

const oneCustomer = z.refine<{ userId?: unknown; manualOrderId?: unknown }>(
  ({ userId, manualOrderId }) => (userId === undefined) !== (manualOrderId === undefined),
  'Send either userId or manualOrderId',
)

/** Orders that staff place for a customer on the phone, or for a customer who sent photos of a list. */
export const staffOrders = {
  quote: readingPost(
    forStaff('orders.write'),
    '/order/quote',
    'The bill of an order that staff place for a customer, or from the photographed list of one',
    {
      body: z
        .object({
          userId: z.optional(id),
          manualOrderId: z.optional(id),
          items,
          coupon,
          pincode: sixDigits(PINCODE_REQUIRED),
          payment: z.optional(payment),
        })
        .check(oneCustomer),
      data: Quote,
    },
  ),
  place: post(
    forStaff('orders.write'),
    '/order/place',
    `Places an order for a customer, ${PLACED_BY_STAFF}`,
    {
      fresh: ofWallet,
      keyRequired: true,
      awaits: true,
      refusals: placingRefusals,
      body: z.object({ userId: id, ...placed }).check(oneAddress),
      data: Order,
      message: 'Order placed successfully',
    },
  ),
  placeList: post(
    forStaff('orders.write'),
    '/manual/order/place',
    `Places the order of a photographed list, ${PLACED_BY_STAFF}. The list must be Waiting; it ends with its order. 409 ` +
      '`placed` with the order if one was placed from it and is not canceled',
    {
      fresh: ofWallet,
      keyRequired: true,
      awaits: true,
      refusals: { ...placingRefusals, placed: { status: 409, data: OrderOfList } },
      body: z.object({ manualOrderId: id, ...placed }).check(oneAddress),
      data: Order,
      message: 'Order placed successfully',
    },
  ),
}
