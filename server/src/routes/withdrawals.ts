import { withdrawals as calls } from '@kirana/contract/withdrawals'
import { dayInKolkata } from '@kirana/domain/calendar'
import { payoutColumns } from '../csv/payouts.ts'
import { csvLines } from '../csv/write.ts'
import { sendLongFile } from '../http/download.ts'
import { serve } from '../http/serve.ts'
import { auditRead } from '../request/audit.ts'
import { doOrAsk } from '../services/approvals/ask.ts'
import { storing } from '../services/files/files.ts'
import { exportedPayouts, newestPayouts, payoutPage } from '../services/wallet/payout-rows.ts'
import { newestRequests, requestPage } from '../services/wallet/withdrawal-rows.ts'
import { approveWithdrawal } from '../services/wallet/payouts.ts'
import { refuseWithdrawal } from '../services/wallet/refusals.ts'

export const withdrawals = serve(
  calls,
  { approve: storing('withdrawal') },
  {
    list: ({ db, now }) => newestRequests(db, now),
    page: ({ db, params, query, now }) => requestPage(db, { ...query, page: params.page, now }),
    approve: async ({ db, body: { withdrawalId: id, reason, utr }, stored, who, now, audit }) => {
      const by = { id: who.id, name: `${who.name} (staff)` }
      const pay = async () => {
        const documents = await approveWithdrawal(db, { id, files: stored, reason, utr, by, now })
        const proof = { documents, ...(reason && { reason }), ...(utr && { utr }) }
        audit({ object: id, before: { isDone: false }, after: { isDone: true, ...proof } })
      }
      return doOrAsk(db, pay, { who, now, audit, reason, keepFiles: stored.keep })
    },
    refuse: async ({ db, context, body: { withdrawalId: id, reason }, who, now, audit, after }) => {
      const refuse = async () => {
        const refusal = { id, reason, by: `${who.name} (staff)`, now }
        await refuseWithdrawal(db, { ...refusal, isPushConfigured: context.push.isConfigured })
        audit({ object: id, after: { reason } })
        after(context.push.wake)
      }
      return doOrAsk(db, refuse, { who, now, audit, reason })
    },
    transactions: ({ db }) => newestPayouts(db),
    payouts: ({ db, params, query }) => payoutPage(db, { ...query, page: params.page }),
    export: async ({ db, query, who, context, request, reply, now }) => {
      // Without the search, which may be a phone number.
      const { from, to } = query
      const change = { object: '', after: { from, to } }
      await auditRead({ who, context, request, now }, 'withdrawals.export', change)
      request.visit?.pause()
      return sendLongFile(reply, context.config, {
        name: `transactions-${dayInKolkata(now)}.csv`,
        type: 'text/csv',
        parts: csvLines(payoutColumns, exportedPayouts(db, query)),
      })
    },
  },
)
