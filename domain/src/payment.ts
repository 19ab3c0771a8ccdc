import type { Paise } from './money.ts'

/**
 * The states of a payment. `created`: the checkout is open. `failed`: an attempt failed, the customer may try again.
 * `paid`: captured for its order. `expired`: closed without payment. `unmatched`: captured money that belongs to no order
 * as it should; it is refunded or waits for staff.
 */
export const paymentStates = ['created', 'paid', 'failed', 'expired', 'unmatched'] as const
export type PaymentState = (typeof paymentStates)[number]

/** `asked`: on its way to the provider or to the bank. `done`: the bank has it. `failed`: waits for a retry by staff. */
export const refundStates = ['asked', 'done', 'failed'] as const
export type RefundState = (typeof refundStates)[number]

/** Why captured money does not pay an order. */
export const mismatches = ['late', 'twice', 'amount', 'currency', 'unknown'] as const
export type Mismatch = (typeof mismatches)[number]

/** The least that a provider takes, in paise. */
export const MIN_ONLINE_PAYMENT: Paise = 100

/** An order's open or closed checkout, as it stands when money arrives. */
export type CheckoutFacts = { state: PaymentState; amount: Paise }
export type Capture = { amount: number; currency: string }

/**
 * Why a captured payment does not pay its order; null when it does. `checkout` is null when the provider's order is not
 * known here. The same payment reported twice is not a second payment: the caller sorts that out first.
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
 * Whether mismatched money goes back by itself. A payment for an unknown order may belong to another shop on the same
 * account, and foreign currency does not fit the books: a person decides about both.
 */
export const refundsItself = (mismatch: Mismatch) => mismatch !== 'unknown' && mismatch !== 'currency'

/** Seconds until the next try of a refund, after `attempts` without an answer: 15 s, doubled up to 15 minutes. */
export const refundRetrySeconds = (attempts: number) => Math.min(15 * 2 ** Math.max(attempts - 1, 0), 900)

/** Open checkouts are asked about this often, in case a webhook got lost. */
const CHECK_MS = 3 * 60_000
/** How long an unpaid checkout waits for a provider that does not answer, after it should have expired. */
const PATIENCE_MS = 15 * 60_000

/** When to ask about an open checkout next: every few minutes, when it expires, and each minute after that. */
export function nextCheck(expiresAt: Date, now: Date): Date {
  const left = expiresAt.getTime() - now.getTime()
  return new Date(now.getTime() + (left > 0 ? Math.min(left, CHECK_MS) : 60_000))
}

/** Whether an unpaid checkout expires now. Without the provider's answer it gets more time: it may be paid. */
export const isExpired = (expiresAt: Date, now: Date, isAnswered: boolean) =>
  expiresAt.getTime() + (isAnswered ? 0 : PATIENCE_MS) <= now.getTime()
