import { MAX_AMOUNT, type Paise } from './money.ts'
import type { PaymentMethod } from './vocabulary.ts'

/**
 * The states of a payment. `created`: the checkout is open. `failed`: an attempt failed, the customer may try again.
 * `paid`: captured for its order. `expired`: closed without payment. `unmatched`: captured, but it does not pay an order;
 * it is refunded or waits for a decision by staff.
 */
export const paymentStates = ['created', 'paid', 'failed', 'expired', 'unmatched'] as const
export type PaymentState = (typeof paymentStates)[number]

/**
 * `asked`: not yet completed by provider and bank. `done`: completed. `failed`: waits for a decision by staff. `settled`:
 * closed without a transfer of its own.
 */
export const refundStates = ['asked', 'done', 'failed', 'settled'] as const
export type RefundState = (typeof refundStates)[number]

/**
 * How a refund was settled. `covered`: other refunds of the payment include it. `wallet`: it was too small for the provider.
 * `hand`: staff did it elsewhere.
 */
export const settlements = ['covered', 'wallet', 'hand'] as const
export type Settlement = (typeof settlements)[number]

/** Why captured money does not pay an order. */
export const mismatches = ['late', 'twice', 'amount', 'currency', 'unknown'] as const
export type Mismatch = (typeof mismatches)[number]

/** The minimum amount of an online payment, in paise. */
export const MIN_ONLINE_PAYMENT: Paise = 100

/**
 * The maximum amount that is accepted from a payment provider, in paise: an order has at most 100 lines of 1,000
 * pieces. A larger number is not a real amount, and lists could not show it.
 */
export const MAX_REPORTED_AMOUNT: Paise = 100 * 1_000 * MAX_AMOUNT

/**
 * Provider reports that staff must know of. `event`: a signed webhook that cannot be read. `payment`: a payment in
 * an API response that cannot be read or recorded. `refund`: a refund that may be one requested here, or exceeds its
 * payment. `excess`: a recorded refund after which all refunds together, wallet and cash included, exceed the payment.
 */
export const faultKinds = ['event', 'payment', 'refund', 'excess'] as const
export type FaultKind = (typeof faultKinds)[number]

/**
 * Where `amount` (paise) of an order is refunded to; null while the order is unpaid, since then less is due. The provider
 * refunds no less than it accepts as a payment: a smaller amount goes to the wallet, as does cash that was collected.
 */
export function refundDestination(
  { paymentMethod, isPaid }: { paymentMethod: PaymentMethod; isPaid: boolean },
  amount: Paise,
): 'wallet' | 'source' | null {
  if (!isPaid) return null
  const isTooSmall = amount > 0 && amount < MIN_ONLINE_PAYMENT
  return paymentMethod === 'online' && !isTooSmall ? 'source' : 'wallet'
}

/** The state of an order's checkout when money arrives. */
export type CheckoutFacts = { state: PaymentState; amount: Paise }
export type Capture = { amount: number; currency: string }

/**
 * Why a captured payment does not pay its order; null if it does. `checkout` is null if the provider's order is unknown.
 * The caller must have excluded payments that were reported before.
 */
export function mismatchOf(checkout: CheckoutFacts | null, { amount, currency }: Capture): Mismatch | null {
  if (!checkout) return 'unknown'
  if (currency !== 'INR') return 'currency'
  if (checkout.state === 'paid') return 'twice'
  if (checkout.state === 'expired') return 'late'
  if (amount !== checkout.amount) return 'amount'
  return null
}

/**
 * Whether unmatched money is refunded automatically. Staff decide about payments for unknown orders, which may belong to
 * another shop on the same account, and about foreign currency, which the ledger does not support.
 */
export const refundsItself = (mismatch: Mismatch) => mismatch !== 'unknown' && mismatch !== 'currency'

/**
 * Seconds until a refund is sent again, or a faulty report read again, after `attempts` without success: 15 s, doubled
 * up to 15 minutes.
 */
export const refundRetrySeconds = (attempts: number) => Math.min(15 * 2 ** Math.max(attempts - 1, 0), 900)

/** How long an expired checkout stays open if the provider does not respond. */
const PATIENCE_MS = 15 * 60_000

/**
 * When to poll an open checkout next, in case a webhook is lost: every `checkSeconds`, at its expiry, and every minute
 * after that.
 */
export function nextCheck(expiresAt: Date, now: Date, checkSeconds: number): Date {
  const left = expiresAt.getTime() - now.getTime()
  return new Date(now.getTime() + (left > 0 ? Math.min(left, checkSeconds * 1000) : 60_000))
}

/** Whether an unpaid checkout expires now. Without a response of the provider it stays open longer, as it may be paid. */
export const isExpired = (expiresAt: Date, now: Date, isAnswered: boolean) =>
  expiresAt.getTime() + (isAnswered ? 0 : PATIENCE_MS) <= now.getTime()
