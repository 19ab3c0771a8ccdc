import { entriesOf, type LedgerKind } from '@kirana/domain/wallet'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { constraintOf } from '../../db/errors.ts'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'

/**
 * A transaction of the books; `userId` is the customer whose wallet is concerned, null where none is. `amounts` are coins
 * or paise, one for each move of its kind. `key` is unique, so the same event is posted once only.
 */
export type Posting = {
  key: string
  kind: LedgerKind
  userId: string | null
  orderId?: string | undefined
  by: string
  amounts: readonly number[]
}

const entryRows = ({ key, kind, userId, amounts }: Posting) =>
  entriesOf(kind, amounts).map(({ account, amount }, line) => ({
    key,
    kind,
    line,
    account,
    user_id: account.startsWith('customer:') ? userId : null,
    amount,
  }))

/** Whether `post` failed because a balance would fall below zero. */
export const isInsufficientBalance = (error: unknown) => constraintOf(error) === 'wallet_not_below_zero'

const movedRow = z.strictObject({ moved: z.int() })

/**
 * Writes postings and updates the balances, in one statement; nothing else changes a wallet. Also adds to the withdrawn
 * totals: coins when they are converted to money, money when it is paid out and no longer held. The database rejects a
 * negative balance (`isInsufficientBalance`) and a repeated key.
 * @param and further common table expressions of the same statement, given one that has locked the wallets; they are
 * written also if there is nothing to post
 * @throws HttpError 404 when the customer has no wallet
 * @see domain rules, Wallet
 */
export async function post(tx: Db, postings: readonly Posting[], now: Date, and?: (locked: SQL) => SQL) {
  if (postings.length === 0) {
    if (and) await tx.execute(sql`WITH moved AS (SELECT 1), ${and(sql`moved`)} SELECT 1`)
    return
  }
  const transactions = postings.map(({ key, kind, userId, orderId, by }) => ({
    key,
    kind,
    user_id: userId,
    order_id: orderId ?? null,
    by,
  }))
  const sides = postings.flatMap(entryRows)
  const rows = await rowsOf(tx, movedRow).execute(sql`
    WITH happened AS (
      INSERT INTO ledger_transactions (key, kind, user_id, order_id, by, created_at)
      SELECT p.key, p.kind, p.user_id, p.order_id, p.by, ${now.toISOString()}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(transactions)}::jsonb)
        AS p(key text, kind text, user_id uuid, order_id uuid, by text)
      RETURNING id, key
    ), sides AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(sides)}::jsonb)
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
    )${and ? sql`, ${and(sql`moved`)}` : sql``}
    SELECT count(*)::int AS moved FROM moved`)
  if (rows[0]?.moved !== new Set(sides.flatMap(({ user_id }) => user_id ?? [])).size)
    throw new HttpError(404, 'The customer has no wallet')
}
