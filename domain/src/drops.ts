import { type CashBill, cashTotal } from './cash.ts'
import type { Paise } from './money.ts'
import type { DeliveryStatus, Payer, PaymentMethod } from './vocabulary.ts'

/** The states of a drop: one attempt to deliver one bag by one rider. */
export const dropStates = ['assigned', 'on the road', 'failed', 'delivered', 'returned', 'canceled'] as const
export type DropState = (typeof dropStates)[number]

/** States of a drop whose rider has the bag. An order has at most one such drop. */
export const openDropStates = ['assigned', 'on the road', 'failed'] as const satisfies DropState[]

export const isOpenDrop = (state: DropState) => openDropStates.some((open) => open === state)

const stateFor: Record<DeliveryStatus, DropState> = {
  confirmed: 'returned',
  prepared: 'returned',
  dispatched: 'assigned',
  outForDelivery: 'on the road',
  delivered: 'delivered',
  canceled: 'canceled',
}

/**
 * The state of an order's latest drop once the order has a new status (door and cash, Bags and drops). A correction out
 * of Delivered opens the drop again, because the rider still has the bag. A returned or canceled drop stays so: from
 * then on the order is a bag without a rider.
 */
export function dropAfter(state: DropState, to: DeliveryStatus): DropState {
  if (state === 'returned' || state === 'canceled') return state
  if (state === 'delivered' && to === 'canceled') return state
  return stateFor[to]
}

/** Wrong door codes that lock a drop. */
export const MAX_WRONG_CODES = 5

type AtTheDoor = CashBill & { paymentMethod: PaymentMethod; paidBy: Payer }

const isDue = ({ paymentMethod, paidBy }: AtTheDoor) => paymentMethod === 'cod' && paidBy === 'none'

/** What the customer pays at the door in cash, in paise. */
export const toCollect = (order: AtTheDoor): Paise => (isDue(order) ? cashTotal(order) : 0)

/** What the customer pays at the door by UPI, in paise: the bill itself. */
export const dueByUpi = (order: AtTheDoor): Paise => (isDue(order) ? order.total : 0)

/** The store's money with a rider, in paise: cash in hand, and cash to be collected for open drops. */
export type RiderLoad = { inHand: Paise; toCollect: Paise; limit: Paise }

/**
 * Whether a rider may take a bag with `amount` paise to collect (door and cash, Settled). A limit of 0 means no cash. What a
 * customer leaves for the wallet is unknown at this time: it counts as cash in hand from the delivery on.
 */
export const fitsLimit = ({ inHand, toCollect: open, limit }: RiderLoad, amount: Paise) =>
  amount === 0 || inHand + open + amount <= limit
