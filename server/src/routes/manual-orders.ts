import { manualOrders as calls } from '@kirana/contract/manual-orders'
import { fulfils } from '@kirana/domain/permissions'
import { eq } from 'drizzle-orm'
import { requireRow } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { publishEvent } from '../services/journal/live.ts'
import { manualOrderPage, manualOrderWithCustomer } from '../services/photo-orders/rows.ts'
import { manualOrders as table } from '../tables/manual-orders.ts'

export const manualOrders = serve(calls, {
  list: ({ db, params, query, who }) => {
    const seesPrescriptions = fulfils(who.permissions, 'orders.write')
    return manualOrderPage(db, { ...query, page: params.page }, { seesPrescriptions })
  },
  get: ({ db, params }) => manualOrderWithCustomer(db, params.manualOrderId),
  changeStatus: async ({ db, body: { orderId, status }, audit }) => {
    const current = db.select({ status: table.status }).from(table).where(eq(table.id, orderId))
    const before = requireRow(await current.for('update'), 'Manual order')
    // Setting the current status again writes no audit row and publishes no event.
    if (before.status === status) return audit(null)
    await db.update(table).set({ status }).where(eq(table.id, orderId))
    await publishEvent(db, 'manual-order.changed', orderId)
    audit({ object: orderId, before, after: { status } })
  },
})
