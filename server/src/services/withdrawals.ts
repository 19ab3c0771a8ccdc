import { formatRupees, type Paise } from '@kirana/domain/money'
import { coinsToTurn, coinsWorth, type Holding } from '@kirana/domain/wallet'
import { desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Db } from '../db/types.ts'
import { found, Refused } from '../http/refuse.ts'
import { transactions, withdrawals } from '../tables/withdrawals.ts'
import { users } from '../tables/users.ts'
import type { FileStore } from './files-store.ts'
import { keep, type Prepared } from './files.ts'
import { post, type Posting } from './ledger.ts'

/** Where the money goes; '' for what was not given. */
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
    .select({ id: withdrawals.id, user, amount: withdrawals.amount, ...payee, isDone })
    .from(withdrawals)
    .innerJoin(users, eq(users.id, withdrawals.userId))
    .$dynamic()

/** All requests, newest first. Amounts are paise. */
export const withdrawalRows = (db: Db) => requests(db).orderBy(desc(withdrawals.id))

/** The requests with these ids, as the list shows them. */
export const withdrawalRowsById = async (db: Db, ids: readonly string[]) =>
  ids.length === 0 ? [] : requests(db).where(inArray(withdrawals.id, [...ids]))

/** All paid-out withdrawals, the latest first. Amounts are paise, `documents` keys of private files. */
export const transactionRows = (db: Db) =>
  db
    .select({
      id: transactions.id,
      user,
      amount: withdrawals.amount,
      withdrawal: payee,
      isDone,
      documents: transactions.documents,
    })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.id, transactions.withdrawalId))
    .innerJoin(users, eq(users.id, withdrawals.userId))
    .orderBy(desc(transactions.id))

type Facts = Holding & { pointValue: Paise; user: { fullName: string; phone: string } }

/** Locks the wallet, so that of two requests for the same rupee the second one sees what the first one has left. */
async function lockWallet(tx: Db, userId: string): Promise<Facts> {
  const { rows } = await tx.execute<{ facts: Facts }>(sql`
    SELECT json_build_object('coins', w.coins, 'money', w.money, 'pointValue', c.point_value,
      'user', json_build_object('fullName', u.full_name, 'phone', u.phone)) AS facts
    FROM wallets w JOIN users u ON u.id = w.user_id CROSS JOIN company c
    WHERE w.user_id = ${userId} FOR UPDATE OF w`)
  return found(rows, 'Wallet').facts
}

function notCovered({ coins, money, pointValue }: Facts) {
  const worth = coinsWorth(coins, pointValue)
  const named = coins === 1 ? '1 coin' : `${coins} coins`
  const inCoins =
    coins === 0
      ? ''
      : worth === 0
        ? ` and ${named}, worth nothing at present`
        : ` and ${named} worth ${formatRupees(worth)}`
  const most = `at most ${formatRupees(money + worth)} can be withdrawn`
  return new Refused(422, `The wallet has ${formatRupees(money)}${inCoins}: ${most}`, { code: 'wallet' })
}

type Asked = Payee & { userId: string; amount: Paise; now: Date }

/**
 * Asks for a withdrawal of `amount` paise: coins become money where that is not enough, and the amount leaves the
 * balance and is held (domain rules, Wallet). Three statements. Returns the request as the list shows it, and the
 * balances `before` and `after`.
 * @throws Refused 422 when the wallet does not cover it
 */
export async function requestWithdrawal(tx: Db, { userId, amount, now, ...account }: Asked) {
  const wallet = await lockWallet(tx, userId)
  const turned = coinsToTurn(wallet, amount, wallet.pointValue)
  if (turned === null) throw notCovered(wallet)
  const worth = coinsWorth(turned, wallet.pointValue)

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
  const turning = turned > 0 ? [posting('coins-to-money', [turned, worth])] : []
  await post(tx, [...turning, posting('withdrawal-hold', [amount])], now)
  return {
    withdrawal: { id, user: wallet.user, amount, ...account, isDone: false },
    before: { coins: wallet.coins, money: wallet.money },
    after: { coins: wallet.coins - turned, money: wallet.money + worth - amount },
  }
}

type Approval = { id: string; files: readonly Prepared[]; by: string; now: Date }

/**
 * Pays a withdrawal out, once, with the documents that show it: the held amount leaves the wallet and the transaction
 * is written. Four statements. Of several approvals at once one gets through, the others wait for it and are refused
 * before any of their files is kept. Returns the transaction.
 * @throws Refused 404 for an unknown withdrawal, 409 when it is completed already
 */
export async function approveWithdrawal(tx: Db, store: FileStore, { id, files, by, now }: Approval) {
  const { rows } = await tx.execute<{ paid: { userId: string; amount: Paise } | null }>(sql`
    WITH done AS (
      UPDATE withdrawals SET done_at = ${now.toISOString()} WHERE id = ${id} AND done_at IS NULL
      RETURNING user_id, amount
    ), event AS (
      INSERT INTO live_events (type, subject) SELECT 'withdrawal.changed', ${id} FROM done
    )
    SELECT CASE WHEN d.user_id IS NOT NULL THEN json_build_object('userId', d.user_id, 'amount', d.amount) END AS paid
    FROM withdrawals w LEFT JOIN done d ON true WHERE w.id = ${id}`)
  const { paid } = found(rows, 'Withdrawal')
  if (!paid) throw new Refused(409, 'This withdrawal is completed already', { code: 'completed' })
  const documents = await keep(tx, store, files, { purpose: 'withdrawal' })
  const written = await tx
    .insert(transactions)
    .values({ withdrawalId: id, documents, by, createdAt: now })
    .returning()
  const payout = {
    key: `withdrawal:${id}:withdrawal-payout`,
    kind: 'withdrawal-payout' as const,
    userId: paid.userId,
    by,
    amounts: [paid.amount],
  }
  await post(tx, [payout], now)
  return found(written, 'Transaction')
}
