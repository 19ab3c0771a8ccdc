import { desc } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { approveWithdrawal } from '../services/wallet/payouts.ts'
import { requestWithdrawal } from '../services/wallet/withdrawals.ts'
import { wallets } from '../tables/wallets.ts'
import type { SamplePictures } from './pictures.ts'
import { withdrawals } from './shop.ts'

const minute = 60_000
const by = 'Asha Patil (staff)'

/**
 * Requests the planned withdrawals for the customers with the most money, and approves those that are planned as paid.
 */
export async function loadWithdrawals(tx: Db, pictures: SamplePictures, now: Date) {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minute)
  const richest = await tx.select().from(wallets).orderBy(desc(wallets.money)).limit(withdrawals.length)
  const unused = pictures.keysOf('receipts').values()
  for (const [i, { minutesAgo, paid, ...wanted }] of withdrawals.entries()) {
    const receipt = paid && unused.next().value
    const wallet = richest[i]
    if (!wallet || wallet.money < wanted.amount) continue
    const asked = { ...wanted, userId: wallet.userId, now: ago(minutesAgo) }
    const { id } = (await requestWithdrawal(tx, asked)).withdrawal
    if (paid && receipt)
      await approveWithdrawal(tx, {
        id,
        files: { keys: [receipt], keep: async () => [receipt] },
        reason: '',
        utr: paid.number,
        by: { id: '', name: by },
        now: ago(paid.minutesAgo),
      })
  }
}
