import { withdrawals as calls } from '@kirana/contract/withdrawals'
import { serve } from '../http/serve.ts'
import { storing } from '../services/files/files.ts'
import { approveWithdrawal, transactionRows, withdrawalRows } from '../services/wallet/withdrawals.ts'

export const withdrawals = serve(
  calls,
  { approve: storing('withdrawal') },
  {
    list: ({ db }) => withdrawalRows(db),
    approve: async ({ db, body: { withdrawalId: id, reason }, stored, who, now, audit }) => {
      const by = `${who.name} (staff)`
      const { documents } = await approveWithdrawal(db, { id, files: stored, reason, by, now })
      audit({
        object: id,
        before: { isDone: false },
        after: { isDone: true, documents, ...(reason && { reason }) },
      })
    },
    transactions: ({ db }) => transactionRows(db),
  },
)
