import { formatRupees } from '@kirana/domain/money'
import { MIN_ONLINE_PAYMENT } from '@kirana/domain/payment'
import type { PaymentMethod } from '@kirana/domain/vocabulary'
import { v7 } from 'uuid'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import type { Address } from '../../tables/orders.ts'
import { outOfStock } from '../stock/of-orders.ts'
import { byCustomer, insertOrder, lockCustomer, type OpenedCheckout } from './insert.ts'
import type { Cart } from './quote-inputs.ts'
import { billView, type Quote, quote } from './quote.ts'

export type NewOrder = Cart & {
  address?: Address | undefined
  payment: PaymentMethod
  /** Paise: the total of the quote that the customer accepted; undefined accepts any total. */
  expectedTotal?: number | undefined
}

/** The customer of an order, and the person who places it. */
export type Placing = {
  customerId: string
  now: Date
  checkout?: OpenedCheckout | null
  /** The staff member who places it for the customer, for display: 'Asha (staff)'. */
  by?: string | null
  /** The photographed list from which it is placed. */
  manualOrderId?: string | null
}

const MINUTE_MS = 60_000

/**
 * Enforces the limits of orders. They are read after the customer is locked, so they include every order placed while
 * this one waited for the lock.
 * @throws HttpError 429 after too many orders in a minute, 422 beyond a limit of the company's settings
 */
function enforceLimits({ nthNewestPlacedAt, reached: [reached] }: Quote, now: Date) {
  const age = nthNewestPlacedAt === null ? MINUTE_MS : now.getTime() - Date.parse(nthNewestPlacedAt)
  // The absolute value, because after the clock is set back an order dated far in the future must not block new ones.
  if (Math.abs(age) < MINUTE_MS) {
    const retryAfter = Math.ceil((MINUTE_MS - Math.max(age, 0)) / 1000)
    throw new HttpError(429, `Too many orders in a minute. Please try again in ${retryAfter} seconds`, {
      retryAfter,
    })
  }
  if (reached) throw new HttpError(422, reached.message, { code: reached.code })
}

/** @throws HttpError 409 with the new bill when the total differs from the one that the customer accepted */
function requireExpectedTotal(quoted: Quote, expected: number | undefined) {
  const { total } = quoted.bill
  if (expected === undefined || expected === total) return
  throw new HttpError(
    409,
    `The total has changed from ${formatRupees(expected)} to ${formatRupees(total)}. Please check the new bill and order again`,
    { code: 'total-changed', data: billView(quoted) },
  )
}

/**
 * All checks of an order that are possible before the customer is locked.
 * @throws HttpError as `placeOrder`
 */
function accept(quoted: Quote, order: NewOrder, now: Date): Address {
  if (quoted.closed !== null) throw new HttpError(422, quoted.closed, { code: 'closed' })
  enforceLimits(quoted, now)
  const address = order.address ?? quoted.address
  if (!address) throw new HttpError(422, 'Please choose an address')
  if (quoted.shortages.length > 0) throw outOfStock(422, quoted.shortages)
  const [problem] = quoted.problems
  if (problem) throw new HttpError(422, problem)
  requireExpectedTotal(quoted, order.expectedTotal)
  return address
}

const quoteFor = (db: Db, order: NewOrder, customerId: string, now: Date) =>
  quote(db, { ...order, pincode: order.address?.pincode ?? order.pincode }, customerId, now)

/**
 * Checks that an order could be placed now and returns its total (paise), for steps before the transaction.
 * @throws HttpError as `placeOrder`
 */
export async function acceptedTotal(db: Db, order: NewOrder, customerId: string, now: Date): Promise<number> {
  const quoted = await quoteFor(db, order, customerId, now)
  accept(quoted, order, now)
  return quoted.bill.total
}

/**
 * The total of an online order (paise), checked before a checkout with that amount is created at the provider.
 * @throws HttpError as `placeOrder`; 422 for a total that cannot be paid online
 */
export async function payableTotal(db: Db, order: NewOrder, customerId: string, now: Date): Promise<number> {
  const total = await acceptedTotal(db, order, customerId, now)
  if (total < MIN_ONLINE_PAYMENT)
    throw new HttpError(422, 'Online payment needs at least ₹1. Please pay by cash or wallet', {
      code: 'payment',
    })
  return total
}

/**
 * Places an order, priced by the store's own catalogue and rules, never by the caller's totals. A wallet payment is
 * posted in the same transaction. An online order needs a `checkout` with the same total.
 * @param read reads the placed order, in the same round trip that writes it
 * @throws HttpError 422 while the store is closed, for an invalid code, pincode or cart, an insufficient wallet balance
 * or beyond a limit; 409 when the total is not the expected one; 429 after too many orders in a minute
 */
export async function placeOrder<T>(
  tx: Db,
  order: NewOrder,
  { customerId, now, checkout = null, by = null, manualOrderId = null }: Placing,
  read: (id: string) => Promise<T>,
): Promise<T> {
  const [customer, quoted] = await Promise.all([
    lockCustomer(tx, customerId),
    quoteFor(tx, order, customerId, now),
  ])
  const address = accept(quoted, { ...order, expectedTotal: checkout?.amount ?? order.expectedTotal }, now)
  const id = checkout?.id ?? v7()
  return insertOrder(
    tx,
    {
      id,
      order,
      customer,
      quoted,
      address,
      checkout,
      unpaidShare: quoted.limits.stockShare,
      by: by ?? byCustomer(customer),
      manualOrderId,
      now,
    },
    read,
  )
}
