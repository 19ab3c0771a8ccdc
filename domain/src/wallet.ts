import { requireWhole, type Paise } from './money.ts'

/**
 * The accounts of the ledger. A transfer never mixes coins and money (paise), so each unit sums to zero. Each customer
 * has their own customer accounts, which are never negative; a store account may be, as the counterpart of those.
 */
export const accounts = {
  'customer:coins': { unit: 'coins', means: 'Coins the customer can spend' },
  'customer:money': { unit: 'money', means: 'Money in the wallet that the customer can spend or withdraw' },
  'customer:held': { unit: 'money', means: 'Money of a withdrawal request that waits for approval' },
  'store:coins': {
    unit: 'coins',
    means:
      'Where coins come from and go to; with store:rewards:coins, below zero by all coins in circulation',
  },
  'store:rewards:coins': {
    unit: 'coins',
    means: 'Coins of orders that were not delivered after all, gone from the wallet: the store bears them',
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

type Kind = {
  moves: readonly { from: Account; to: Account }[]
  /** One amount is divided between the moves; a share may be 0. */
  isShared?: boolean
  means: string
}

const moves = (from: Account, to: Account) => ({ from, to })

/** Grants the coins of an order: to the wallet, or to the store for the part that the customer still has. */
const rewardGrant = {
  moves: [moves('store:coins', 'customer:coins'), moves('store:coins', 'store:rewards:coins')],
  isShared: true,
} as const

/** Takes the coins of an order back: from the wallet, or from the store for the part that is spent. */
const rewardReversal = {
  moves: [moves('customer:coins', 'store:coins'), moves('store:rewards:coins', 'store:coins')],
  isShared: true,
} as const

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
  loyalty: { ...rewardGrant, means: 'Coins for a delivered order' },
  'loyalty-reversal': { ...rewardReversal, means: 'The order is not delivered after all' },
  referral: { ...rewardGrant, means: 'Coins for the owner of a referral code whose order was delivered' },
  'referral-reversal': { ...rewardReversal, means: 'The referred order is not delivered after all' },
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

/**
 * The entries of one ledger transaction; `amounts` are coins or paise, one for each move of its kind.
 * @throws RangeError when an amount is not above 0 (a share may be 0), or when nothing would move
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

/** The split of a reward: coins moved in the wallet, and coins moved between the store's own accounts. */
export type RewardShares = [wallet: number, store: number]

/** Splits `coins` taken back from a wallet with `balance` coins: the store bears the rest (domain rules, Wallet). */
export function rewardTakenBack(coins: number, balance: number): RewardShares {
  const taken = Math.min(coins, balance)
  return [taken, coins - taken]
}

/**
 * Splits `coins` granted again: the customer still has the coins that the store has `borne` for this order, so the wallet
 * gets only the difference.
 */
export function rewardGranted(coins: number, borne: number): RewardShares {
  const kept = Math.min(coins, borne)
  return [coins - kept, kept]
}

/** What `coins` are worth at `pointValue` paise a coin. Throws RangeError where that is no safe whole number. */
export function coinsWorth(coins: number, pointValue: Paise): Paise {
  requireWhole(coins, 0, 'Coins')
  requireWhole(pointValue, 0, 'Point value')
  const worth = coins * pointValue
  requireWhole(worth, 0, 'Worth')
  return worth
}

/**
 * The fewest whole coins worth at least `shortfall` paise at `pointValue` paise per coin, 0 when nothing is missing. The
 * excess stays in the wallet as money (domain rules, Wallet). @throws RangeError when a coin is worth nothing
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
 * The coins to convert so that `amount` paise can be withdrawn, at `pointValue` paise per coin: 0 if the money suffices,
 * null if the wallet does not cover the amount (domain rules, Wallet).
 */
export function coinsToTurn({ coins, money }: Holding, amount: Paise, pointValue: Paise): number | null {
  if (amount <= money) return 0
  if (pointValue === 0) return null
  const needed = coinsNeeded(amount - money, pointValue)
  return needed <= coins ? needed : null
}
