import { type SQL, sql } from 'drizzle-orm'
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
import { netOfOrder } from '../shared/refund-rows.ts'

/** Whether order `o` is its customer's first sale. Ids grow with time. */
const isFirst = sql`NOT EXISTS (
  SELECT FROM orders e WHERE e.user_id = o.user_id AND e.id < o.id
    AND e.status <> 'canceled' AND NOT e.is_replacement AND (e.payment_method <> 'online' OR e.payment_status = 'paid'))`

/** The start of a day in Kolkata. */
export const startOf = (day: SQL) => sql`(${day}::timestamp AT TIME ZONE 'Asia/Kolkata')`

/**
 * The common table expression `facts`, which the sums below read: the orders of `days` (a table expression with a
 * column `day`) that count in reports.
 */
export const factsOf = (days: SQL) => sql`facts AS MATERIALIZED (
  SELECT d.day, o.id, o.total, ${netOfOrder} AS net, o.subtotal, o.discount, o.referral_discount, o.charges_total, o.round_off, o.coupon_id, o.coupon_name,
    o.delivery_time, ${isSale} AS is_sale, o.status = 'delivered' AS is_delivered, ${isFirst} AS is_first,
    ${placedHour} AS hour, ${preparedMinutes} AS prepared, s.prepared_by, ${deliveredMinutes} AS delivered
  FROM ${days} d JOIN orders o ON o.placed_at >= ${startOf(sql`d.day`)} AND o.placed_at < ${startOf(sql`(d.day + 1)`)}
  ${withPayment}${withSteps}
  WHERE ${isCounted}
)`

const hourCounts = sql.join(
  Array.from(
    { length: 24 },
    (_, hour) => sql`(count(*) FILTER (WHERE is_sale AND hour = ${sql.raw(String(hour))}))::int`,
  ),
  sql`, `,
)

/** Columns as in `report_days`. */
export const dayColumns = sql`day, orders, sales, refunded, subtotal, discount, referral_discount, charges, round_off, delivered, delivered_sales,
  canceled, canceled_total, new_customers, new_sales, hours`
const total = (amount: SQL, condition: SQL) =>
  sql`coalesce(sum(${amount}) FILTER (WHERE ${condition}), 0)::bigint`
const sale = sql`is_sale`
export const daySums = sql`
  SELECT day, (count(*) FILTER (WHERE is_sale))::int AS orders, ${total(sql`net`, sale)} AS sales,
    ${total(sql`total - net`, sale)} AS refunded,
    ${total(sql`subtotal`, sale)} AS subtotal, ${total(sql`discount`, sale)} AS discount,
    ${total(sql`referral_discount`, sale)} AS referral_discount, ${total(sql`charges_total`, sale)} AS charges,
    ${total(sql`round_off`, sale)} AS round_off,
    (count(*) FILTER (WHERE is_delivered))::int AS delivered, ${total(sql`net`, sql`is_delivered`)} AS delivered_sales,
    (count(*) FILTER (WHERE NOT is_sale))::int AS canceled, ${total(sql`total`, sql`NOT is_sale`)} AS canceled_total,
    (count(*) FILTER (WHERE is_sale AND is_first))::int AS new_customers,
    ${total(sql`net`, sql`is_sale AND is_first`)} AS new_sales, ARRAY[${hourCounts}] AS hours
  FROM facts GROUP BY day`

/** Line totals are before discounts and charges, so they add up to the subtotals of the sales. */
export const productColumns = sql`day, product_id, orders, quantity, sales`
export const productSums = sql`
  SELECT f.day, l.product_id, count(DISTINCT f.id)::int AS orders, sum(l.pieces)::int AS quantity,
    sum(l.total)::bigint AS sales
  FROM facts f CROSS JOIN LATERAL ${billedLines(sql`f.id`)} l WHERE f.is_sale GROUP BY f.day, l.product_id`

export const couponColumns = sql`day, coupon_id, name, orders, discount, sales`
export const couponSums = sql`
  SELECT day, coupon_id, max(coupon_name) AS name, count(*)::int AS orders, sum(discount)::bigint AS discount,
    sum(net)::bigint AS sales
  FROM facts WHERE is_sale AND coupon_id IS NOT NULL GROUP BY day, coupon_id`

export const stepColumns = sql`day, step, by, promise, minutes, orders`
export const stepSums = sql`
  SELECT day, 'prepared' AS step, prepared_by AS by, '' AS promise, prepared AS minutes, count(*)::int AS orders
  FROM facts WHERE prepared IS NOT NULL GROUP BY day, prepared_by, prepared
  UNION ALL
  SELECT day, 'delivered', '', delivery_time, delivered, count(*)::int
  FROM facts WHERE delivered IS NOT NULL GROUP BY day, delivery_time, delivered`
