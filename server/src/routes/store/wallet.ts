import { storeWallet as calls } from '@kirana/contract/store/wallet'
import { eq } from 'drizzle-orm'
import { validate } from 'uuid'
import { requireRow } from '../../errors.ts'
import { serve } from '../../http/serve.ts'
import { walletEntries } from '../../services/wallet/entries.ts'
import { customerWithdrawals } from '../../services/wallet/withdrawal-rows.ts'
import { requestWithdrawal } from '../../services/wallet/withdrawals.ts'
import { wallets } from '../../tables/wallets.ts'

export const storeWallet = serve(calls, {
  get: async ({ db, who, now }) => {
    const { userId: _, ...balances } = requireRow(
      await db.select().from(wallets).where(eq(wallets.userId, who.id)),
      'Wallet',
    )
    const { data: entries } = await walletEntries(db, who.id, { page: 1, now })
    return { ...balances, entries }
  },
  withdrawals: ({ db, query: { cursor }, who, now }) =>
    cursor && !validate(cursor)
      ? { withdrawals: [], next: null }
      : customerWithdrawals(db, who.id, cursor ?? null, now),
  withdraw: async ({ db, body, who, now, audit }) => {
    const { withdrawal, before, after } = await requestWithdrawal(db, { ...body, userId: who.id, now })
    audit({ object: withdrawal.id, before, after })
    return withdrawal
  },
})
