import { counted } from '@kirana/domain/count'
import { formatRupees, type Paise } from '@kirana/domain/money'
import { normalPayee, type Payee, payeeRefusal } from '@kirana/domain/payout'
import { coinsToConvert, coinsWorth } from '@kirana/domain/coins'
import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Db } from '../../db/types.ts'
import { requireRow, HttpError } from '../../errors.ts'
import { company } from '../../tables/company.ts'
import { users } from '../../tables/users.ts'
import { wallets } from '../../tables/wallets.ts'
import { post, type Posting } from './ledger.ts'

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
 * @throws HttpError 422 when no bank could pay to the account, or when coins and money do not cover the amount
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
