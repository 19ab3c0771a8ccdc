import { counted } from '@kirana/domain/count'
import { formatRupees, type Paise } from '@kirana/domain/money'
import { REASON_NEEDED } from '@kirana/domain/payout'
import { coinsToConvert, coinsWorth } from '@kirana/domain/wallet'
import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { rowsOf } from '../../db/rows.ts'
import * as z from 'zod/mini'
import type { Db } from '../../db/types.ts'
import { requireRow, HttpError } from '../../errors.ts'
import { company } from '../../tables/company.ts'
import { users } from '../../tables/users.ts'
import { wallets } from '../../tables/wallets.ts'
import { transactions } from '../../tables/withdrawals.ts'
import type { StoredFiles } from '../files/files.ts'
import { NeedsApproval } from '../shared/second-person.ts'
import { post, type Posting } from './ledger.ts'

/** Where the money goes; '' for fields left empty. */
type Payee = { upiId: string; bankAcNumber: string; ifscCode: string }

/** Locks the wallet, so concurrent requests are serialized and each sees the balance that the last one left. */
async function lockWallet(tx: Db, userId: string) {
  const { coins, money } = wallets
  const user = { fullName: users.fullName, phone: users.phone }
  const rows = await tx
    .select({ coins, money, pointValue: company.pointValue, user })
    .from(wallets)
    .innerJoin(users, eq(users.id, wallets.userId))
    .crossJoin(company)
    .where(eq(wallets.userId, userId))
    .for('update', { of: wallets })
  return requireRow(rows, 'Wallet')
}
type LockedWallet = Awaited<ReturnType<typeof lockWallet>>

function insufficientBalance({ coins, money, pointValue }: LockedWallet) {
  const worth = coinsWorth(coins, pointValue)
  const inCoins =
    coins === 0
      ? ''
      : worth === 0
        ? ` and ${counted(coins, 'coin')}, worth nothing at present`
        : ` and ${counted(coins, 'coin')} worth ${formatRupees(worth)}`
  const limit = `at most ${formatRupees(money + worth)} can be withdrawn`
  return new HttpError(422, `The wallet has ${formatRupees(money)}${inCoins}: ${limit}`, { code: 'wallet' })
}

type WithdrawalRequest = Payee & { userId: string; amount: Paise; now: Date }

/**
 * Requests a withdrawal of `amount` paise: converts coins if the money balance is too low, and moves the amount from the
 * balance to held. Three statements.
 * @returns the request as a row of the list, and the balances `before` and `after`
 * @throws HttpError 422 when coins and money do not cover the amount
 * @see domain rules, Wallet
 */
export async function requestWithdrawal(tx: Db, { userId, amount, now, ...account }: WithdrawalRequest) {
  const wallet = await lockWallet(tx, userId)
  const converted = coinsToConvert(wallet, amount, wallet.pointValue)
  if (converted === null) throw insufficientBalance(wallet)
  const worth = coinsWorth(converted, wallet.pointValue)

  const id = v7()
  await tx.execute(sql`
    WITH event AS (INSERT INTO live_events (type, subject) VALUES ('withdrawal.created', ${id}))
    INSERT INTO withdrawals (id, user_id, amount, upi_id, bank_account, ifsc, created_at)
    VALUES (${id}, ${userId}, ${amount}, ${account.upiId}, ${account.bankAcNumber}, ${account.ifscCode}, ${now.toISOString()})`)
  const posting = (kind: Posting['kind'], amounts: number[]): Posting => ({
    key: `withdrawal:${id}:${kind}`,
    kind,
    userId,
    by: 'customer',
    amounts,
  })
  const conversion = converted > 0 ? [posting('coins-to-money', [converted, worth])] : []
  await post(tx, [...conversion, posting('withdrawal-hold', [amount])], now)
  return {
    withdrawal: { id, user: wallet.user, amount, ...account, isDone: false, requestedAt: now },
    before: { coins: wallet.coins, money: wallet.money },
    after: { coins: wallet.coins - converted, money: wallet.money + worth - amount },
  }
}

const paidRow = z.strictObject({
  userId: z.string(),
  amount: z.int(),
  isPaid: z.boolean(),
  isDone: z.boolean(),
  /** Small payouts add up: lock what they are counted by, and ask again. */
  addsUp: z.boolean(),
})

/** `reason` is '' when there are documents instead. */
type Approval = {
  id: string
  files: Pick<StoredFiles, 'keys' | 'keep'>
  reason: string
  by: string
  now: Date
  /** A second person has approved it. */
  isApproved?: boolean
}

