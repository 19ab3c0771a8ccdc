import { CANCEL_REASON_NEEDED, MAX_CANCEL_REASON, MIN_CANCEL_REASON } from '@kirana/domain/cancel-reasons'
import { claimDestinations } from '@kirana/domain/claims'
import { refundStates } from '@kirana/domain/payment'
import { payers, paymentMethods, pickStates } from '@kirana/domain/vocabulary'
import { STATUS_INVALID } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { Address } from './wire/address.ts'
import { text } from './wire/bounded.ts'
import { OrderPayment } from './wire/order-payment.ts'
import { download, forStaff, get, writingGet } from './wire/route.ts'
import { byPage, dayFilter, idFilter, orderSort as sort, paged, search } from './wire/lists.ts'
import { deliveryStatus, id, moment, paymentStatus, rupees, renamed, signedRupees } from './wire/shapes.ts'
import { Checkout } from './store/payments.ts'

const PickedPart = z.object({
  quantity: z.int(),
  swap: z.nullable(
    z.object({
      productTitle: z.string(),
      productQuantity: z.string(),
      quantity: z.int(),
      totalPrice: rupees,
    }),
  ),
  /** What the pieces weigh together; null if they were not weighed. */
  grams: z.nullable(z.int()),
  totalPrice: rupees,
})

/** One line of an order. `productQuantity` is the pack size as text ('500 GM'), `quantity` the number of packs. */
export const OrderLine = renamed(
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
    /** What the customer wants if it is missing; absent if they did not say. */
    ifMissing: z.optional(z.enum(['swap', 'refund', 'call'])),
    /** The result of picking, once the order is picked: `quantity` pieces of the item, and the swap for others. */
    picked: z.optional(PickedPart),
  },
  { productCatagory: 'productCategory' },
)

export const OrderCharge = z.object({ title: z.string(), amount: rupees })

/**
 * One status change. `from` is null for the first entry, when the order was placed. A cancelation has its reason, if
 * one was given, and what it refunded: to the wallet or to the source of an online payment, with the state of that
 * refund.
 */
export const StatusChange = z.object({
  from: z.nullable(deliveryStatus),
  to: deliveryStatus,
  at: moment,
  by: z.string(),
  reason: z.optional(z.string()),
  refund: z.optional(
    z.object({ amount: rupees, to: z.enum(['wallet', 'source']), state: z.enum(refundStates) }),
  ),
})

/**
 * The refund of a claim, with its credit note, '' without one. `state` is that of a refund to the source, and `done`
 * for others.
 */
const ClaimRefund = z.object({
  at: moment,
  by: z.string(),
  claimId: id,
  claimNumber: z.string(),
  amount: rupees,
  to: z.enum(claimDestinations),
  state: z.enum(refundStates),
  creditNote: z.string(),
})

/** Why a paid order is canceled. */
export const CancelReason = text(MAX_CANCEL_REASON, CANCEL_REASON_NEEDED).check(
  z.minLength(MIN_CANCEL_REASON, CANCEL_REASON_NEEDED),
)

const row = {
  _id: id,
  order_id: z.string(),
  orderNumber: z.int(),
  products: z.array(OrderLine),
  totalPrice: rupees,
  /**
   * What payment in cash adds to the bill so that whole rupees are collected; negative if it lowers the bill. Absent if
   * it changes nothing, and once the order is paid in another way. It is never on the invoice.
   */
  cashRounding: z.optional(signedRupees),
  /** All completed and pending refunds: to the source, to the wallet or in cash. */
  refundedTotal: rupees,
  /** What the store keeps of the bill; 0 for a canceled order. */
  net: rupees,
  dateAndTime: z.string(),
  date: z.string(),
  deliveryTime: z.string(),
  paymentStatus,
  payment: z.enum(paymentMethods),
  delivaryStatus: deliveryStatus,
  /** URL of the invoice, of a replacement's delivery challan; '' until it is issued. */
  invoice: z.string(),
  address: Address,
  user: z.object({ fullName: z.string(), phone: z.string() }),
  /** Of a replacement for ₹0: the claim, and the order whose pieces it brings again. */
  replaces: z.optional(z.object({ claimNumber: z.string(), _id: id, order_id: z.string() })),
}

