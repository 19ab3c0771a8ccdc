import { entriesOf, type LedgerKind } from '@kirana/domain/wallet'
import { type SQL, sql } from 'drizzle-orm'
import { constraintOf, missingColumnOf } from '../../db/errors.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { moveCash } from './cash-sums.ts'

/**
 * A transaction of the books; `userId` is the customer whose wallet changes (null if none does), and `riderId` the
 * rider whose cash changes. `amounts` are coins or paise, one for each move of its kind. `key` is unique, so that the
 * same event is posted only once.
 */
export type Posting = {
  key: string
  kind: LedgerKind
  userId: string | null
  riderId?: string | null | undefined
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

/** Writes the transactions of the postings; a repeated key violates a constraint. */
const insertedTransactions = (postings: readonly Posting[], now: Date) => {
  const rows = postings.map(({ key, kind, userId, riderId, orderId, by }) => ({
    key,
    kind,
    user_id: userId,
    rider_id: riderId ?? null,
    order_id: orderId ?? null,
    by,
  }))
  return sql`
    INSERT INTO ledger_transactions (key, kind, user_id, rider_id, order_id, by, created_at)
    SELECT p.key, p.kind, p.user_id, p.rider_id, p.order_id, p.by, ${now.toISOString()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS p(key text, kind text, user_id uuid, rider_id uuid, order_id uuid, by text)
    RETURNING id, key`
}

/** The sides of the postings: each is the change of one account. */
const sidesOf = (postings: readonly Posting[]) => sql`
  SELECT * FROM jsonb_to_recordset(${JSON.stringify(postings.flatMap(entryRows))}::jsonb)
    AS s(key text, kind text, line int, account text, user_id uuid, amount bigint)`

/**
 * Writes the sides as entries of the transactions. A side of a customer without a wallet gets no amount, which violates
 * a constraint.
 */
const insertedEntries = sql`
  INSERT INTO ledger_entries (transaction_id, line, account, user_id, amount)
  SELECT h.id, s.line, s.account, s.user_id, CASE WHEN s.user_id IS NULL OR w.user_id IS NOT NULL THEN s.amount END
  FROM sides s JOIN happened h USING (key) LEFT JOIN wallets w ON w.user_id = s.user_id`

/** The total changes of each customer's wallet. */
const walletSums = sql`
  SELECT user_id,
    coalesce(sum(amount) FILTER (WHERE account = 'customer:coins'), 0) AS coins,
    coalesce(sum(amount) FILTER (WHERE account = 'customer:money'), 0) AS money,
    coalesce(-sum(amount) FILTER (WHERE account = 'customer:coins' AND kind = 'coins-to-money'), 0) AS turned,
    coalesce(-sum(amount) FILTER (WHERE account = 'customer:held' AND kind = 'withdrawal-payout'), 0) AS paid_out
  FROM sides WHERE user_id IS NOT NULL GROUP BY user_id`

/** Changes the wallets; a balance below zero violates a constraint. */
const movedWallets = sql`
  UPDATE wallets w SET coins = w.coins + d.coins, money = w.money + d.money,
    withdrawn_coins = w.withdrawn_coins + d.turned, withdrawn_money = w.withdrawn_money + d.paid_out
  FROM (${walletSums}) d
  WHERE w.user_id = d.user_id
  RETURNING 1`

/** Whether `post` failed because a balance would fall below zero. */
export const isInsufficientBalance = (error: unknown) => constraintOf(error) === 'wallet_not_below_zero'

type Posted = {
  /**
   * Further common table expressions of the same statement; `locked` is the expression that has locked the wallets.
   * They run even if there is nothing to post.
   */
  and?: ((locked: SQL) => SQL) | undefined
  /** The error for a balance that would fall below zero. */
  insufficient?: () => Error
}

/**
 * Writes postings and updates the balances in one statement, and the sums of cash in further ones. Only this function
 * changes wallets. Also adds to the withdrawn totals: coins when they are converted to money, money when it is paid out
 * and no longer held. The database rejects a negative balance (`isInsufficientBalance`), a repeated key and, by an
 * entry without an amount, a customer without a wallet (HttpError 404). The statement is sent without waiting (`send`),
 * so that the transaction rejects later.
 * @see domain rules, Wallet
 */
export async function post(
  tx: Db,
  postings: readonly Posting[],
  now: Date,
  { and, insufficient }: Posted = {},
) {
  if (postings.length === 0) {
    if (and) await send(tx, sql`WITH moved AS (SELECT 1), ${and(sql`moved`)} SELECT 1`)
    return
  }
  const statement = sql`
    WITH happened AS (${insertedTransactions(postings, now)}), sides AS (${sidesOf(postings)}),
      written AS (${insertedEntries}), moved AS (${movedWallets})${and ? sql`, ${and(sql`moved`)}` : sql``}
    SELECT 1`
  await send(tx, statement, (error) => {
    if (insufficient && isInsufficientBalance(error)) throw insufficient()
    if (missingColumnOf(error) === 'amount') throw new HttpError(404, 'The customer has no wallet')
    throw error
  })
  await moveCash(tx, postings)
}
