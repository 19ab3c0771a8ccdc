import { formatRupees, type Paise } from './money.ts'
import type { LedgerKind } from './wallet.ts'

/**
 * `orderId` is the order number, '' without an order; `held` is the amount held or no longer held, in paise; `reason` is why
 * a withdrawal was refused.
 */
type Facts = { orderId: string; held: Paise; reason: string }

const words: Record<LedgerKind, (facts: Facts) => string> = {
  'order-payment': ({ orderId }) => `Order ${orderId} paid from the wallet`,
  'order-refund': ({ orderId }) => `Order ${orderId} canceled, money back to the wallet`,
  'order-refund-reversal': ({ orderId }) => `Order ${orderId} taken up again`,
  'pick-refund': ({ orderId }) => `Missing items of order ${orderId}, money back to the wallet`,
  'online-payment': ({ orderId }) => `Order ${orderId} paid online`,
  'online-refund': ({ orderId }) => `Order ${orderId} refunded to its source`,
  'online-rest': ({ orderId }) => `Rest of the online payment of order ${orderId}`,
  'unmatched-payment': () => 'Paid online without an order',
  'unmatched-refund': () => 'Payment without an order refunded',
  'claim-refund': ({ orderId }) => `Claim of order ${orderId}, money back to the wallet`,
  'claim-coins': ({ orderId }) => `Claim of order ${orderId}, coins taken back`,
  loyalty: ({ orderId }) => `Order ${orderId} delivered`,
  'loyalty-reversal': ({ orderId }) => `Order ${orderId} not delivered after all`,
  // No order number: the customer can read this, and the order is another customer's.
  referral: () => 'First order of a referred friend delivered',
  'referral-reversal': () => 'First order of a referred friend returned or not delivered after all',
  'staff-coins': () => 'Added by staff',
  'coins-to-money': () => 'Coins turned into money for a withdrawal',
  'withdrawal-hold': () => 'Withdrawal asked for',
  'withdrawal-payout': ({ held }) => `Withdrawal of ${formatRupees(held)} paid out`,
  'withdrawal-return': ({ held, reason }) =>
    `Withdrawal of ${formatRupees(held)} refused${reason && `: ${reason}`}`,
  'rider-cash': ({ orderId }) => `Order ${orderId} paid in cash to the rider`,
  'rider-cash-reversal': ({ orderId }) => `Order ${orderId} not paid to the rider after all`,
  'till-cash': ({ orderId }) => `Order ${orderId} paid in cash`,
  'till-cash-reversal': ({ orderId }) => `Order ${orderId} not paid in cash after all`,
  'cash-rounded-up': ({ orderId }) => `Cash of order ${orderId} rounded up`,
  'cash-rounded-down': ({ orderId }) => `Cash of order ${orderId} rounded down`,
  'claim-cash': ({ orderId }) => `Claim of order ${orderId}, paid back in cash`,
  'cash-change': ({ orderId }) => `Change of order ${orderId}`,
  'cash-count': () => 'Cash counted',
  'shortage-repaid': () => 'Missing cash handed over',
  'shortage-write-off': () => 'Missing cash written off',
  'upi-payment': ({ orderId }) => `Order ${orderId} paid by UPI`,
  'upi-payment-reversal': ({ orderId }) => `Order ${orderId} not paid by UPI after all`,
  'upi-verified': ({ orderId }) => `UPI payment of order ${orderId} verified`,
  'upi-verified-reversal': ({ orderId }) => `UPI payment of order ${orderId} not verified after all`,
  'bank-deposit': () => 'Cash brought to the bank',
  'till-in': () => 'Cash put into the till',
  'till-out': () => 'Cash taken out of the till',
  'rider-float': () => 'Cash from the till for change',
  'surplus-kept': () => 'Surplus kept by the store',
  'till-short': () => 'Cash missing in the till',
  'rounding-up': () => 'Invoice rounded up',
  'rounding-down': () => 'Invoice rounded down',
  'till-over': () => 'Too much cash in the till',
}

/** The description of a ledger entry for customers and staff: 'Order OD261121-0001 delivered'. */
export const walletLine = (kind: LedgerKind, facts: Facts) => words[kind](facts)