/**
 * Who picks an order, until when; `done` once it is picked. Absent if it is not claimed. For staff only, because it
 * names them.
 */
const pick = z.optional(
  z.object({
    state: z.enum(pickStates),
    by: z.string(),
    /** The id of the staff member. */
    staffId: z.nullable(id),
    until: z.nullable(moment),
  }),
)

/** The photographed list that staff placed an order from; absent without one. Only for staff. */
const manualOrderId = z.optional(id)

const names = { _id: 'id', order_id: 'orderId', delivaryStatus: 'deliveryStatus' } as const

/** An order in lists, on the board and in live events. */
export const OrderRow = renamed({ ...row, manualOrderId, pick }, names)
export type OrderRow = z.input<typeof OrderRow>

/** An invoice, credit note or delivery challan of an order; `link` opens the PDF. */
export const OrderDocument = z.object({
  kind: z.enum(['invoice', 'credit-note', 'challan']),
  number: z.string(),
  at: moment,
  link: z.string(),
})

/** An order by its id and number. */
export const OrderRef = z.object({ _id: id, order_id: z.string() })

const bill = {
  ...row,
  subtotal: rupees,
  discount: rupees,
  coupon: z.string(),
  referDiscount: rupees,
  referCode: z.string(),
  charges: z.array(OrderCharge),
  /** What rounding to the nearest rupee added, negative if it took something off. */
  roundOff: signedRupees,
  documents: z.array(OrderDocument),
  /** The replacements for claimed pieces of it, oldest first. */
  replacedBy: z.array(OrderRef),
  /** What has paid the order; `none` while it is due or failed. */
  paidBy: z.enum(payers),
  /** The total that the customer accepted when ordering; absent in orders of earlier releases. */
  placedTotal: z.optional(rupees),
  /** What the customer no longer pays because items were missing. */
  refunded: rupees,
  /** Who brings it, while it is on the road. */
  rider: z.optional(z.object({ name: z.string(), phone: z.string() })),
  user: z.object({
    _id: id,
    fullName: z.string(),
    phone: z.string(),
    email: z.string(),
    customerId: z.string(),
    country: z.string(),
  }),
}

/**
 * An order as its customer sees it: without history and pick, which name staff members. `doorCode`, four digits for the
 * rider at the door, is present only in this response, while the order is on the road.
 */
export const CustomerOrder = renamed({ ...bill, doorCode: z.optional(z.string()) }, names)
export type CustomerOrder = z.input<typeof CustomerOrder>

/** A new order, with its checkout if it is to be paid online. */
export const PlacedOrder = renamed({ ...bill, checkout: z.optional(Checkout) }, names)
export type PlacedOrder = z.input<typeof PlacedOrder>

/** An order with all its details, for staff. `online` is its online payment, if any. */
export const Order = renamed(
  {
    ...bill,
    manualOrderId,
    pick,
    /** The shelves of the lines, in the order of `products`; '' without a shelf. */
    shelves: z.array(z.string()),
    history: z.array(StatusChange),
    /** Oldest first. */
    claimRefunds: z.array(ClaimRefund),
    online: z.optional(OrderPayment),
    /** The payment by UPI to the rider, if there is one. */
    upi: z.optional(z.object({ utr: z.string(), isVerified: z.boolean() })),
  },
  names,
)
export type Order = z.input<typeof Order>

/** `user` is the owner of the referral code ('Referred By'). */
export const ReferredOrder = renamed({ ...row, manualOrderId, pick, referCode: z.string() }, names)
export type ReferredOrder = z.input<typeof ReferredOrder>

