import { isUnpaidOnline } from './delivery.ts'
import type { Paise } from './money.ts'
import type { DeliveryStatus, PaymentMethod, PaymentStatus } from './vocabulary.ts'

type OrderState = {
  status: DeliveryStatus
  paymentMethod: PaymentMethod
  paymentStatus: PaymentStatus
  /** The order replaces claimed pieces for ₹0. */
  isReplacement: boolean
}

/**
 * Whether the order counts in the reports: an online order does once it is paid, a replacement for a claim never. It
 * belongs to the business day on which it was placed.
 */
export const isCounted = (order: OrderState) => !isUnpaidOnline(order) && !order.isReplacement

/**
 * Whether the bill of an order is a sale: that of every order except canceled ones and unpaid online ones. Canceling an
 * order, delivered or not, removes the sale from the day on which it was placed; reopening adds it again. So the sales
 * of a past day may still change, and the sum of all days is what the store earns by its orders.
 */
export const isSale = (order: OrderState) => isCounted(order) && order.status !== 'canceled'

/** Definitions of the sums of a day, shown on hover and in the last line of the CSV file. */
export const sumDefinitions = {
  placed: 'Bills of orders placed on the day, without canceled and unpaid ones',
  sales: 'Placed, less what was refunded of these orders since',
  delivered: 'Bills of orders delivered on the day, whenever they were placed',
  net: 'Invoices less credit notes dated on the day',
} as const

/** The average bill of `orders` orders, rounded half up to the paisa; 0 without orders. */
export const averageBill = (sales: Paise, orders: number): Paise =>
  orders === 0 ? 0 : Math.floor((2 * sales + orders) / (2 * orders))

/** Longer times count as a day: a forgotten order must not stretch every chart. */
export const MAX_STEP_MINUTES = 1_440

/** The number of orders that took `minutes` minutes, rounded up. */
export type Minutes = { minutes: number; orders: number }

/** The median of the minutes that each order took, the lower one of two middles; null without orders. */
export function medianMinutes(all: readonly Minutes[]): number | null {
  const total = all.reduce((sum, { orders }) => sum + orders, 0)
  const middle = Math.ceil(total / 2)
  let seen = 0
  for (const { minutes, orders } of all.toSorted((a, b) => a.minutes - b.minutes)) {
    seen += orders
    if (total > 0 && seen >= middle) return minutes
  }
  return null
}

/** A coupon that ends within this many days needs a decision. */
export const COUPON_ENDS_SOON_DAYS = 7

/** Whether an active coupon ends within the next days; a coupon that has already ended needs no decision. */
export const endsSoon = ({ isActive, expireAt }: { isActive: boolean; expireAt: Date }, now: Date) => {
  const left = expireAt.getTime() - now.getTime()
  return isActive && left > 0 && left <= COUPON_ENDS_SOON_DAYS * 86_400_000
}

/** The tables of a report, each of which can be saved as a file. */
export const reportParts = ['days', 'products', 'dead', 'coupons', 'customers', 'packers'] as const
export type ReportPart = (typeof reportParts)[number]

/** The longest range of a report, in days. */
export const MAX_REPORT_DAYS = 366

/** The number of days from `from` to `to`, both 'YYYY-MM-DD' and inclusive; below 1 if they are in the wrong order. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
