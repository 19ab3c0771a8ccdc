import { formatRupees, type Paise } from './money.ts'
import type { LedgerKind } from './wallet.ts'

/** `orderId` is the number people read out, '' without an order; `held` the paise that were put aside or paid out. */
type Facts = { orderId: string; held: Paise }

const words: Record<LedgerKind, (facts: Facts) => string> = {
  'order-payment': ({ orderId }) => `Order ${orderId} paid from the wallet`,
  'order-refund': ({ orderId }) => `Order ${orderId} canceled, money back to the wallet`,
  'order-refund-reversal': ({ orderId }) => `Order ${orderId} taken up again`,
  loyalty: ({ orderId }) => `Order ${orderId} delivered`,
  'loyalty-reversal': ({ orderId }) => `Order ${orderId} not delivered after all`,
  // The customer reads this too, and a friend's order number is the friend's.
  referral: () => 'First order of a referred friend delivered',
  'referral-reversal': () => 'First order of a referred friend not delivered after all',
  'staff-coins': () => 'Added by staff',
  'coins-to-money': () => 'Coins turned into money for a withdrawal',
  'withdrawal-hold': () => 'Withdrawal asked for',
  'withdrawal-payout': ({ held }) => `Withdrawal of ${formatRupees(held)} paid out`,
}

/** What happened to a wallet, on one line that the customer and staff understand: 'Order OD261121-0001 delivered'. */
export const walletLine = (kind: LedgerKind, facts: Facts) => words[kind](facts)
