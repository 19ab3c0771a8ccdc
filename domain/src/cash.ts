import { type Paise, roundOffOf } from './money.ts'
import type { DeliveryStatus, Payer } from './vocabulary.ts'

/** An order's bill in paise, and whether its cash is rounded to the rupee: the company's setting when it was placed. */
export type CashBill = { total: Paise; roundsCash: boolean }

/**
 * What an order brings in cash, in paise: the bill, half up to the rupee if it is rounded (door and cash, Cash). Bills
 * below 50 paise are not rounded: they would have nothing to collect.
 */
export const cashTotal = (bill: CashBill): Paise => bill.total + cashRounding(bill)

/** What rounding adds to the bill when it is paid in cash, in paise, from -49 to 50. */
export const cashRounding = ({ total, roundsCash }: CashBill): Paise =>
  roundsCash && total >= 50 ? roundOffOf(total) : 0

/**
 * The most that a customer can leave for their wallet at the door, in paise: the change of a few notes. It rejects an
 * amount typed with a zero too many; the rider's cash limit bounds the sum.
 */
export const MAX_REST_TO_WALLET: Paise = 200_000

/** Who holds the cash of an order: its rider, or the store's till. */
export type CashHolder = { riderId: string | null }

/**
 * The latest posting of an order's cash. `isCounted`: the rider's cash has been counted since, so it is in the till.
 * Amounts are paise.
 */
export type OrderCash = { isReversed: boolean; amount: Paise; riderId: string | null; isCounted: boolean }

/** Cash that a status change collects or returns. */
export type CashMove = { kind: 'collected' | 'reversed'; holder: CashHolder; amount: Paise }

/**
 * The posting of an order's cash that a status change causes (door and cash, Cash); null for none. `rider` is the rider who
 * took the cash at the door. Staff who set Delivered put it in the till, or where it was before a correction.
 * An order that was delivered before the release with riders has no posting and reverses none.
 */
export function cashMove(
  change: CashBill & { to: DeliveryStatus; before: Payer; after: Payer; rider: string | null },
  last: OrderCash | null,
): CashMove | null {
  const { to, before, after, rider } = change
  const amount = cashTotal(change)
  if (before === 'none' && after === 'cash' && to === 'delivered' && amount > 0)
    return { kind: 'collected', holder: { riderId: rider ?? placeOf(last) }, amount }
  if (before === 'cash' && after === 'none' && last && !last.isReversed)
    return { kind: 'reversed', holder: { riderId: placeOf(last) }, amount: last.amount }
  return null
}

const placeOf = (last: OrderCash | null) => (last && !last.isCounted ? last.riderId : null)

/** Indian notes and coins as a count names them, in paise. */
export const denominations: Readonly<Record<string, Paise>> = {
  500: 50_000,
  200: 20_000,
  100: 10_000,
  50: 5_000,
  20: 2_000,
  10: 1_000,
  5: 500,
  2: 200,
  1: 100,
  0.5: 50,
}

/** The most pieces of one denomination in a count. */
export const MAX_PIECES = 100_000

/** What was counted, in paise. Denominations are keys of `denominations`. */
export const sumOfCount = (counted: Readonly<Record<string, number | undefined>>): Paise =>
  Object.entries(counted).reduce((sum, [value, pieces = 0]) => sum + (denominations[value] ?? 0) * pieces, 0)

/**
 * What a count books, in paise (door and cash, Cash). `toTill` is the part of the expected cash that was counted; what
 * is missing of it is a `shortage`. Cash beyond the expected amount first repays an open shortage (`repaid`); the rest
 * is a `surplus`, which the superadmin decides about.
 */
export function countOutcome(expected: Paise, counted: Paise, openShortage: Paise) {
  const toTill = Math.min(expected, counted)
  const extra = counted - toTill
  const repaid = Math.min(extra, openShortage)
  return {
    toTill,
    shortage: expected - toTill,
    repaid,
    surplus: extra - repaid,
    difference: counted - expected,
  }
}
