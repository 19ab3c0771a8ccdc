import { formatRupees, type Paise } from '@kirana/domain/money'
import { REASON_NEEDED } from '@kirana/domain/payout'
import { coinsToConvert, coinsWorth } from '@kirana/domain/wallet'
import { desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { rowsOf } from '../../db/rows.ts'
import * as z from 'zod/mini'
import type { Db } from '../../db/types.ts'
import { requireRow, HttpError } from '../../errors.ts'
import { transactions, withdrawals } from '../../tables/withdrawals.ts'
import { users } from '../../tables/users.ts'
import type { StoredFiles } from '../files/files.ts'
import { post, type Posting } from './ledger.ts'

/** Where the money goes; '' for fields left empty. */
type Payee = { upiId: string; bankAcNumber: string; ifscCode: string }

const user = { fullName: users.fullName, phone: users.phone }
const payee = {
  upiId: withdrawals.upiId,
  bankAcNumber: withdrawals.bankAccount,
  ifscCode: withdrawals.ifsc,
}
const isDone = sql<boolean>`${isNotNull(withdrawals.doneAt)}`

const requests = (db: Db) =>
  db
    .select({
      id: withdrawals.id,
      user,
      amount: withdrawals.amount,
      ...payee,
      isDone,
      requestedAt: withdrawals.createdAt,
    })
    .from(withdrawals)
    .innerJoin(users, eq(users.id, withdrawals.userId))
    .$dynamic()

/** All requests, newest first. Amounts are paise. */
export const withdrawalRows = (db: Db) => requests(db).orderBy(desc(withdrawals.id))

/** The requests with these ids, in no particular order. */
export const withdrawalRowsById = async (db: Db, ids: readonly string[]) =>
  ids.length === 0 ? [] : requests(db).where(inArray(withdrawals.id, [...ids]))

/** All payouts, newest first. Amounts are paise; `documents` are keys of private files. */
export const transactionRows = (db: Db) =>
  db
    .select({
      id: transactions.id,
      user,
      amount: withdrawals.amount,
      withdrawal: payee,
      isDone,
      documents: transactions.documents,
      reason: transactions.reason,
    })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.id, transactions.withdrawalId))
    .innerJoin(users, eq(users.id, withdrawals.userId))
    .orderBy(desc(transactions.id))

const walletRow = z.strictObject({
  wallet: z.strictObject({
    coins: z.int(),
    money: z.int(),
    pointValue: z.int(),
    user: z.strictObject({ fullName: z.string(), phone: z.string() }),
  }),
})
type LockedWallet = z.output<typeof walletRow>['wallet']

/** Locks the wallet, so concurrent requests are serialized and each sees the balance that the last one left. */
async function lockWallet(tx: Db, userId: string): Promise<LockedWallet> {
  const rows = await rowsOf(tx, walletRow).execute(sql`
    SELECT json_build_object('coins', w.coins, 'money', w.money, 'pointValue', c.point_value,
      'user', json_build_object('fullName', u.full_name, 'phone', u.phone)) AS wallet
    FROM wallets w JOIN users u ON u.id = w.user_id CROSS JOIN company c
    WHERE w.user_id = ${userId} FOR UPDATE OF w`)
  return requireRow(rows, 'Wallet').wallet
}

function insufficientBalance({ coins, money, pointValue }: LockedWallet) {
  const worth = coinsWorth(coins, pointValue)
  const count = coins === 1 ? '1 coin' : `${coins} coins`
  const inCoins =
    coins === 0
      ? ''
      : worth === 0
        ? ` and ${count}, worth nothing at present`
        : ` and ${count} worth ${formatRupees(worth)}`
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
  paid: z.nullable(z.strictObject({ userId: z.string(), amount: z.int() })),
})

/** `reason` is '' when there are documents instead. */
type Approval = {
  id: string
  files: Pick<StoredFiles, 'keys' | 'keep'>
  reason: string
  by: string
  now: Date
}

/**
 * Pays a withdrawal out once: the held amount leaves the wallet and the payout is recorded with its documents, or with
 * the reason why there are none. Four statements. Concurrent approvals wait for the first and fail.
 * @returns the payout
 * @throws HttpError 422 without documents or reason, 404 for an unknown withdrawal, 409 when it is already paid out
 */
export async function approveWithdrawal(tx: Db, { id, files, reason, by, now }: Approval) {
  if (files.keys.length === 0 && reason === '') throw new HttpError(422, REASON_NEEDED, { code: 'reason' })
  const rows = await rowsOf(tx, paidRow).execute(sql`
    WITH done AS (
      UPDATE withdrawals SET done_at = ${now.toISOString()} WHERE id = ${id} AND done_at IS NULL
      RETURNING user_id, amount
    ), event AS (
      INSERT INTO live_events (type, subject) SELECT 'withdrawal.changed', ${id} FROM done
    )
    SELECT CASE WHEN d.user_id IS NOT NULL THEN json_build_object('userId', d.user_id, 'amount', d.amount) END AS paid
    FROM withdrawals w LEFT JOIN done d ON true WHERE w.id = ${id}`)
  const { paid } = requireRow(rows, 'Withdrawal')
  if (!paid) throw new HttpError(409, 'This withdrawal is completed already', { code: 'completed' })
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
