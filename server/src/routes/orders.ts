import { orders as calls } from '@kirana/contract/orders'
import { deliveryStatus } from '@kirana/contract/shapes'
import { formatWhen } from '@kirana/domain/calendar'
import * as z from 'zod/mini'
import { linkBase } from '../http/links.ts'
import { HttpError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { statusAudit, changeOrderStatus, StaleStatus } from '../services/orders/status.ts'
import { orderDetail, orderPage, referredOrderPage, selection } from '../services/orders/rows.ts'

/** Names who changed the order first, so that two people don't pack it. @throws HttpError 409 */
function rethrowStale(error: unknown, now: Date): never {
  if (!(error instanceof StaleStatus)) throw error
  const { by, to, at } = error.change
  const message = `${by} set this order to ${z.encode(deliveryStatus, to)} ${formatWhen(at, now)}`
  throw new HttpError(409, message, { code: error.code })
}

export const orders = serve(calls, {
  list: ({ db, params, query, request, context }) =>
    orderPage(
      db,
      selection({ status: query.keywords, search: query.search }),
      params.page,
      linkBase(request, context.config),
    ),
  get: async ({ db, params, request, context }) => {
    const order = await orderDetail(db, params.orderId, linkBase(request, context.config))
    return order ? [order] : []
  },
  referred: ({ db, params, query, request, context }) =>
    referredOrderPage(db, query.search, params.page, linkBase(request, context.config)),
  changeStatus: async ({ db, params, query, who, context, now, audit, after }) => {
    const change = {
      id: params.orderId,
      to: params.status,
      from: query.from,
      cashCollected: query.cash === 'collected',
      by: `${who.name} (staff)`,
      now,
    }
    const changed = await changeOrderStatus(db, change).catch((error: unknown) => rethrowStale(error, now))
    audit(changed && { object: params.orderId, ...statusAudit(changed) })
    after(async () => context.payments.wake())
  },
})
