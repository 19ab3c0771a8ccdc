import { lineStates, MAX_GRAMS } from '@kirana/domain/pick'
import { MAX_ROUND, MIN_ROUND } from '@kirana/domain/round'
import { amountTypes, ifMissingWishes, pickStates, shortReasons } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import { boundedList } from './wire/bounded-list.ts'
import { amountInput, wholeInput } from './wire/numbers.ts'
import { Order, TouchedPick } from './orders.ts'
import { forStaff, forSuperadmin, get, post, put } from './wire/route.ts'
import {
  deliveryStatus,
  id,
  moment,
  required,
  renamed,
  rupees,
  signedRupees,
  textIfSent,
} from './wire/shapes.ts'

const PIECES = 'Pieces must be a whole number from 0 to 1,000'
const GRAMS = 'Weight must be a whole number of grams from 1 to 10,00,00,000'
const REASON = 'Reason must be not there, damaged, expired or other'
const SWAP = 'Swap must name a variant and how many pieces'
const AGREED = 'Agreed price is required'
const LINE = 'Line is not valid'
const ACTION = 'Action id is required'
const ROUND = 'Choose two to four orders'

/** A variant in place of missing pieces; `totalPrice` is what the customer pays for it. */
const PickSwap = z.object({
  variantId: id,
  productId: id,
  productTitle: z.string(),
  productQuantity: z.string(),
  quantity: z.int(),
  price: rupees,
  mrp: rupees,
  coins: z.int(),
  /** What the customer agreed to pay for it; null: no more than for what it replaces. */
  agreed: z.nullable(rupees),
  /** The reason for a swap worth more than one and a half times what it replaces; '' for any other. */
  reason: z.string(),
  totalPrice: rupees,
})

/**
 * A line of an order that is being picked. `short` are missing pieces that nothing replaces; `reason` says why pieces are
 * missing, replaced ones too. `weight` is milligrams of one piece, null if it is not sold by weight.
 */
export const PickedLine = renamed(
  {
    line: z.int(),
    productId: id,
    variantId: id,
    productTitle: z.string(),
    productQuantity: z.string(),
    productImage: z.string(),
    shelf: z.string(),
    barcodes: z.array(z.string()),
    /** The earliest day that its pieces expire, YYYY-MM-DD; null if none is known. */
    nextExpiry: z.nullable(z.string()),
    ordered: z.int(),
    price: rupees,
    coins: z.int(),
    weight: z.nullable(z.int()),
    found: z.int(),
    short: z.int(),
    reason: z.union([z.enum(shortReasons), z.literal('')]),
    swap: z.nullable(PickSwap),
    grams: z.nullable(z.int()),
    ifMissing: z.enum(ifMissingWishes),
    state: z.enum(lineStates),
  },
  { productTitle: 'title', productQuantity: 'quantityText', productImage: 'image' },
)
export type PickedLine = z.input<typeof PickedLine>

const rule = { amountType: z.enum(amountTypes), amount: z.int(), minimum: z.int() }

/** The rules of the bill as they were when the order was placed, for a screen that computes it: paise and basis points. */
const Rules = z.object({
  /** `maximum`: the most that a percentage takes off. */
  coupon: z.nullable(z.object({ ...rule, maximum: z.optional(z.int()) })),
  referralPercent: z.int(),
  /** Whether the total is rounded to the nearest rupee. */
  roundsOff: z.optional(z.boolean()),
  charges: z.array(z.object({ ...rule, title: z.string(), maximum: z.int() })),
})

/** `before` is the total that the customer accepted, `after` the total of what is picked; open lines count as found. */
export const OrderPick = renamed(
  {
    orderId: id,
    order_id: z.string(),
    state: z.enum(pickStates),
    by: z.string(),
    /** The caller has claimed it. */
    isMine: z.boolean(),
    /** When the lease ends; null unless it is claimed. */
    until: z.nullable(moment),
    delivaryStatus: deliveryStatus,
    /** When it should reach the customer: the longest promised delivery time after it was placed. */
    promisedAt: moment,
    payment: z.enum(['cod', 'wallet', 'online']),
    /** A cash order is paid once its cash was collected, even if it is canceled and reopened after that. */
    isPaid: z.boolean(),
    customer: z.string(),
    phone: z.string(),
    lines: z.array(PickedLine),
    rules: z.nullable(Rules),
    /** How many actions of all its pickers are stored. */
    stored: z.int(),
    /** The pending approval request to end the pick with its present lines. */
    approval: z.nullable(z.object({ askedBy: z.string(), at: moment })),
    before: rupees,
    after: rupees,
    refund: signedRupees,
    /** The finished pick can be undone: the order was not changed since, and no money was refunded with it. */
    mayUndo: z.boolean(),
  },
  { order_id: 'orderNumber', delivaryStatus: 'deliveryStatus' },
)
export type OrderPick = z.input<typeof OrderPick>

const SwapCandidate = renamed(
  {
    variantId: id,
    productId: id,
    productTitle: z.string(),
    productQuantity: z.string(),
    productImage: z.string(),
    shelf: z.string(),
    barcodes: z.array(z.string()),
    price: rupees,
    /** How much more one piece costs than one of the line; below 0 if it costs less. */
    difference: signedRupees,
    /** Pieces that can be sold; null if its stock is not tracked. */
    available: z.nullable(z.int()),
  },
  { productTitle: 'title', productQuantity: 'quantityText', productImage: 'image' },
)
export type SwapCandidate = z.input<typeof SwapCandidate>

/** The orders of a round that other pickers have claimed. */
const conflictingOrders = { orderIds: z.array(id) }

const actionId = required(ACTION, 100)
const pieces = wholeInput(0, 1000, PIECES, PIECES)
const line = wholeInput(1, 1000, LINE, LINE)

