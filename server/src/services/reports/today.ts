import { dayInKolkata, startOfDayInKolkata } from '@kirana/domain/calendar'
import { averageBill, type Minutes, medianMinutes } from '@kirana/domain/figures'
import { type Delivered, withinPromise } from '@kirana/domain/promise'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import {
  deliveredMinutes,
  isCounted,
  isSale,
  placedHour,
  preparedMinutes,
  withPayment,
  withSteps,
} from './facts.ts'
import { billedLines } from '../shared/billed-lines.ts'
import { cashTotal } from '../shared/cash-total.ts'
import { netOfOrder } from '../shared/refund-rows.ts'

const DAY_MS = 86_400_000
const HOURS = 24

const Counted = z.strictObject({
  sales: z.int(),
  orders: z.int(),
  canceled: z.int(),
  cashCollected: z.int(),
  prepared: z.array(z.strictObject({ minutes: z.int(), orders: z.int() })),
  delivered: z.array(z.strictObject({ promise: z.string(), minutes: z.int(), orders: z.int() })),
  hours: z.array(z.strictObject({ hour: z.int(), orders: z.int() })),
})
type Counted = z.output<typeof Counted>
const countedRow = z.strictObject({
  today: Counted,
  before: Counted,
  top: z.array(z.strictObject({ id: z.string(), title: z.string(), quantity: z.int() })),
})

/** Number of best-selling products in the response. */
const TOP_PRODUCTS = 3

/** The products of today's bills with the most pieces, as a JSON array. */
const topProducts = sql`(
  SELECT coalesce(json_agg(json_build_object('id', p.id, 'title', p.title, 'quantity', t.quantity)
    ORDER BY t.quantity DESC, p.id), '[]')
  FROM (
    SELECT l.product_id, sum(l.pieces)::int AS quantity
    FROM facts f CROSS JOIN LATERAL ${billedLines(sql`f.id`)} l
    WHERE f.span = 'today' AND f.is_sale GROUP BY l.product_id
    ORDER BY quantity DESC, l.product_id LIMIT ${TOP_PRODUCTS}
  ) t JOIN products p ON p.id = t.product_id)`

/**
 * The sums of the orders of `span`, as a JSON object. Orders later than the current time of day (`is_by_now` is false)
 * count only in `hours`.
 */
const countedIn = (span: 'today' | 'before') => sql`json_build_object(
  'sales', (SELECT coalesce(sum(net), 0) FROM facts WHERE span = ${span} AND is_by_now AND is_sale),
  'orders', (SELECT count(*) FROM facts WHERE span = ${span} AND is_by_now AND is_sale),
  'canceled', (SELECT count(*) FROM facts WHERE span = ${span} AND is_by_now AND NOT is_sale),
  'cashCollected', (
    SELECT coalesce(sum(cash), 0) FROM facts WHERE span = ${span} AND is_by_now AND is_sale AND is_collected),
  'prepared', (
    SELECT coalesce(json_agg(json_build_object('minutes', prepared, 'orders', n)), '[]') FROM (
      SELECT prepared, count(*) AS n FROM facts
      WHERE span = ${span} AND is_by_now AND prepared IS NOT NULL GROUP BY prepared) t),
  'delivered', (
    SELECT coalesce(json_agg(json_build_object('promise', delivery_time, 'minutes', delivered, 'orders', n)), '[]') FROM (
      SELECT delivery_time, delivered, count(*) AS n FROM facts
      WHERE span = ${span} AND is_by_now AND delivered IS NOT NULL GROUP BY delivery_time, delivered) t),
  'hours', (
    SELECT coalesce(json_agg(json_build_object('hour', hour, 'orders', n)), '[]') FROM (
      SELECT hour, count(*) AS n FROM facts WHERE span = ${span} AND is_sale GROUP BY hour) t))`

function figuresOf({ sales, orders, canceled, cashCollected, prepared, delivered }: Counted) {
  const [preparedIn, deliveredIn]: [Minutes[], Delivered[]] = [prepared, delivered]
  return {
    sales,
    orders,
    averageBill: averageBill(sales, orders),
    preparedMinutes: medianMinutes(preparedIn),
    deliveredMinutes: medianMinutes(deliveredIn),
    ...withinPromise(deliveredIn),
    canceled,
    cashCollected,
  }
}

const byHour = ({ hours }: Counted) =>
  Array.from({ length: HOURS }, (_, hour) => hours.find((row) => row.hour === hour)?.orders ?? 0)

/**
 * Today's orders so far, and those of the same weekday a week before, up to the same time of day. One statement, which
 * reads the orders of these two days by index.
 */
export async function todayAndWeekAgo(db: Db, now: Date) {
  const start = startOfDayInKolkata(now)
  const weekAgo = (at: Date) => new Date(at.getTime() - 7 * DAY_MS)
  const end = new Date(start.getTime() + DAY_MS)
  const span = (name: string, from: Date, to: Date, byNow: Date) =>
    sql`(${name}, ${from.toISOString()}::timestamptz, ${to.toISOString()}::timestamptz, ${byNow.toISOString()}::timestamptz)`
  const rows = await rowsOf(db, countedRow).execute(sql`
    WITH spans (span, start_at, end_at, by_now) AS (
      VALUES ${span('today', start, end, end)}, ${span('before', weekAgo(start), weekAgo(end), weekAgo(now))}
    ), facts AS MATERIALIZED (
      SELECT d.span, o.id, o.placed_at < d.by_now AS is_by_now, ${isSale} AS is_sale, ${cashTotal} AS cash, ${netOfOrder} AS net, o.delivery_time,
        o.payment_method = 'cod' AND o.payment_status = 'paid' AND o.paid_by <> 'upi' AS is_collected, ${placedHour} AS hour,
        ${preparedMinutes} AS prepared, ${deliveredMinutes} AS delivered
      FROM spans d JOIN orders o ON o.placed_at >= d.start_at AND o.placed_at < d.end_at${withPayment}${withSteps}
      WHERE ${isCounted}
    )
    SELECT ${countedIn('today')} AS today, ${countedIn('before')} AS before, ${topProducts} AS top`)
  const { today, before, top } = requireRow(rows, 'Day')
  return {
    at: now,
    day: dayInKolkata(now),
    dayBefore: dayInKolkata(weekAgo(now)),
    today: figuresOf(today),
    before: figuresOf(before),
    hours: { today: byHour(today), before: byHour(before) },
    top,
  }
}
