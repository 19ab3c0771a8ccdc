import { orders as calls } from '@kirana/contract/orders'
import { sql } from 'drizzle-orm'
import { linkBase } from '../http/links.ts'
import { serve } from '../http/serve.ts'
import { auditOf, changeOrderStatus } from '../services/order-status.ts'
import { orderDetail, orderPage, referredSelection, selection } from '../services/order-rows.ts'

type ReferredBy = { referCode: string; user: { fullName: string; phone: string } }

const referredBy = sql`(SELECT json_build_object('referCode', o.refer_code,
  'user', json_build_object('fullName', u.full_name, 'phone', u.phone)) FROM users u WHERE u.id = o.referrer_id)`

export const orders = serve(calls, {
  list: ({ db, params, query, request, kit }) =>
    orderPage(
      db,
      selection({ status: query.keywords, search: query.search }),
      params.page,
      linkBase(request, kit.config),
    ),
  get: async ({ db, params, request, kit }) => {
    const order = await orderDetail(db, params.orderId, linkBase(request, kit.config))
    return order ? [order] : []
  },
  referred: ({ db, params, query, request, kit }) =>
    orderPage<ReferredBy>(
      db,
      referredSelection(query.search),
      params.page,
      linkBase(request, kit.config),
      referredBy,
    ),
  changeStatus: async ({ db, params, query, who, now, audit }) => {
    const wanted = { id: params.orderId, to: params.status, from: query.from, by: `${who.name} (staff)`, now }
    const changed = await changeOrderStatus(db, wanted)
    audit(changed && { object: params.orderId, ...auditOf(changed) })
  },
})