export const pick = {
  get: get(
    forStaff('picking'),
    '/pick/get/:orderId',
    'What was picked of an order so far, with the bill before and after',
    { params: z.object({ orderId: id }), data: OrderPick },
  ),
  swaps: get(
    forStaff('picking'),
    '/pick/swaps/:orderId/:line',
    'What can replace a line and is not out of stock: other sizes of the same product first, then variants of the ' +
      'same subcategory, then by nearest price',
    { params: z.object({ orderId: id, line }), data: z.array(SwapCandidate) },
  ),
  find: get(
    forStaff('picking'),
    '/pick/find/:code',
    'The variant with a barcode, and its shelf; null if no variant has the barcode',
    {
      params: z.object({ code: required('Barcode is required', 100) }),
      data: z.nullable(
        renamed(
          { productTitle: z.string(), productQuantity: z.string(), shelf: z.string() },
          { productTitle: 'title', productQuantity: 'quantityText' },
        ),
      ),
    },
  ),
  claim: post(
    forStaff('picking'),
    '/pick/claim',
    'Claims an order to pick it. The claim ends 3 minutes after the last sign of its screen, or 10 minutes once ' +
      'something is recorded. 409 `taken` names the picker who has it, 409 `touched` the picker who has recorded ' +
      'something; `takeOver` takes it from them',
    {
      body: z.object({ orderId: id, takeOver: z.optional(z.boolean({ error: 'Choose yes or no' })) }),
      data: OrderPick,
      refusals: { touched: { status: 409, data: TouchedPick } },
      message: 'Order claimed successfully',
    },
  ),
  claimRound: post(
    forStaff('picking'),
    '/pick/claim-round',
    'Claims two to four orders to pick them in one walk: all of them or none. Errors are those of `/pick/claim`; ' +
      'the message names the order. 409 `taken` and `touched` have the ids of all orders that other pickers have: ' +
      '`takeOver` lists those to take from them',
    {
      body: z.object({
        orderIds: boundedList(id, MAX_ROUND, { error: ROUND }).check(
          z.minLength(MIN_ROUND, ROUND),
          z.refine((ids) => new Set(ids).size === ids.length, ROUND),
        ),
        takeOver: z.optional(boundedList(id, MAX_ROUND, { error: ROUND })),
      }),
      data: z.array(OrderPick),
      refusals: {
        taken: { status: 409, data: z.object(conflictingOrders) },
        touched: { status: 409, data: z.extend(TouchedPick, conflictingOrders) },
      },
      message: 'Orders claimed successfully',
    },
  ),
  sign: post(
    forStaff('picking'),
    '/pick/sign',
    'Extends the claim of an order. The picking screen calls it every minute, and with `isClosing` when it is ' +
      'closed. Answers when the claim ends: 10 minutes after the last call, or 3 if nothing is recorded or the ' +
      'screen is closed; null if the caller has not claimed the order',
    {
      body: z.object({ orderId: id, isClosing: z.optional(z.boolean({ error: 'Choose yes or no' })) }),
      data: z.object({ until: z.nullable(moment) }),
      message: 'Saved successfully',
    },
  ),
  line: post(
    forStaff('picking'),
    '/pick/line',
    'Sets the result of a line. Pieces neither found nor short are open, or replaced by the swap. `swap.agreed` is ' +
      'what the customer agreed to pay for a dearer swap; the bill stays within what they accepted. `swap.reason` ' +
      'is required if the swap is worth over 1.5 times what it replaces (422 `swap-reason`). A weight must be from ' +
      'half to double of what the found pieces weigh as ordered (422 `weight`). The same `actionId` counts once',
    {
      body: z.object({
        orderId: id,
        line,
        actionId,
        found: z.optional(pieces),
        short: z.optional(
          z.nullable(
            z.object(
              { quantity: pieces, reason: z.enum(shortReasons, { error: REASON }) },
              { error: REASON },
            ),
          ),
        ),
        swap: z.optional(
          z.nullable(
            z.object(
              {
                variantId: id,
                quantity: wholeInput(1, 1000, PIECES, PIECES),
                agreed: z.optional(z.nullable(amountInput(AGREED))),
                reason: textIfSent(),
              },
              { error: SWAP },
            ),
          ),
        ),
        grams: z.optional(z.nullable(wholeInput(1, MAX_GRAMS, GRAMS, GRAMS))),
      }),
      data: OrderPick,
      message: 'Saved successfully',
    },
  ),
  release: post(
    forStaff('picking'),
    '/pick/release',
    'Releases the claim of an order; the next picker continues with the recorded lines',
    { body: z.object({ orderId: id }), data: OrderPick, message: 'Order released successfully' },
  ),
  done: post(
    forStaff('picking'),
    '/pick/done',
    'Ends picking: the order is Prepeared with the bill of what was picked, or Canceled when nothing was found. A ' +
      'refund of a paid order from the limit of payouts, and a swap worth more than one and a half times what it ' +
      'replaces, wait for a second person where the company asks for one. The same `actionId` counts once',
    {
      body: z.object({ orderId: id, actionId }),
      data: Order,
      awaits: true,
      message: 'Order picked successfully',
    },
  ),
  override: put(
    forSuperadmin,
    '/pick/override',
    'Sets the delivery status of an order whose pick has recorded lines, and keeps these lines: when the order is ' +
      'Confirmed again, the pick continues. 409 `untouched` if nothing is recorded',
    {
      fresh: true,
      body: z.object({
        orderId: id,
        status: deliveryStatus,
        reason: required('Say why the pick is overridden'),
      }),
      message: 'Status has been changed',
    },
  ),
}
