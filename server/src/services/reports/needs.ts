import { COUPON_ENDS_SOON_DAYS, isLate } from '@kirana/domain/figures'
import { type DeliveryStatus, deliveryStatuses } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { isUnfinished } from '../catalogue/product-rows.ts'
import { isLow, withStock } from '../shared/stock.ts'
import { isCounted, minutesUntil, withPayment } from './facts.ts'

const waitingRow = z.strictObject({
  waiting: z.strictObject({
    open: z.array(
      z.strictObject({
        status: z.enum(deliveryStatuses),
        deliveryTime: z.string(),
        minutes: z.int(),
        orders: z.int(),
        cashOrders: z.int(),
        cash: z.int(),
      }),
    ),
    photoLists: z.int(),
    withdrawals: z.strictObject({ requests: z.int(), amount: z.int() }),
    messages: z.int(),
    coupons: z.int(),
    products: z.int(),
    lowStock: z.int(),
  }),
})

/** The statuses of open orders, in their order. */
const openStatuses = deliveryStatuses.filter((status) => status !== 'delivered' && status !== 'canceled')

/** What waits for somebody, and the cash (paise) that all open orders are to bring. One statement. */
export async function waitingNow(db: Db, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`
  const rows = await rowsOf(db, waitingRow).execute(sql`
    SELECT json_build_object(
      'open', (
        SELECT coalesce(json_agg(t), '[]') FROM (
          SELECT status, "deliveryTime", minutes, count(*) AS orders, count(*) FILTER (WHERE is_cash) AS "cashOrders",
            coalesce(sum(total) FILTER (WHERE is_cash), 0) AS cash
          FROM (
            SELECT o.status, o.delivery_time AS "deliveryTime", o.total, ${minutesUntil(at)} AS minutes,
              o.payment_method = 'cod' AND o.payment_status = 'due' AS is_cash
            FROM orders o${withPayment}
            WHERE o.status NOT IN ('delivered', 'canceled') AND ${isCounted}
          ) o GROUP BY status, "deliveryTime", minutes) t),
      'photoLists', (SELECT count(*) FROM manual_orders WHERE status = 'waiting'),
      'withdrawals', (
        SELECT json_build_object('requests', count(*), 'amount', coalesce(sum(amount), 0))
        FROM withdrawals WHERE done_at IS NULL),
      'messages', (SELECT count(*) FROM contact_messages WHERE state = 'new'),
      'coupons', (
        SELECT count(*) FROM coupons
        WHERE is_active AND expire_at > ${at} AND expire_at <= ${at} + make_interval(days => ${COUPON_ENDS_SOON_DAYS})),
      'products', (SELECT count(*) FROM products p WHERE ${isUnfinished}),
      'lowStock', (SELECT count(*) FROM ${withStock} WHERE ${isLow(now)})) AS waiting`)
  const { open, ...needs } = requireRow(rows, 'Store').waiting
  const lateIn = (status: DeliveryStatus) =>
    open
      .filter((group) => group.status === status && isLate(group.deliveryTime, group.minutes))
      .reduce((sum, { orders }) => sum + orders, 0)
  return {
    cashToCollect: {
      orders: open.reduce((sum, { cashOrders }) => sum + cashOrders, 0),
      amount: open.reduce((sum, { cash }) => sum + cash, 0),
    },
    needs: {
      ...needs,
      late: openStatuses
        .map((status) => ({ status, orders: lateIn(status) }))
        .filter(({ orders }) => orders > 0),
    },
  }
}
