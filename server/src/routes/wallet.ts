import { wallet as calls } from '@kirana/contract/wallet'
import { eq } from 'drizzle-orm'
import { requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { countDailyCoins } from '../services/wallet/daily-coins.ts'
import { post } from '../services/wallet/ledger.ts'
import { walletEntries } from '../services/wallet/entries.ts'
import { wallets } from '../tables/wallets.ts'

export const wallet = serve(calls, {
  addCoins: async ({ db, body: { userId, coins }, who, request, now, audit }) => {
    const locked = await db
      .select({ coins: wallets.coins })
      .from(wallets)
      .where(eq(wallets.userId, userId))
      .for('update')
    const before = requireRow(locked, 'Customer')
    await countDailyCoins(db, { staffId: who.id, coins, now })
    audit({ object: userId, before, after: { coins: before.coins + coins } })
    const added = { key: `staff-coins:${request.id}`, kind: 'staff-coins', userId, amounts: [coins] } as const
    await post(db, [{ ...added, by: `${who.name} (staff)` }], now)
  },
  entries: ({ db, params }) => walletEntries(db, params.userId, params.page),
})
