import { withdrawals as calls } from '@kirana/contract/withdrawals'
import { serve } from '../http/serve.ts'
import { approveWithdrawal, transactionRows, withdrawalRows } from '../services/withdrawals.ts'

export const withdrawals = serve(calls, {
  list: ({ db }) => withdrawalRows(db),
  approve: async ({ db, body: { withdrawalId: id }, files, who, kit, now, audit }) => {
    const by = `${who.name} (staff)`
    const { documents } = await approveWithdrawal(db, kit.files, { id, files, by, now })
    audit({ object: id, before: { isDone: false }, after: { isDone: true, documents } })
  },
  transactions: ({ db }) => transactionRows(db),
})
