import { withdrawals as calls } from '@kirana/contract/withdrawals'
import { serve } from '../http/serve.ts'
import { doOrAsk } from '../services/approvals/ask.ts'
import { storing } from '../services/files/files.ts'
import { newestPayouts, newestRequests, payoutPage, requestPage } from '../services/wallet/withdrawal-rows.ts'
import { approveWithdrawal } from '../services/wallet/withdrawals.ts'

export const withdrawals = serve(
  calls,
  { approve: storing('withdrawal') },
  {
    list: ({ db, now }) => newestRequests(db, now),
    page: ({ db, params, query, now }) => requestPage(db, { ...query, page: params.page, now }),
    approve: async ({ db, body: { withdrawalId: id, reason }, stored, who, now, audit }) => {
      const by = `${who.name} (staff)`
      const pay = async () => {
        const { documents } = await approveWithdrawal(db, { id, files: stored, reason, by, now })
        audit({
          object: id,
          before: { isDone: false },
          after: { isDone: true, documents, ...(reason && { reason }) },
        })
      }
      return doOrAsk(db, pay, { who, now, audit, reason, keepFiles: stored.keep })
    },
    transactions: ({ db }) => newestPayouts(db),
    payouts: ({ db, params, query }) => payoutPage(db, { ...query, page: params.page }),
  },
)
