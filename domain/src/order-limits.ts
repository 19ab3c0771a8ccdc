import { count, counted } from './count.ts'
import { type BasisPoints, formatRupees, type Paise, WHOLE } from './money.ts'
import type { PaymentMethod } from './vocabulary.ts'

/** Limits of what one customer can order (company settings, decision 033). */
export type OrderLimits = {
  /** Open unpaid orders. */
  openOrders: number
  /** Pieces of one variant in an order. */
  pieces: number
  /** The total of a customer's open unpaid orders, in paise. */
  value: Paise
  /** The same before the customer's first delivery, in paise; the lower of the two limits applies. */
  valueBeforeDelivery: Paise
  /** The share of a variant's pieces on hand that unpaid online orders can reserve. */
  stockShare: BasisPoints
}

/** What a customer has ordered and not paid: orders that are neither delivered, canceled nor paid. */
export type UnpaidOrders = { orders: number; value: Paise; hasDelivery: boolean }

type LimitedLine = {
  title: string
  quantityText: string
  quantity: number
  /** Null if its stock is not tracked. */
  onHand: number | null
  /** Pieces reserved by the customer's unpaid online orders. */
  unpaid: number
}

export type ReachedLimit = {
  code: 'pieces' | 'open-orders' | 'unpaid-value' | 'unpaid-stock'
  /** A sentence for the customer. */
  message: string
}

/**
 * The pieces of a variant that unpaid online orders of one customer can reserve; at least one, so that the last piece
 * can be sold.
 */
export const reservableUnpaid = (onHand: number, share: BasisPoints) =>
  Math.max(1, Math.floor((onHand * share) / WHOLE))

/** The pieces of a variant that one order can have; `available` is null if its stock is not tracked. */
export const orderablePieces = (available: number | null, { pieces }: Pick<OrderLimits, 'pieces'>) =>
  available === null ? pieces : Math.min(available, pieces)

const nameOf = ({ title, quantityText }: LimitedLine) => `${title} (${quantityText})`

const tooManyPieces = (line: LimitedLine, { pieces }: OrderLimits): ReachedLimit[] =>
  line.quantity <= pieces
    ? []
    : [
        {
          code: 'pieces',
          message: `An order can have ${count(pieces)} of ${nameOf(line)} at most: ${count(line.quantity)} wanted`,
        },
      ]

function tooManyOpen({ orders }: UnpaidOrders, { openOrders }: OrderLimits): ReachedLimit[] {
  if (orders < openOrders) return []
  const message = `You have ${counted(orders, 'open order')} to pay. Please wait for a delivery before placing another, or pay from the wallet`
  return [{ code: 'open-orders', message }]
}

function tooMuchUnpaid(unpaid: UnpaidOrders, total: Paise, limits: OrderLimits): ReachedLimit[] {
  const limit = unpaid.hasDelivery ? limits.value : Math.min(limits.value, limits.valueBeforeDelivery)
  const value = unpaid.value + total
  if (value <= limit) return []
  const named = unpaid.hasDelivery ? 'the limit' : 'the limit before your first delivery'
  const message = `Your unpaid orders would come to ${formatRupees(value)}; ${named} is ${formatRupees(limit)}. Please order less, or pay from the wallet`
  return [{ code: 'unpaid-value', message }]
}

function tooMuchOfStock(line: LimitedLine, { stockShare }: OrderLimits): ReachedLimit[] {
  if (line.onHand === null) return []
  const limit = reservableUnpaid(line.onHand, stockShare)
  const pieces = line.unpaid + line.quantity
  if (pieces <= limit) return []
  const message = `At most ${count(limit)} of ${nameOf(line)} can wait for your online payment, and with this order ${count(pieces)} would. Please order less, or pay in another way`
  return [{ code: 'unpaid-stock', message }]
}

/**
 * The limits that an order of these lines and this total (paise) would exceed. `unpaid` is null for an anonymous quote
 * and `payment` for one that does not say how it will be paid: then the limits of every method but the wallet apply.
 */
export function reachedLimits({
  lines,
  total,
  payment,
  unpaid,
  limits,
}: {
  lines: readonly LimitedLine[]
  total: Paise
  payment: PaymentMethod | null
  unpaid: UnpaidOrders | null
  limits: OrderLimits
}): ReachedLimit[] {
  const ofOrder = lines.flatMap((line) => tooManyPieces(line, limits))
  // An order paid from the wallet is never unpaid.
  if (unpaid === null || payment === 'wallet') return ofOrder
  const ofStock = payment === 'cod' ? [] : lines.flatMap((line) => tooMuchOfStock(line, limits))
  return [...ofOrder, ...tooManyOpen(unpaid, limits), ...tooMuchUnpaid(unpaid, total, limits), ...ofStock]
}
