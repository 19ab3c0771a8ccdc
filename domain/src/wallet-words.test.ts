import { expect, test } from 'vitest'
import { ledgerKinds, type LedgerKind } from './wallet.ts'
import { walletLine } from './wallet-words.ts'

test('describes every kind of ledger entry', () => {
  const facts = { orderId: 'OD261121-0001', held: 12_345_650, reason: 'The bank has closed the account' }
  const kinds = Object.keys(ledgerKinds) as LedgerKind[]
  expect(Object.fromEntries(kinds.map((kind) => [kind, walletLine(kind, facts)]))).toEqual({
    'order-payment': 'Order OD261121-0001 paid from the wallet',
    'order-refund': 'Order OD261121-0001 canceled, money back to the wallet',
    'order-refund-reversal': 'Order OD261121-0001 taken up again',
    'pick-refund': 'Missing items of order OD261121-0001, money back to the wallet',
    'online-payment': 'Order OD261121-0001 paid online',
    'online-refund': 'Order OD261121-0001 refunded to its source',
    'online-rest': 'Rest of the online payment of order OD261121-0001',
    'unmatched-payment': 'Paid online without an order',
    'unmatched-refund': 'Payment without an order refunded',
    loyalty: 'Order OD261121-0001 delivered',
    'loyalty-reversal': 'Order OD261121-0001 not delivered after all',
    referral: 'First order of a referred friend delivered',
    'referral-reversal': 'First order of a referred friend returned or not delivered after all',
    'staff-coins': 'Added by staff',
    'coins-to-money': 'Coins turned into money for a withdrawal',
    'withdrawal-hold': 'Withdrawal asked for',
    'withdrawal-payout': 'Withdrawal of ₹1,23,456.50 paid out',
    'withdrawal-return': 'Withdrawal of ₹1,23,456.50 refused: The bank has closed the account',
    'claim-refund': 'Claim of order OD261121-0001, money back to the wallet',
    'claim-cash': 'Claim of order OD261121-0001, paid back in cash',
    'claim-coins': 'Claim of order OD261121-0001, coins taken back',
    'rider-cash': 'Order OD261121-0001 paid in cash to the rider',
    'rider-cash-reversal': 'Order OD261121-0001 not paid to the rider after all',
    'till-cash': 'Order OD261121-0001 paid in cash',
    'till-cash-reversal': 'Order OD261121-0001 not paid in cash after all',
    'cash-change': 'Change of order OD261121-0001',
    'cash-count': 'Cash counted',
    'shortage-repaid': 'Missing cash handed over',
    'shortage-write-off': 'Missing cash written off',
    'upi-payment': 'Order OD261121-0001 paid by UPI',
    'upi-payment-reversal': 'Order OD261121-0001 not paid by UPI after all',
    'upi-verified': 'UPI payment of order OD261121-0001 verified',
    'upi-verified-reversal': 'UPI payment of order OD261121-0001 not verified after all',
    'bank-deposit': 'Cash brought to the bank',
    'till-in': 'Cash put into the till',
    'till-out': 'Cash taken out of the till',
    'rider-float': 'Cash from the till for change',
    'surplus-kept': 'Surplus kept by the store',
    'till-short': 'Cash missing in the till',
    'cash-rounded-up': 'Cash of order OD261121-0001 rounded up',
    'cash-rounded-down': 'Cash of order OD261121-0001 rounded down',
    'rounding-up': 'Invoice rounded up',
    'rounding-down': 'Invoice rounded down',
    'till-over': 'Too much cash in the till',
  })
})
