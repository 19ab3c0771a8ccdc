import { type Account, accounts } from './accounts.ts'
import { requireWhole } from './money.ts'

/** One side of a transfer, in coins or paise: positive into the account, negative out of it. */
export type Entry = { account: Account; amount: number }

/**
 * The two entries that move `amount` (coins or paise); they sum to zero. Throws RangeError unless the amount is a safe
 * integer above 0 and the accounts are different and have the same unit.
 */
export function transfer(from: Account, to: Account, amount: number): [Entry, Entry] {
  requireWhole(amount, 1, 'Amount')
  if (from === to || accounts[from].unit !== accounts[to].unit) {
    throw new RangeError(`Cannot transfer from ${from} to ${to}`)
  }
  return [
    { account: from, amount: -amount },
    { account: to, amount },
  ]
}

type Kind = {
  moves: readonly { from: Account; to: Account }[]
  /** One amount is split between the moves; a share may be 0. */
  isShared?: boolean
  description: string
}

const moves = (from: Account, to: Account) => ({ from, to })

/** Grants the coins of an order: to the wallet, or to the store for the part that it bore at a reversal. */
const rewardGrant = {
  moves: [moves('store:coins', 'customer:coins'), moves('store:coins', 'store:rewards:coins')],
  isShared: true,
} as const

/** Takes back the coins of an order: from the wallet, or from the store for the part already spent. */
const rewardReversal = {
  moves: [moves('customer:coins', 'store:coins'), moves('store:rewards:coins', 'store:coins')],
  isShared: true,
} as const

