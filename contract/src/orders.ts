import { paymentMethods } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import { Address } from './address.ts'
import { read, write } from './route.ts'
import {
  byPage,
  deliveryStatus,
  id,
  moment,
  paged,
  paymentStatus,
  rupees,
  search,
  spelled,
} from './shapes.ts'

/** One line of an order. `productQuantity` is the variant as people say it ('500 GM'), `quantity` how many. */
export const OrderLine = spelled(
  {
    productId: id,
    variantId: id,
    productImage: z.string(),
    productCatagory: z.string(),
    productTitle: z.string(),
    productQuantity: z.string(),
    quantity: z.int(),
    price: rupees,
    totalPrice: rupees,
  },
  { productCatagory: 'productCategory' },
)

export const OrderCharge = z.object({ title: z.string(), amount: rupees })

/** Who changed the status, when, from what to what. `from` is null for the placing of the order. */
export const StatusChange = z.object({
  from: z.nullable(deliveryStatus),
  to: deliveryStatus,
  at: moment,
  by: z.string(),
})

const row = {
  _id: id,
  order_id: z.string(),
  orderNumber: z.int(),
  products: z.array(OrderLine),
  totalPrice: rupees,
  dateAndTime: z.string(),
  date: z.string(),
  deliveryTime: z.string(),
  paymentStatus,
  payment: z.enum(paymentMethods),
  delivaryStatus: deliveryStatus,
  /** Address of the invoice, '' until it is issued. */
  invoice: z.string(),
  address: Address,
  user: z.object({ fullName: z.string(), phone: z.string() }),
}

const names = { _id: 'id', order_id: 'orderId', delivaryStatus: 'deliveryStatus' } as const

/** An order as lists, the board and live events show it. */
export const OrderRow = spelled(row, names)
export type OrderRow = z.input<typeof OrderRow>

const bill = {
  ...row,
  subtotal: rupees,
  discount: rupees,
  coupon: z.string(),
  referDiscount: rupees,
  referCode: z.string(),
  charges: z.array(OrderCharge),
  user: z.object({
    fullName: z.string(),
    phone: z.string(),
    email: z.string(),
    customerId: z.string(),
    country: z.string(),
  }),
}

/** An order as its customer sees it: everything but which staff member did what. */
export const CustomerOrder = spelled(bill, names)
export type CustomerOrder = z.input<typeof CustomerOrder>

/** An order with everything staff see of it. */
export const Order = spelled({ ...bill, history: z.array(StatusChange) }, names)
export type Order = z.input<typeof Order>

/** `user` is the owner of the referral code ('Referred By'). */
export const ReferredOrder = spelled({ ...row, referCode: z.string() }, names)
export type ReferredOrder = z.input<typeof ReferredOrder>

/** Missing, '' and 'All Orders' mean every status (null inside); anything else must be one. */
const everyStatus = z.codec(z.enum(['', 'All Orders'], { error: 'Status is not valid' }), z.null(), {
  decode: () => null,
  encode: () => '' as const,
})
const statusFilter = z._default(
  z.union([deliveryStatus, everyStatus], { error: 'Status is not valid' }),
  null,
)

export const orders = {
  list: read({
    access: 'staff',
    method: 'GET',
    path: '/payment/get/all/orders/staff/:page',
    summary: 'Orders, newest first, 20 a page; search matches order id and phone',
    params: byPage,
    query: z.object({ keywords: statusFilter, search }),
    data: paged(OrderRow),
  }),
  get: read({
    access: 'staff',
    method: 'GET',
    path: '/payment/get/single/order/staff/:orderId',
    summary: 'One order, as a list of one; an empty list when there is none',
    params: z.object({ orderId: id }),
    data: z.array(Order),
  }),
  referred: read({
    access: 'staff',
    method: 'GET',
    path: '/payment/referred/orders/:page',
    summary:
      "Orders placed with a referral code, 20 a page; search matches the owner's or the customer's phone",
    params: byPage,
    query: z.object({ search }),
    data: paged(ReferredOrder),
  }),
  changeStatus: write({
    access: 'staff',
    method: 'GET',
    path: '/payment/change/delivary/status/:orderId/:status',
    summary: 'Sets the delivery status; `from` is the status the caller saw',
    params: z.object({ orderId: id, status: deliveryStatus }),
    query: z.object({ from: z.optional(deliveryStatus) }),
    message: 'Status has been changed',
  }),
}
