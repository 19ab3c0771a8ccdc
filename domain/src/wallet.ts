import { requireWhole, type Paise } from './money.ts'

/**
 * The accounts of the ledger and what each one means. Accounts in coins and accounts in money (paise) never meet in
 * one transfer, so each unit sums to zero for itself. Customer accounts are kept for each customer and never go below
 * zero; a store account may: it is the other side of what customers hold.
 */
export const accounts = {
  'customer:coins': { unit: 'coins', means: 'Coins the customer can spend' },
  'customer:money': { unit: 'money', means: 'Money in the wallet that the customer can spend or withdraw' },
  'customer:held': { unit: 'money', means: 'Money of a withdrawal request that waits for approval' },
  'store:coins': {
    unit: 'coins',
    means: 'Where coins come from and go to; below zero by all coins in circulation',
  },
  'store:sales': { unit: 'money', means: 'Paid from wallets for orders, less what was refunded to wallets' },
  'store:rewards': { unit: 'money', means: 'What the store gave for coins; below zero by that cost' },
  'store:payouts': { unit: 'money', means: 'Paid out to customers’ banks and UPI accounts' },
} as const
export type Account = keyof typeof accounts

/** One side of a transfer: coins or paise, above 0 into the account, below 0 out of it. */
export type Entry = { account: Account; amount: number }

/**
 * The two entries that move `amount` (coins or paise); they sum to zero. Throws RangeError unless the amount is a safe
 * whole number above 0 and the accounts are two different ones of the same unit.
 */
export function transfer(from: Account, to: Account, amount: number): [Entry, Entry] {
  requireWhole(amount, 1, 'Amount')
  if (from === to || accounts[from].unit !== accounts[to].unit) {
    throw new RangeError(`Nothing can move from ${from} to ${to}`)
  }
  return [
    { account: from, amount: -amount },
    { account: to, amount },
  ]
}

type Kind = { moves: readonly { from: Account; to: Account }[]; means: string }

const moves = (from: Account, to: Account) => ({ from, to })

/** Every kind of ledger transaction, the accounts it moves between, and what it means. A reversal undoes its kind. */
export const ledgerKinds = {
  'order-payment': {
    moves: [moves('customer:money', 'store:sales')],
    means: 'An order was paid from the wallet',
  },
  'order-refund': {
    moves: [moves('store:sales', 'customer:money')],
    means: 'A paid order was canceled, however it had been paid',
  },
  'order-refund-reversal': {
    moves: [moves('customer:money', 'store:sales')],
    means: 'A canceled order was taken up again',
  },
  loyalty: { moves: [moves('store:coins', 'customer:coins')], means: 'Coins for a delivered order' },
  'loyalty-reversal': {
    moves: [moves('customer:coins', 'store:coins')],
    means: 'The order is not delivered after all',
  },
  referral: {
    moves: [moves('store:coins', 'customer:coins')],
    means: 'Coins for the owner of a referral code whose order was delivered',
  },
  'referral-reversal': {
    moves: [moves('customer:coins', 'store:coins')],
    means: 'The referred order is not delivered after all',
  },
  'staff-coins': { moves: [moves('store:coins', 'customer:coins')], means: 'Coins added by staff' },
  'coins-to-money': {
    moves: [moves('customer:coins', 'store:coins'), moves('store:rewards', 'customer:money')],
    means: 'Coins were turned into money for a withdrawal',
  },
  'withdrawal-hold': {
    moves: [moves('customer:money', 'customer:held')],
    means: 'A withdrawal was asked for',
  },
  'withdrawal-payout': {
    moves: [moves('customer:held', 'store:payouts')],
    means: 'A withdrawal was approved and paid out',
  },
} as const satisfies Record<string, Kind>
export type LedgerKind = keyof typeof ledgerKinds

/** What `coins` are worth at `pointValue` paise a coin. Throws RangeError where that is no safe whole number. */
export function coinsWorth(coins: number, pointValue: Paise): Paise {
  requireWhole(coins, 0, 'Coins')
  requireWhole(pointValue, 0, 'Point value')
  const worth = coins * pointValue
  requireWhole(worth, 0, 'Worth')
  return worth
}

/**
 * The fewest whole coins worth at least `shortfall` at `pointValue` paise a coin; what they are worth beyond it stays
 * in the wallet as money (domain rules, Wallet). 0 when nothing is short.
 * Throws RangeError when a coin is worth nothing: no number of coins would do.
 */
export function coinsNeeded(shortfall: Paise, pointValue: Paise): number {
  requireWhole(pointValue, 1, 'Point value')
  if (shortfall <= 0) return 0
  requireWhole(shortfall, 1, 'Shortfall')
  const rest = shortfall % pointValue
  return (shortfall - rest) / pointValue + (rest > 0 ? 1 : 0)
}

/** What a wallet holds: whole coins, and money in paise. */
export type Holding = { coins: number; money: Paise }

/**
 * The coins that have to become money so that `amount` can be withdrawn (domain rules, Wallet): 0 where the money is
 * enough by itself, null where the wallet does not cover it. `pointValue` is paise a coin; at 0 no coin helps.
 */
export function coinsToTurn({ coins, money }: Holding, amount: Paise, pointValue: Paise): number | null {
  if (amount <= money) return 0
  if (pointValue === 0) return null
  const needed = coinsNeeded(amount - money, pointValue)
  return needed <= coins ? needed : null
}