/** The kinds of ledger transactions. */
export const ledgerKinds = {
  'order-payment': {
    moves: [moves('customer:money', 'store:sales')],
    description: 'An order was paid from the wallet',
  },
  'order-refund': {
    moves: [moves('store:sales', 'customer:money')],
    description: 'A paid order was canceled, regardless of the payment method',
  },
  'order-refund-reversal': {
    moves: [moves('customer:money', 'store:sales')],
    description: 'A canceled order was reopened',
  },
  'pick-refund': {
    moves: [moves('store:sales', 'customer:money')],
    description:
      'Items of a paid order were missing when it was picked; what an online payment paid for them goes to its source',
  },
  'online-payment': {
    moves: [moves('provider:money', 'store:sales')],
    description: 'An order was paid online',
  },
  'online-refund': {
    moves: [moves('store:sales', 'provider:money')],
    description: 'An order paid online was refunded to its source',
  },
  'online-rest': {
    moves: [moves('store:sales', 'customer:money')],
    description: 'Less than ₹1 of an online payment, which the provider does not refund, went to the wallet',
  },
  'unmatched-payment': {
    moves: [moves('provider:money', 'store:unmatched')],
    description: 'Money was captured online that pays no order',
  },
  'unmatched-refund': {
    moves: [moves('store:unmatched', 'provider:money')],
    description: 'Money that pays no order was refunded to its source',
  },
  'claim-refund': {
    moves: [moves('store:sales', 'customer:money')],
    description: 'Pieces of a delivered order were refunded to the wallet for a claim',
  },
  // Posted by the triggers of invoices and credit notes.
  'rounding-up': { moves: [moves('store:sales', 'rounding')], description: 'Rounding added to a document' },
  'rounding-down': { moves: [moves('rounding', 'store:sales')], description: 'Rounding lowered a document' },
  loyalty: { ...rewardGrant, description: 'Coins for a delivered order' },
  'loyalty-reversal': { ...rewardReversal, description: 'A delivered order was changed to another status' },
  'claim-coins': { ...rewardReversal, description: 'Pieces of a delivered order were refunded for a claim' },
  referral: {
    ...rewardGrant,
    description: 'Coins for the owner of a referral code whose order was delivered',
  },
  'referral-reversal': {
    ...rewardReversal,
    description: 'A delivered referred order was changed to another status',
  },
  'staff-coins': { moves: [moves('store:coins', 'customer:coins')], description: 'Coins added by staff' },
  'coins-to-money': {
    moves: [moves('customer:coins', 'store:coins'), moves('store:rewards', 'customer:money')],
    description: 'Coins were turned into money for a withdrawal',
  },
  'withdrawal-hold': {
    moves: [moves('customer:money', 'customer:held')],
    description: 'A withdrawal was requested',
  },
  'withdrawal-payout': {
    moves: [moves('customer:held', 'store:payouts')],
    description: 'A withdrawal was approved and paid out',
  },
  'withdrawal-return': {
    moves: [moves('customer:held', 'customer:money')],
    description: 'A withdrawal was refused; coins that were turned into money for it stay money',
  },
  'rider-cash': {
    moves: [moves('store:sales:cash', 'rider:cash')],
    description: 'A rider collected the cash of an order',
  },
  'rider-cash-reversal': {
    moves: [moves('rider:cash', 'store:sales:cash')],
    description: 'A delivered order was corrected whose cash the rider had in hand',
  },
  'till-cash': {
    moves: [moves('store:sales:cash', 'store:cash')],
    description: 'Staff set a cash order to Delivered',
  },
  'till-cash-reversal': {
    moves: [moves('store:cash', 'store:sales:cash')],
    description: 'A delivered order was corrected whose cash was in the till',
  },
  'cash-rounded-up': {
    moves: [moves('store:rounding', 'store:sales:cash')],
    description: 'More than the bill was collected in whole rupees, or rounding down was taken back',
  },
  'cash-rounded-down': {
    moves: [moves('store:sales:cash', 'store:rounding')],
    description: 'Less than the bill was collected in whole rupees, or rounding up was taken back',
  },
  'claim-cash': {
    moves: [moves('store:cash', 'store:sales:cash')],
    description: 'Pieces of a delivered order were refunded from the till for a claim',
  },
  'cash-change': {
    moves: [moves('store:sales:cash', 'rider:cash'), moves('store:sales', 'customer:money')],
    description: 'A customer handed over more than the bill, and the rest went to the wallet',
  },
  'cash-count': {
    moves: [moves('rider:cash', 'store:cash'), moves('rider:cash', 'rider:shortage')],
    isShared: true,
    description: 'A rider’s cash was counted; what was missing is owed',
  },
  'shortage-repaid': {
    moves: [moves('rider:shortage', 'store:cash')],
    description: 'A rider handed over what was missing before',
  },
  'shortage-write-off': {
    moves: [moves('rider:shortage', 'store:losses')],
    description: 'The superadmin wrote off what was missing',
  },
  'upi-payment': {
    moves: [moves('store:sales:upi', 'store:upi')],
    description: 'A customer paid a rider by UPI',
  },
  'upi-payment-reversal': {
    moves: [moves('store:upi', 'store:sales:upi')],
    description: 'An order with an unverified UPI payment was canceled',
  },
  'upi-verified': {
    moves: [moves('store:upi', 'store:bank')],
    description: 'A UPI payment at the door was found in the bank’s statement, or confirmed',
  },
  'upi-verified-reversal': {
    moves: [moves('store:bank', 'store:upi')],
    description: 'The confirmation of a UPI payment was taken back',
  },
  'bank-deposit': {
    moves: [moves('store:cash', 'store:bank')],
    description: 'Cash was brought to the bank',
  },
  'till-in': {
    moves: [moves('store:owner', 'store:cash')],
    description: 'Cash was put into the till, such as the opening cash',
  },
  'till-out': {
    moves: [moves('store:cash', 'store:owner')],
    description: 'Cash was taken out of the till',
  },
  'rider-float': {
    moves: [moves('store:cash', 'rider:cash')],
    description: 'A rider got cash from the till, to have change',
  },
  'surplus-kept': {
    moves: [moves('store:gains', 'store:cash')],
    description: 'The superadmin decided that the store keeps what a rider’s count had too much',
  },
  'till-short': {
    moves: [moves('store:cash', 'store:losses')],
    description: 'The till was counted, and cash was missing',
  },
  'till-over': {
    moves: [moves('store:gains', 'store:cash')],
    description: 'The till was counted, and there was too much cash',
  },
} as const satisfies Record<string, Kind>
export type LedgerKind = keyof typeof ledgerKinds
/** The kinds that give a customer money of an order back into the wallet. */
export const walletRefundKinds = [
  'order-refund',
  'pick-refund',
  'online-rest',
  'claim-refund',
] as const satisfies LedgerKind[]
/** All kinds that move money between a wallet and the store's sales. */
export const orderMoneyKinds = [
  ...walletRefundKinds,
  'order-payment',
  'order-refund-reversal',
] as const satisfies LedgerKind[]
/** All kinds that move cash of the till. */
export const tillKinds = [
  'till-cash',
  'till-cash-reversal',
  'claim-cash',
  'cash-count',
  'shortage-repaid',
  'bank-deposit',
  'till-in',
  'till-out',
  'rider-float',
  'surplus-kept',
  'till-short',
  'till-over',
] as const satisfies LedgerKind[]
/** The kinds that say how much customers paid riders by UPI. */
export const upiKinds = ['upi-payment', 'upi-payment-reversal'] as const satisfies LedgerKind[]
export const ledgerKindNames = Object.keys(ledgerKinds) as LedgerKind[]

/**
 * The entries of one ledger transaction; `amounts` are coins or paise, one for each move of its kind. Throws RangeError
 * if an amount is not above 0 (a share may be 0), or if all shares are 0.
 */
export function entriesOf(kind: LedgerKind, amounts: readonly number[]): Entry[] {
  const { moves, isShared = false }: Kind = ledgerKinds[kind]
  const entries = moves.flatMap(({ from, to }, i) => {
    const amount = amounts[i] ?? 0
    return isShared && amount === 0 ? [] : transfer(from, to, amount)
  })
  if (entries.length === 0) throw new RangeError(`Nothing moves in ${kind}`)
  return entries
}

/** A reward split into coins moved to or from the wallet, and coins moved between the store's own accounts. */
export type RewardShares = [wallet: number, store: number]

/**
 * Splits `coins` to take from a wallet with `balance` coins: the store bears the missing ones (domain rules, Wallet).
 */
export function splitReversal(coins: number, balance: number): RewardShares {
  const taken = Math.min(coins, balance)
  return [taken, coins - taken]
}

/**
 * Splits `coins` granted again: at the reversal the store has `borne` coins that the customer had spent, so the wallet
 * gets only the difference.
 */
export function splitGrant(coins: number, borne: number): RewardShares {
  const kept = Math.min(coins, borne)
  return [coins - kept, kept]
}