/**
 * How far the pick of an order is, in pieces; swapped ones count as found. `by` names the picker with the claim or,
 * without a claim, the picker who recorded last.
 */
export const TouchedPick = z.object({ by: z.string(), found: z.int(), missing: z.int(), ordered: z.int() })
export type TouchedPick = z.input<typeof TouchedPick>

/** '' and 'All Orders' mean every status; null inside. */
const everyStatus = z.codec(z.enum(['', 'All Orders'], { error: STATUS_INVALID }), z.null(), {
  decode: () => null,
  encode: () => '' as const,
})
const statusFilter = z._default(z.union([deliveryStatus, everyStatus], { error: STATUS_INVALID }), null)

/**
 * `customer` is an `_id`; `from` and `to` are days in Asia/Kolkata, both inclusive; `collect` lists only open orders
 * whose cash is still to be collected.
 */
const filters = {
  keywords: statusFilter,
  search,
  customer: idFilter,
  from: dayFilter,
  to: dayFilter,
  collect: z._default(z.enum(['', 'cash'], { error: 'Collect is not valid' }), ''),
  sort,
}

export const orders = {
  list: get(
    forStaff('orders.read'),
    '/payment/get/all/orders/staff/:page',
    'Orders, newest first unless sorted, 20 a page; search matches order id, phone and customer',
    { params: byPage, query: z.object(filters), data: paged(OrderRow) },
  ),
  export: download(
    forStaff('reports'),
    '/payment/export/orders/staff',
    'Orders as a CSV file, all that the list shows with the same filters, in its order; audited',
    { fresh: true, query: z.object(filters), replica: true },
  ),
  get: get(
    forStaff('orders.read'),
    '/payment/get/single/order/staff/:orderId',
    'One order, as a list of one; an empty list when there is no such order',
    { params: z.object({ orderId: id }), data: z.array(Order) },
  ),
  stages: get(
    forStaff('orders.read'),
    '/payment/get/order/stages/staff',
    'How many orders are in each stage between Confirmed and Out for Delivary',
    { data: z.array(z.object({ status: deliveryStatus, count: z.int() })) },
  ),
  referred: get(
    forStaff('orders.read'),
    '/payment/referred/orders/:page',
    "Orders placed with a referral code, 20 a page; search matches the owner's or the customer's phone",
    { params: byPage, query: z.object({ search, sort }), data: paged(ReferredOrder) },
  ),
  changeStatus: writingGet(
    forStaff('orders.write'),
    '/payment/change/delivary/status/:orderId/:status',
    'Sets the delivery status; `from` is the status the caller saw. If the status has changed since, the answer is ' +
      '409 and names who changed it and when. `cash` refunds the cash collected for a delivered order that is ' +
      'canceled. While something of a pick is recorded the answer is 409 `picking`; `discardPick` discards it, and ' +
      '`undo` restores it if the order was not changed since. `undo=pick` restores an ended pick, and answers 409 ' +
      'if the order was changed since. `reason` says why an order is canceled, in 3 to 200 characters. 409 `limit`: ' +
      'reopening a canceled order would take more from the wallet than one person may spend alone; 409 `claim`: the ' +
      'order has a replacement that is not canceled, or it is itself a replacement and the replaced order is canceled',
    {
      fresh: { query: 'cash' },
      params: z.object({ orderId: id, status: deliveryStatus }),
      query: z.object({
        from: z.optional(deliveryStatus),
        cash: z.optional(z.literal('collected', { error: 'Cash is not valid' })),
        discardPick: z.optional(z.literal('true', { error: 'Discard pick is not valid' })),
        reason: z.optional(CancelReason),
        undo: z.optional(z.enum(['true', 'pick'], { error: 'Undo is not valid' })),
      }),
      awaits: true,
      refusals: { picking: { status: 409, data: TouchedPick } },
      message: 'Status has been changed',
    },
  ),
}
