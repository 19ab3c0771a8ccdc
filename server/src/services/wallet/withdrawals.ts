import { counted } from '@kirana/domain/count'
import { formatRupees, type Paise } from '@kirana/domain/money'
import { normalPayee, type Payee, payeeRefusal } from '@kirana/domain/payout'
import { coinsToConvert, coinsWorth } from '@kirana/domain/coins'
import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow, HttpError } from '../../errors.ts'
import { company } from '../../tables/company.ts'
import { users } from '../../tables/users.ts'
import { wallets } from '../../tables/wallets.ts'
import { post, type Posting } from './ledger.ts'

/** Locks the wallet, which serializes concurrent requests, so that each sees the balance after the previous one. */
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

/** Per customer, because staff must decide about each request, and a refusal returns the money to the wallet. */
const MAX_OPEN = 5
/** Per customer in 24 hours. */
const MAX_REFUSED = 10

type WithdrawalRequest = Payee & { userId: string; amount: Paise; now: Date }

const limitsRow = z.strictObject({ open: z.int(), refused: z.int() })

/**
 * Inserts the request. Call it after locking the wallet, because it counts the customer's requests in the same
 * statement.
 * @throws HttpError 422 when too many are open or were refused in the last 24 hours
 */
async function insertRequest(
  tx: Db,
  { id, userId, amount, now, upiId, bankAcNumber, ifscCode }: WithdrawalRequest & { id: string },
) {
  const at = now.toISOString()
  const [row] = await rowsOf(tx, limitsRow).execute(sql`
    WITH counted AS (
      SELECT count(*) FILTER (WHERE done_at IS NULL AND refused_at IS NULL)::int AS open,
        count(*) FILTER (WHERE refused_at > ${at}::timestamptz - interval '24 hours')::int AS refused
      FROM withdrawals WHERE user_id = ${userId}
    ), added AS (
      INSERT INTO withdrawals (id, user_id, amount, upi_id, bank_account, ifsc, created_at)
      SELECT ${id}::uuid, ${userId}::uuid, ${amount}::bigint, ${upiId}, ${bankAcNumber}, ${ifscCode}, ${at}::timestamptz
      FROM counted WHERE open < ${MAX_OPEN} AND refused < ${MAX_REFUSED} RETURNING id
    ), event AS (
      INSERT INTO live_events (type, subject) SELECT 'withdrawal.created', id FROM added
    )
    SELECT open, refused FROM counted`)
  if (row && row.open >= MAX_OPEN)
    throw new HttpError(422, `${MAX_OPEN} withdrawals are open. Wait until one is paid or refused`, {
      code: 'open-withdrawals',
    })
  if (row && row.refused >= MAX_REFUSED)
    throw new HttpError(
      422,
      `${MAX_REFUSED} withdrawals were refused in the last 24 hours. Try again later`,
      {
        code: 'refused-withdrawals',
      },
    )
}

/**
 * Requests a withdrawal of `amount` paise: converts coins if the money balance is too low, and moves the amount from
 * the balance to held. Three statements.
 * @returns the request as a row of the list, and the balances `before` and `after`
 * @throws HttpError 422 when the account is invalid, when coins and money do not cover the amount, or when the customer
 * has too many open or refused requests
 * @see domain rules, Wallet
 */
export async function requestWithdrawal(tx: Db, { userId, amount, now, ...payee }: WithdrawalRequest) {
  const account = normalPayee(payee)
  const refusal = payeeRefusal(account)
  if (refusal !== null) throw new HttpError(422, refusal, { code: 'account' })
  const wallet = await lockWallet(tx, userId)
  const converted = coinsToConvert(wallet, amount, wallet.pointValue)
  if (converted === null) throw insufficientBalance(wallet)
  const worth = coinsWorth(converted, wallet.pointValue)

  const id = v7()
  await insertRequest(tx, { id, userId, amount, now, ...account })
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
    withdrawal: {
      id,
      user: wallet.user,
      amount,
      ...account,
      isDone: false,
      state: 'open' as const,
      reason: '',
      requestedAt: now,
    },
    before: { coins: wallet.coins, money: wallet.money },
    after: { coins: wallet.coins - converted, money: wallet.money + worth - amount },
  }
}
