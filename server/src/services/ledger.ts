import { type LedgerKind, ledgerKinds, transfer } from '@kirana/domain/wallet'
import { sql } from 'drizzle-orm'
import { constraintOf } from '../db/errors.ts'
import type { Db } from '../db/types.ts'
import { Refused } from '../http/refuse.ts'

/**
 * Something that happens to a customer's wallet. `amounts` are coins or paise, one for each move of its kind;
 * `key` names the happening, so that it can be written once only.
 */
export type Posting = {
  key: string
  kind: LedgerKind
  userId: string
  orderId?: string | undefined
  by: string
  amounts: readonly number[]
}

const entriesOf = ({ key, kind, userId, amounts }: Posting) =>
  ledgerKinds[kind].moves
    .flatMap(({ from, to }, i) => transfer(from, to, amounts[i] ?? 0))
    .map(({ account, amount }, line) => ({
      key,
      kind,
      line,
      account,
      user_id: account.startsWith('customer:') ? userId : null,
      amount,
    }))

/** Whether `post` failed because a wallet does not hold enough. */
export const isUncovered = (error: unknown) => constraintOf(error) === 'wallet_not_below_zero'

/**
 * Writes postings and moves the balances with them: the only place that touches a wallet. One statement.
 * What was withdrawn so far grows with them too: by the coins when they are turned into money, which they stay, and by
 * the money when it is paid out, since money that is only asked for is held (domain rules, Wallet). The database refuses
 * a balance below zero (`wallet_not_below_zero`) and a key that was written before.
 */
export async function post(tx: Db, postings: readonly Posting[], now: Date) {
  if (postings.length === 0) return
  const transactions = postings.map(({ key, kind, userId, orderId, by }) => ({
    key,
    kind,
    user_id: userId,
    order_id: orderId ?? null,
    by,
  }))
  const { rows } = await tx.execute<{ moved: number }>(sql`
    WITH happened AS (
      INSERT INTO ledger_transactions (key, kind, user_id, order_id, by, created_at)
      SELECT p.key, p.kind, p.user_id, p.order_id, p.by, ${now.toISOString()}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(transactions)}::jsonb)
        AS p(key text, kind text, user_id uuid, order_id uuid, by text)
      RETURNING id, key
    ), sides AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(postings.flatMap(entriesOf))}::jsonb)
        AS s(key text, kind text, line int, account text, user_id uuid, amount bigint)
    ), written AS (
      INSERT INTO ledger_entries (transaction_id, line, account, user_id, amount)
      SELECT h.id, s.line, s.account, s.user_id, s.amount FROM sides s JOIN happened h USING (key)
    ), moved AS (
      UPDATE wallets w SET coins = w.coins + d.coins, money = w.money + d.money,
        withdrawn_coins = w.withdrawn_coins + d.turned, withdrawn_money = w.withdrawn_money + d.paid_out
      FROM (
        SELECT user_id,
          coalesce(sum(amount) FILTER (WHERE account = 'customer:coins'), 0) AS coins,
          coalesce(sum(amount) FILTER (WHERE account = 'customer:money'), 0) AS money,
          coalesce(-sum(amount) FILTER (WHERE account = 'customer:coins' AND kind = 'coins-to-money'), 0) AS turned,
          coalesce(-sum(amount) FILTER (WHERE account = 'customer:held' AND kind = 'withdrawal-payout'), 0) AS paid_out
        FROM sides WHERE user_id IS NOT NULL GROUP BY user_id
      ) d
      WHERE w.user_id = d.user_id
      RETURNING 1
    )
    SELECT count(*)::int AS moved FROM moved`)
  if (rows[0]?.moved !== new Set(postings.map(({ userId }) => userId)).size)
    throw new Refused(404, 'The customer has no wallet')
}
