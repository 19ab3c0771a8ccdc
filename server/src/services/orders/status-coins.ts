import type { DeliveryEffects } from '@kirana/domain/delivery'
import { splitGrant, splitReversal } from '@kirana/domain/wallet'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import type { Posting } from '../wallet/ledger.ts'

type Owners = { userId: string; referrerId: string | null }

/**
 * Coins of the two people: the balances of their wallets when coins are taken back, or the coins borne by the store
 * when coins are granted.
 */
export const Coins = z.strictObject({ customer: z.number(), referrer: z.number() })
export type Coins = z.output<typeof Coins>
const walletRow = z.strictObject({ userId: z.string(), coins: z.number() })

const borneCoins = sql`coalesce(-sum(e.amount), 0) FROM ledger_transactions t
  JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'store:rewards:coins'`

/**
 * SQL for the coins (`Coins`) that the store has borne so far for order `o`: the customer's for this order, and the
 * referrer's for any order of this customer, because a canceled first order allows another first order with the same
 * code.
 */
export const borneSoFar = sql`json_build_object(
  'customer', (SELECT ${borneCoins} WHERE t.order_id = o.id AND t.user_id = o.user_id),
  'referrer', (SELECT ${borneCoins} JOIN orders other ON other.id = t.order_id
    WHERE t.user_id = o.referrer_id AND other.user_id = o.user_id AND other.referrer_id = o.referrer_id))`

/**
 * Locks the wallets from which coins are taken back, ordered by user id to avoid deadlocks, and returns their balances.
 */
export async function lockWallets(tx: Db, { userId, referrerId }: Owners): Promise<Coins> {
  const rows = await rowsOf(tx, walletRow).execute(sql`
    SELECT user_id AS "userId", coins::float8 AS coins FROM wallets
    WHERE user_id IN (${userId}, ${referrerId}::uuid) ORDER BY user_id FOR UPDATE`)
  const coinsOf = (id: string | null) => rows.find((row) => row.userId === id)?.coins ?? 0
  return { customer: coinsOf(userId), referrer: coinsOf(referrerId) }
}

/** The wallet postings of a status change. */
export function postingsOf(
  { id, by }: { id: string; by: string },
  order: Owners,
  { effects, step, coins }: { effects: DeliveryEffects; step: number; coins: Coins },
): Posting[] {
  const posting = (kind: Posting['kind'], userId: string | null, amounts: readonly number[]): Posting[] =>
    userId === null || amounts.every((amount) => amount === 0)
      ? []
      : [{ key: `order:${id}:${step}:${kind}`, kind, userId, orderId: id, by, amounts }]
  const reward = (
    kind: 'loyalty' | 'referral',
    userId: string | null,
    change: number,
    balanceOrBorne: number,
  ) =>
    change > 0
      ? posting(kind, userId, splitGrant(change, balanceOrBorne))
      : posting(`${kind}-reversal`, userId, splitReversal(-change, balanceOrBorne))
  const refund = effects.customerMoney > 0 ? 'order-refund' : 'order-refund-reversal'
  return [
    ...reward('loyalty', order.userId, effects.customerCoins, coins.customer),
    ...reward('referral', order.referrerId, effects.referrerCoins, coins.referrer),
    ...posting(refund, order.userId, [Math.abs(effects.customerMoney)]),
  ]
}

export const coinsBorneIn = (postings: readonly Posting[]) =>
  postings.reduce(
    (sum, { kind, amounts }) =>
      kind === 'loyalty-reversal' || kind === 'referral-reversal' ? sum + (amounts[1] ?? 0) : sum,
    0,
  )

/** The refund to the wallet for missing items: at most one per order. */
export const pickPostings = (
  { id, by }: { id: string; by: string },
  { userId }: Owners,
  picked: { walletRefund: number } | null,
): Posting[] =>
  picked && picked.walletRefund > 0
    ? [
        {
          key: `order:${id}:pick`,
          kind: 'pick-refund',
          userId,
          orderId: id,
          by,
          amounts: [picked.walletRefund],
        },
      ]
    : []
