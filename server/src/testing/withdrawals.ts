import { openDatabase } from '../db/open.ts'
import { post } from '../services/ledger.ts'
import { requestWithdrawal } from '../services/withdrawals.ts'
import { users } from '../tables/users.ts'
import { wallets } from '../tables/wallets.ts'
import { migrations } from './database.ts'

/** Makes an embedded store with one customer, who has asked for so many withdrawals of ₹1. */
export async function aStoreWithWithdrawals(folder: string, count: number) {
  const database = await openDatabase({ url: null, folder })
  await database.migrate(migrations)
  const now = new Date()
  const customer = await database.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({ phone: '+919800000001', referCode: 'RAVI0001' })
      .returning()
    const userId = user?.id ?? ''
    await tx.insert(wallets).values({ userId })
    const given = { key: 'given', kind: 'staff-coins', userId, by: 'Asha (staff)', amounts: [count] } as const
    await post(tx, [given], now)
    const payee = { upiId: 'ravi@upi', bankAcNumber: '', ifscCode: '' }
    const withdrawals: string[] = []
    for (let i = 0; i < count; i++) {
      const asked = await requestWithdrawal(tx, { userId, amount: 100, now, ...payee })
      withdrawals.push(asked.withdrawal.id)
    }
    return { userId, withdrawals }
  })
  await database.close()
  return customer
}
