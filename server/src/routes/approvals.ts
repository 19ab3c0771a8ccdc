import { approvals as calls } from '@kirana/contract/approvals'
import { visibleTo } from '@kirana/domain/approval'
import { serve } from '../http/serve.ts'
import { approve, refuse } from '../services/approvals/decide.ts'
import {
  approvalRules,
  approvalRows,
  approvalRowsAbout,
  approvalRowsAskedBy,
} from '../services/approvals/rows.ts'

export const approvals = serve(calls, {
  list: ({ db, now }) => approvalRows(db, now),
  rules: ({ db }) => approvalRules(db),
  own: ({ db, who, now }) => approvalRowsAskedBy(db, now, who.id, visibleTo(who.permissions)),
  about: ({ db, params: { id }, who, now }) => approvalRowsAbout(db, now, id, visibleTo(who.permissions)),
  approve: async ({ db, params: { id }, who, context, now, audit, after }) => {
    const { isConfigured: isPushConfigured } = context.push
    const { changes, refusal } = await approve(db, { id, who, now, isPushConfigured })
    audit(changes)
    // The approved action may have requested a refund to the source, or queued a message.
    after(async () => context.payments.wake())
    after(context.push.wake)
    return refusal
  },
  refuse: async ({ db, params: { id }, body: { reason }, who, now, audit }) =>
    audit(await refuse(db, { id, who, now }, reason)),
})