type Completion = Required<Pick<Approval, 'id' | 'by' | 'now' | 'isApproved'>>

/**
 * Completes the withdrawal unless somebody has, or unless it takes a second person. For a day the payouts of a customer
 * count together, and those that one person made alone, so that an amount cannot be split, not over accounts either.
 */
async function complete(tx: Db, { id, by, now, isApproved }: Completion, isLocked: boolean) {
  const at = now.toISOString()
  const rows = await rowsOf(tx, paidRow).execute(sql`
    WITH asked AS (
      SELECT w.id, w.user_id, w.amount, w.done_at, c.second_person AND NOT ${isApproved}::boolean AS is_alone,
        c.payout_approval_from AS from_amount,
        CASE WHEN c.second_person AND c.payout_approval_from > 0 THEN w.amount + greatest(0,
          (SELECT sum(p.amount) FROM withdrawals p
            WHERE p.user_id = w.user_id AND p.done_at > ${at}::timestamptz - interval '1 day'),
          (SELECT sum(p.amount) FROM transactions t JOIN withdrawals p ON p.id = t.withdrawal_id
            WHERE t.by = ${by} AND t.created_at > ${at}::timestamptz - interval '1 day')) END AS of_day
      FROM withdrawals w CROSS JOIN company c WHERE w.id = ${id}
    ), done AS (
      UPDATE withdrawals w SET done_at = ${at} FROM asked a
      WHERE w.id = a.id AND w.done_at IS NULL
        AND (NOT a.is_alone OR ${isLocked}::boolean AND a.of_day < a.from_amount)
      RETURNING w.id
    ), event AS (
      INSERT INTO live_events (type, subject) SELECT 'withdrawal.changed', id FROM done
    )
    SELECT a.user_id AS "userId", a.amount::float8 AS amount, d.id IS NOT NULL AS "isPaid",
      a.done_at IS NOT NULL OR d.id IS NULL AND NOT a.is_alone AS "isDone",
      a.is_alone AND coalesce(a.of_day < a.from_amount, false) AS "addsUp"
    FROM asked a LEFT JOIN done d ON true`)
  return requireRow(rows, 'Withdrawal')
}

/** Has payouts by one person, and of one customer, wait for each other. The person's lock comes first, so none deadlock. */
const lockPayouts = (tx: Db, by: string, userId: string) =>
  tx.execute(sql`
    WITH one_by_one AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended(${`payouts by ${by}`}, 0)))
    SELECT 1 FROM one_by_one CROSS JOIN wallets w WHERE w.user_id = ${userId} FOR UPDATE OF w`)

/** Completes the withdrawal, or says why not. @throws HttpError 404, 409; NeedsApproval */
async function completeOrThrow(tx: Db, completion: Completion) {
  let found = await complete(tx, completion, false)
  if (found.addsUp && !found.isDone) {
    await lockPayouts(tx, completion.by, found.userId)
    found = await complete(tx, completion, true)
  }
  const { userId, amount, isPaid, isDone } = found
  if (isPaid) return { userId, amount }
  if (isDone || found.addsUp)
    throw new HttpError(409, 'This withdrawal is already completed', { code: 'completed' })
  throw new NeedsApproval({ kind: 'payout', userId, subject: completion.id, amount })
}

/**
 * Pays a withdrawal out once: the held amount leaves the wallet and the payout is recorded with its documents, or with
 * the reason why there are none. Four statements, and two more where small payouts need no second person. Concurrent
 * approvals wait for the first and fail.
 * @returns the payout
 * @throws HttpError 422 without documents or reason, 404 for an unknown withdrawal, 409 when it is already paid out; NeedsApproval
 */
export async function approveWithdrawal(
  tx: Db,
  { id, files, reason, by, now, isApproved = false }: Approval,
) {
  if (files.keys.length === 0 && reason === '') throw new HttpError(422, REASON_NEEDED, { code: 'reason' })
  const paid = await completeOrThrow(tx, { id, by, now, isApproved })
  const documents = await files.keep(tx)
  const written = await tx
    .insert(transactions)
    .values({ withdrawalId: id, documents, reason, by, createdAt: now })
    .returning()
  const payout = {
    key: `withdrawal:${id}:withdrawal-payout`,
    kind: 'withdrawal-payout' as const,
    userId: paid.userId,
    by,
    amounts: [paid.amount],
  }
  await post(tx, [payout], now)
  return requireRow(written, 'Transaction')
}
