import { type Paise, requireWhole } from './money.ts'

/** The worth of `coins` in paise, at `pointValue` paise per coin. Throws RangeError unless it is a safe integer. */
export function coinsWorth(coins: number, pointValue: Paise): Paise {
  requireWhole(coins, 0, 'Coins')
  requireWhole(pointValue, 0, 'Point value')
  const worth = coins * pointValue
  requireWhole(worth, 0, 'Worth')
  return worth
}

/**
 * The fewest whole coins worth at least `shortfall` paise at `pointValue` paise per coin, 0 if nothing is missing. The
 * excess stays in the wallet as money (domain rules, Wallet). Throws RangeError if a coin is worth nothing.
 */
export function coinsNeeded(shortfall: Paise, pointValue: Paise): number {
  requireWhole(pointValue, 1, 'Point value')
  if (shortfall <= 0) return 0
  requireWhole(shortfall, 1, 'Shortfall')
  const rest = shortfall % pointValue
  return (shortfall - rest) / pointValue + (rest > 0 ? 1 : 0)
}

/** The balance of a wallet: whole coins, and money in paise. */
export type Balance = { coins: number; money: Paise }

/**
 * The coins to convert so that `amount` paise can be withdrawn, at `pointValue` paise per coin: 0 if the money suffices,
 * null if the wallet does not cover the amount (domain rules, Wallet).
 */
export function coinsToConvert({ coins, money }: Balance, amount: Paise, pointValue: Paise): number | null {
  if (amount <= money) return 0
  if (pointValue === 0) return null
  const needed = coinsNeeded(amount - money, pointValue)
  return needed <= coins ? needed : null
}
