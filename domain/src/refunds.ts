import type { Paise } from './money.ts'
import { MIN_ONLINE_PAYMENT, type RefundState, type Settlement } from './payment.ts'

/** A refund of a payment. */
export type RefundFacts = {
  id: string
  amount: Paise
  state: RefundState
  settledAs: Settlement | null
  /** The provider has accepted it, so its amount cannot change. */
  isAccepted: boolean
  /** It was made in the provider's dashboard. */
  isFromDashboard: boolean
}
type Counted = Pick<RefundFacts, 'amount' | 'state'>

const sum = (refunds: readonly Counted[]) => refunds.reduce((total, { amount }) => total + amount, 0)

/** The amount of a payment that is refunded or on its way back, in paise: all refunds but failed ones. */
export const returnedOf = (refunds: readonly Counted[]): Paise =>
  sum(refunds.filter(({ state }) => state !== 'failed'))

/** All refunds but those from the dashboard that are still on their way: until they arrive, nothing is credited for them. */
export const creditable = <T extends RefundFacts>(refunds: readonly T[]): T[] =>
  refunds.filter(({ state, isFromDashboard }) => !isFromDashboard || state !== 'asked')

/**
 * What the customer gets back beyond the items that were missing, in paise: it lowers what they paid for the order and is
 * credited on its invoice. `refunded` is the sum of all `creditable` refunds of the payment; failed ones are still owed.
 */
export const creditOf = (paid: Paise, total: Paise, refunded: Paise): Paise =>
  Math.max(0, Math.min(total, refunded - (paid - total)))

/**
 * Paise by which all refunds together, wallet and by hand included, exceed the payment. Remainders below ₹1 that went to the
 * wallet are unknown to the provider, so an excess up to their sum counts as 0. A pending refund of the dashboard counts once
 * it is done.
 */
export function excessOf(paid: Paise, refunds: readonly RefundFacts[]): Paise {
  const excess = returnedOf(creditable(refunds)) - paid
  const rests = refunds.filter(
    ({ settledAs, amount }) => settledAs === 'wallet' && amount < MIN_ONLINE_PAYMENT,
  )
  return excess > sum(rests) ? excess : 0
}

/** Where a refund goes: the provider refunds no less than it accepts as a payment. Null if nothing is left to refund. */
export const refundWay = (amount: Paise): 'source' | 'wallet' | null =>
  amount <= 0 ? null : amount < MIN_ONLINE_PAYMENT ? 'wallet' : 'source'

export type RefundChange = Pick<RefundFacts, 'id' | 'amount' | 'state' | 'settledAs'>

/** The order in which refunds are lowered by one that was made elsewhere: refunds that are not sent yet come first. */
const yielding: readonly ((refund: RefundFacts) => boolean)[] = [
  ({ state, isAccepted }) => state === 'asked' && !isAccepted,
  ({ state }) => state === 'failed',
  ({ settledAs }) => settledAs === 'hand',
]

/**
 * Lowers a refund to `amount` paise. An amount too small for the provider goes to the wallet; without a wallet it is
 * dropped.
 */
export function reducedRefund(
  { id, state, settledAs }: RefundFacts,
  amount: Paise,
  hasWallet: boolean,
): RefundChange {
  if (state === 'settled') return { id, amount, state, settledAs }
  const way = refundWay(amount)
  if (way === 'source') return { id, amount, state, settledAs: null }
  return way === 'wallet' && hasWallet
    ? { id, amount, state: 'settled', settledAs: 'wallet' }
    : { id, amount: 0, state: 'settled', settledAs: 'covered' }
}

/**
 * The refunds that change because the provider refunded `taken` paise more of their payment than was known: their
 * amounts are lowered by it. A refund that the provider has accepted never changes.
 */
export function coverRefunds(
  refunds: readonly RefundFacts[],
  taken: Paise,
  hasWallet: boolean,
): RefundChange[] {
  let left = taken
  return yielding.flatMap((yields) =>
    refunds.filter(yields).flatMap((refund) => {
      const cut = Math.min(refund.amount, left)
      left -= cut
      // A failed refund probably asked for too much, so what is left of it is sent again.
      const open = refund.state === 'failed' ? { ...refund, state: 'asked' as const } : refund
      return cut > 0 ? [reducedRefund(open, refund.amount - cut, hasWallet)] : []
    }),
  )
}

/** Days after which staff may settle a refund by hand that is still on its way: banks take up to 7 business days. */
export const OVERDUE_REFUND_DAYS = 14

/** Whether staff may settle a refund by hand. */
export const maySettleRefund = ({ state, at }: { state: RefundState; at: Date }, now: Date) =>
  state === 'failed' ||
  (state === 'asked' && now.getTime() - at.getTime() >= OVERDUE_REFUND_DAYS * 86_400_000)
