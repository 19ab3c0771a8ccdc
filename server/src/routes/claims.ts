import { claims as calls } from '@kirana/contract/claims'
import type { ClaimState } from '@kirana/domain/claims'
import { linkBase } from '../http/links.ts'
import { serve } from '../http/serve.ts'
import { storing } from '../services/files/files.ts'
import { doOrAsk } from '../services/approvals/ask.ts'
import { claimAudit, refundClaim } from '../services/claims/refund.ts'
import { replaceAudit, replaceClaim } from '../services/claims/replace.ts'
import { refuseClaim } from '../services/claims/refuse.ts'
import { openClaim } from '../services/claims/open.ts'
import { claimAmount, claimPage } from '../services/claims/rows.ts'

export const claims = serve(
  calls,
  { add: storing('claim') },
  {
    list: ({ db, params, query, request, context, now }) =>
      claimPage(db, query, params.page, { base: linkBase(request, context.config), now }),
    amount: ({ db, query, now }) => claimAmount(db, query.claimId, query.lines, now),
    add: async ({ db, body: { lateReason, ...body }, stored, who, now, audit }) => {
      const photos = await stored.keep(db)
      const by = `${who.name} (staff)`
      const claim = await openClaim(db, { ...body, photos, opened: { by, lateReason }, now })
      const { orderId: order, lines, reason } = body
      audit({ object: claim.id, after: { order, lines, reason, photos, ...(lateReason && { lateReason }) } })
      return claim
    },
    refund: async ({ db, body, who, context, now, audit, after }) => {
      const by = `${who.name} (staff)`
      let data = { refund: 0, coins: 0, state: 'open' as ClaimState }
      const refund = async () => {
        const result = await refundClaim(db, { ...body, staffId: who.id, by, now })
        audit(result.isRepeated ? null : claimAudit(body.claimId, result))
        after(async () => context.payments.wake())
        data = { refund: result.amount, coins: result.coins, state: result.state }
      }
      return (await doOrAsk(db, refund, { who, now, audit })) ?? data
    },
    replace: async ({ db, body, who, now, audit }) => {
      const by = `${who.name} (staff)`
      let data = { state: 'open' as ClaimState, replacement: { _id: '', order_id: '' } }
      const replace = async () => {
        const result = await replaceClaim(db, { ...body, staffId: who.id, by, now })
        audit(result.isRepeated ? null : replaceAudit(body.claimId, result))
        const { id: _id, orderId: order_id } = result.replacement
        data = { state: result.state, replacement: { _id, order_id } }
      }
      return (await doOrAsk(db, replace, { who, now, audit })) ?? data
    },
    refuse: async ({ db, body, who, now, audit }) => {
      const by = `${who.name} (staff)`
      const refused = await refuseClaim(db, { ...body, staffId: who.id, by, now })
      audit({ object: body.claimId, after: { ...refused, reason: body.reason } })
    },
  },
)
