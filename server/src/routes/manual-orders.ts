import { manualOrders as calls } from '@kirana/contract/manual-orders'
import { eq } from 'drizzle-orm'
import { found } from '../http/refuse.ts'
import { serve } from '../http/serve.ts'
import { announce } from '../services/live.ts'
import { manualOrderPage } from '../services/manual-order-rows.ts'
import { manualOrders as table } from '../tables/manual-orders.ts'

export const manualOrders = serve(calls, {
  list: ({ db, params, query }) => manualOrderPage(db, { status: query.status, page: params.page }),
  changeStatus: async ({ db, body: { orderId, status }, audit }) => {
    const present = db.select({ status: table.status }).from(table).where(eq(table.id, orderId))
    const before = found(await present.for('update'), 'Manual order')
    // The status it has already changes nothing: neither a trace nor a live screen is told of a change.
    if (before.status === status) return audit(null)
    await db.update(table).set({ status }).where(eq(table.id, orderId))
    await announce(db, 'manual-order.changed', orderId)
    audit({ object: orderId, before, after: { status } })
  },
})
