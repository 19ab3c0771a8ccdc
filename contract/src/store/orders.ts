import { paymentMethods } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import { SentAddress, sixDigits } from '../address.ts'
import { wholeSent } from '../numbers.ts'
import { CustomerOrder, OrderCharge } from '../orders.ts'
import { read, write } from '../route.ts'
import { byCursor, byId, id, optionalText, rupees } from '../shapes.ts'

const QUANTITY = 'Quantity must be from 1 to 1,000'
const basket = {
  items: z
    .array(z.object({ productId: id, variantId: id, quantity: wholeSent(1, 1000, QUANTITY, QUANTITY) }), {
      error: 'Items are required',
    })
    .check(
      z.minLength(1, { error: 'Items are required', abort: true }),
      z.maxLength(100, 'An order has 100 items at most'),
    ),
  coupon: optionalText(50),
  referCode: optionalText(50),
}

/** The bill before it is an order. `notes` say why a coupon or a code gives nothing. */
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
    }),
  ),
  subtotal: rupees,
  discount: rupees,
  referDiscount: rupees,
  charges: z.array(OrderCharge),
  totalPrice: rupees,
  notes: z.array(z.string()),
})
export type Quote = z.input<typeof Quote>

const oneAddress = z.refine<{ addressId?: unknown; address?: unknown }>(
  ({ addressId, address }) => (addressId === undefined) !== (address === undefined),
  'Send either addressId or address',
)

export const storeOrders = {
  quote: read({
    access: 'public',
    method: 'POST',
    path: '/store/quote',
    summary: 'The bill of a basket, line by line; a token makes it personal',
    body: z.object({ ...basket, pincode: sixDigits('Pincode is required') }),
    data: Quote,
  }),
  place: write({
    access: 'customer',
    method: 'POST',
    path: '/store/orders',
    summary: "Places an order at the server's own prices; the same key gives the same order, once",
    keyRequired: true,
    body: z
      .object({
        ...basket,
        pincode: z.optional(sixDigits('Pincode is required')),
        addressId: z.optional(id),
        address: z.optional(SentAddress),
        payment: z.enum(paymentMethods, { error: 'Payment must be cod, wallet or online' }),
      })
      .check(oneAddress),
    data: CustomerOrder,
    message: 'Order placed successfully',
  }),
  list: read({
    access: 'customer',
    method: 'GET',
    path: '/store/orders',
    summary: 'Own orders, newest first; `next` is the cursor of the next page, null on the last',
    query: z.object(byCursor),
    data: z.object({ orders: z.array(CustomerOrder), next: z.nullable(z.string()) }),
  }),
  get: read({
    access: 'customer',
    method: 'GET',
    path: '/store/orders/:id',
    summary: 'One own order',
    params: byId,
    data: CustomerOrder,
  }),
  cancel: write({
    access: 'customer',
    method: 'POST',
    path: '/store/orders/:id/cancel',
    summary: 'Cancels an own order while it is Confirmed',
    params: byId,
    data: CustomerOrder,
    message: 'Order canceled successfully',
  }),
}
