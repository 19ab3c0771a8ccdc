import { pick as calls } from '@kirana/contract/pick'
import { HttpError } from '../errors.ts'
import { linkBase } from '../http/links.ts'
import { serve } from '../http/serve.ts'
import { changeOrderStatus, statusAudit } from '../services/orders/status.ts'
import { requireOrder } from '../services/orders/rows.ts'
import { claimPick, claimRound, releasePick, signPick } from '../services/picking/claim.ts'
import { doOrAsk } from '../services/approvals/ask.ts'
import { finishPick, pickAudit } from '../services/picking/done.ts'
import { setLine } from '../services/picking/lines.ts'
import { requirePick } from '../services/picking/rows.ts'
import { findByBarcode, swapCandidates } from '../services/picking/swaps.ts'

/** Claims and lines are recorded in `pick_actions`; the audit log gets only the result of picking. */
export const pick = serve(calls, {
  get: ({ db, params, who, now }) => requirePick(db, params.orderId, who, now),
  swaps: ({ db, params, now }) => swapCandidates(db, params.orderId, params.line, now),
  find: ({ db, params }) => findByBarcode(db, params.code),
  claim: ({ db, body: { orderId, takeOver = false }, who, now, audit }) => {
    audit(null)
    return claimPick(db, { orderId, takeOver }, who, now)
  },
  claimRound: ({ db, body: { orderIds, takeOver = [] }, who, now, audit }) => {
    audit(null)
    return claimRound(db, { orderIds, takeOver }, who, now)
  },
  sign: async ({ db, body: { orderId, isClosing = false }, who, now, audit }) => {
    audit(null)
    return { until: await signPick(db, { orderId, isClosing }, who, now) }
  },
  line: async ({ db, body, who, now, audit }) => {
    audit(null)
    await setLine(db, body, who, now)
    return requirePick(db, body.orderId, who, now)
  },
  release: ({ db, body, who, now, audit }) => {
    audit(null)
    return releasePick(db, body.orderId, who, now)
  },
  done: async ({ db, body, who, request, context, now, audit, after }) => {
    const finish = async () => {
      const result = await finishPick(db, body, who, now)
      audit(result && { object: body.orderId, ...pickAudit(result) })
      after(async () => context.payments.wake())
    }
    const waiting = await doOrAsk(db, finish, { who, now, audit })
    if (waiting) return waiting
    return requireOrder(db, body.orderId, linkBase(request, context.config))
  },
  override: async ({ db, body: { orderId: id, status: to, reason }, who, context, now, audit, after }) => {
    const by = `${who.name} (superadmin)`
    const changed = await changeOrderStatus(db, {
      id,
      to,
      reason,
      from: 'confirmed',
      touchedPick: 'keep',
      by,
      now,
    })
    if (!changed?.keptPick)
      throw new HttpError(409, 'Nothing is picked of this order yet', { code: 'untouched' })
    const { before, after: set } = statusAudit(changed)
    audit({ object: id, before, after: { ...set, reason } })
    after(async () => context.payments.wake())
  },
})
