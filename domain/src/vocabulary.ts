/** Values shared by all layers, correctly spelled. The contract maps them to the spelling on the wire. */

export const deliveryStatuses = [
  'confirmed',
  'prepared',
  'dispatched',
  'outForDelivery',
  'delivered',
  'canceled',
] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** `due`: cash on delivery, or an online payment that is not completed. */
export const paymentStatuses = ['due', 'paid', 'failed'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const paymentMethods = ['cod', 'wallet', 'online'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/**
 * What paid an order. A cash order is paid by `wallet` once its cash was refunded to the wallet and taken back from
 * there, and by `upi` if the customer paid the rider by UPI.
 */
export const payers = ['none', 'cash', 'upi', 'wallet', 'online'] as const
export type Payer = (typeof payers)[number]

export const manualOrderStatuses = ['waiting', 'delivered', 'canceled'] as const
export type ManualOrderStatus = (typeof manualOrderStatuses)[number]

/** Types of the live events that staff receive; `contract/src/events.ts` has the data of each. */
export const eventTypes = [
  'order.created',
  'order.changed',
  'manual-order.created',
  'manual-order.changed',
  'withdrawal.created',
  'withdrawal.changed',
  'opening.changed',
  'stock.changed',
  'pick.changed',
  'payment.changed',
  'approval.changed',
  'drop.changed',
  'cash.changed',
  'claim.created',
  'claim.changed',
] as const
export type EventType = (typeof eventTypes)[number]

/** `claimed`: a picker has the order until the lease ends; `done`: picking is finished. */
export const pickStates = ['none', 'claimed', 'done'] as const
export type PickState = (typeof pickStates)[number]

/** Recorded actions of a pick: claiming the order, setting a line, ending the pick, and discarding its lines. */
export const pickActionKinds = ['claim', 'line', 'done', 'discard'] as const

/** What the customer wants if an item is missing; '' if they did not say. */
export const ifMissingWishes = ['', 'swap', 'refund', 'call'] as const
export type IfMissing = (typeof ifMissingWishes)[number]

/** Units of a variant's pack size, spelled as in the specification (section 5). */
export const units = ['GM', 'MG', 'Kilo', 'ML', 'L', 'PCS', 'Box', 'Cartoon', 'Bottles', 'Combo'] as const
export type Unit = (typeof units)[number]

/** Kinds of accounts. */
export const roles = ['staff', 'superadmin', 'customer', 'rider'] as const
export type Role = (typeof roles)[number]

/** The unit of a coupon's discount or a charge's amount. */
export const amountTypes = ['percentage', 'rupees'] as const
export type AmountType = (typeof amountTypes)[number]

/** Orders of lists: '' is newest first, '-' before a name means descending. */
export const orderSorts = ['', 'date', 'amount', '-amount'] as const
export type OrderSort = (typeof orderSorts)[number]
export const payoutStates = ['', 'waiting', 'done', 'refused'] as const
export type PayoutState = (typeof payoutStates)[number]
export const photoOrderSorts = ['', 'date'] as const
export type PhotoOrderSort = (typeof photoOrderSorts)[number]
export const productSorts = ['', 'title', '-title', 'price', '-price'] as const
export type ProductSort = (typeof productSorts)[number]
export const userSorts = ['', 'name', '-name', 'payment', '-payment'] as const
export type UserSort = (typeof userSorts)[number]

/** Why pieces are missing from a pick or the stock. */
export const shortReasons = ['not there', 'damaged', 'expired', 'other'] as const
export type ShortReason = (typeof shortReasons)[number]
