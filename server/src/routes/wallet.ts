import { wallet as calls } from '@kirana/contract/wallet'
import { serve } from '../http/serve.ts'
import { doOrAsk } from '../services/approvals/ask.ts'
import { addCoins } from '../services/wallet/add-coins.ts'
import { walletEntries } from '../services/wallet/entries.ts'

export const wallet = serve(calls, {
  addCoins: async ({ db, body: { userId, coins }, who, request, now, audit }) => {
    const by = `${who.name} (staff)`
    const add = async () => {
      const added = await addCoins(db, { userId, coins, staffId: who.id, by, key: request.id, now })
      audit({ object: userId, ...added })
    }
    return doOrAsk(db, add, { who, now, audit })
  },
  entries: ({ db, params: { userId, page }, now }) => walletEntries(db, userId, { page, now }),
})
