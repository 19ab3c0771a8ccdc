import { dispatch as calls } from '@kirana/contract/dispatch'
import { serve } from '../http/serve.ts'
import { statusAudit } from '../services/orders/status.ts'
import { assignBags, takeBack } from '../services/delivery/dispatch.ts'
import { labelData, renderLabel } from '../services/delivery/label.ts'
import { bagRows, dispatchPeople } from '../services/delivery/rows.ts'

export const dispatch = serve(calls, {
  get: async ({ db, now }) => {
    const [bags, people] = await Promise.all([bagRows(db), dispatchPeople(db, now)])
    return { bags, ...people }
  },
  assign: async ({ db, body, who, now, audit }) => {
    const { results, done } = await assignBags(db, body, { by: `${who.name} (staff)`, now })
    audit(done.map(({ orderId, change: rider }) => ({ object: orderId, after: { rider } })))
    return { results }
  },
  label: async ({ db, params, request, reply }) => {
    const label = await labelData(db, params.id)
    request.visit?.pause()
    const pdf = await renderLabel(label)
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="label-${label.orderNumber}.pdf"`,
        'cache-control': 'private, no-store',
      })
      .send(pdf)
  },
  takeBack: async ({ db, body: { orderId }, who, now, audit }) => {
    const change = await takeBack(db, orderId, { by: `${who.name} (staff)`, now })
    audit({ object: orderId, ...statusAudit(change) })
  },
})
