import { orders as calls } from '@kirana/contract/orders'
import type { Received } from '@kirana/contract/wire/route'
import { dayInKolkata } from '@kirana/domain/calendar'
import { deliveryStages } from '@kirana/domain/delivery'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../db/rows.ts'
import type { Db } from '../db/types.ts'
import { auditRead } from '../request/audit.ts'
import { sendLongFile } from '../http/download.ts'
import { linkBase } from '../http/links.ts'
import { changedSince } from '../http/changed-since.ts'
import { orderColumns } from '../csv/orders.ts'
import { csvLines } from '../csv/write.ts'
import { serve } from '../http/serve.ts'
import { statusAudit, changeOrderStatus, StaleStatus } from '../services/orders/status.ts'
import { doOrAsk } from '../services/approvals/ask.ts'
import { exportedOrders } from '../services/orders/export.ts'
import { orderDetail, orderPage, referredOrderPage } from '../services/orders/rows.ts'
import { orderCount, referredSelection, selection } from '../services/orders/selections.ts'

const stageRow = z.strictObject({ status: z.enum(deliveryStages), count: z.int() })

/** The number of orders in each stage of delivery, in the order of the stages, from the counters. */
function stageCounts(db: Db) {
  const counts = deliveryStages.map(
    (stage, n) =>
      sql`SELECT ${n}::int AS place, ${stage}::text AS status, ${orderCount(`status:${stage}`)} AS count`,
  )
  return rowsOf(db, stageRow).execute(
    sql`SELECT status, count FROM (${sql.join(counts, sql` UNION ALL `)}) AS stages ORDER BY place`,
  )
}

/** The error names the person who changed the order first, so that two people don't pack it. @throws HttpError 409 */
function rethrowStale(error: unknown, now: Date): never {
  throw error instanceof StaleStatus ? changedSince(error.change, now) : error
}

const filterOf = ({ keywords, ...rest }: Received<typeof calls.list>['query']) => ({
  status: keywords,
  ...rest,
})

export const orders = serve(calls, {
  list: ({ db, params, query, request, context }) =>
    orderPage(db, selection(filterOf(query)), params.page, linkBase(request, context.config)),
  export: async ({ db, query, who, context, request, reply, now }) => {
    // Without the search, which may be a phone number.
    const { customer, keywords: status, from, to } = query
    await auditRead({ who, context, request, now }, 'orders.export', {
      object: customer,
      after: { status, from, to },
    })
    request.visit?.pause()
    const batches = exportedOrders(db, selection(filterOf(query)))
    return sendLongFile(reply, context.config, {
      name: `orders-${dayInKolkata(now)}.csv`,
      type: 'text/csv',
      parts: csvLines(orderColumns, batches),
    })
  },
  get: async ({ db, params, request, context }) => {
    const order = await orderDetail(db, params.orderId, linkBase(request, context.config))
    return order ? [order] : []
  },
  stages: ({ db }) => stageCounts(db),
  referred: ({ db, params, query, request, context }) =>
    referredOrderPage(
      db,
      referredSelection(query.search, query.sort),
      params.page,
      linkBase(request, context.config),
    ),
  changeStatus: async ({ db, params, query, who, context, now, audit, after }) => {
    const change = {
      id: params.orderId,
      to: params.status,
      from: query.from,
      cashCollected: query.cash === 'collected',
      reason: query.reason,
      ...(query.discardPick && { touchedPick: { discardedBy: who } }),
      isUndo: query.undo !== undefined,
      onlyEndedPick: query.undo === 'pick',
      by: `${who.name} (staff)`,
      staffId: who.id,
      isPushConfigured: context.push.isConfigured,
      now,
    }
    const set = async () => {
      const changed = await changeOrderStatus(db, change).catch((error: unknown) => rethrowStale(error, now))
      audit(changed && { object: params.orderId, ...statusAudit(changed) })
      after(async () => context.payments.wake())
      if (changed?.from === 'canceled') after(context.push.wake)
    }
    return doOrAsk(db, set, { who, now, audit })
  },
})
