import { MAX_STEP_MINUTES } from '@kirana/domain/figures'
import { sql } from 'drizzle-orm'

/**
 * Whether order `o` is to be delivered: an online order only once it is paid. Written exactly as in the index
 * `orders_open`.
 */
export const isPlaced = sql`(o.payment_method <> 'online' OR o.payment_status = 'paid')`

/** Whether order `o` counts in the reports (`isCounted`): replacements for claims do not count. */
export const isCounted = sql`(${isPlaced} AND NOT o.is_replacement)`

/** Whether the bill of order `o` is a sale (`isSale`). */
export const isSale = sql`(o.status <> 'canceled' AND ${isCounted})`

/** The time from which order `o` could be packed: for an online order, the time of its payment `p`. */
const startedAt = sql`CASE WHEN o.payment_method = 'online' THEN p.paid_at ELSE o.placed_at END`

/** The checkout `p` of order `o`. */
export const withPayment = sql`
  LEFT JOIN payments p ON p.order_id = o.id AND p.state <> 'unmatched' AND o.payment_method = 'online'`

const atMost = sql.raw(String(MAX_STEP_MINUTES))

/** Minutes from `startedAt` of order `o` until `end`, rounded up to whole minutes. */
export const minutesUntil = (end: ReturnType<typeof sql>) =>
  sql`least(${atMost}, greatest(0, ceil(extract(epoch FROM ${end} - ${startedAt}) / 60)))::int`

const isPreparation = sql`h.from_status = 'confirmed' AND h.to_status = 'prepared'`

/** The newest value in the history of an order among the matching changes. */
const last = (value: ReturnType<typeof sql>, matching: ReturnType<typeof sql>) =>
  sql`(array_agg(${value} ORDER BY h.step DESC) FILTER (WHERE ${matching}))[1]`

/**
 * Joins the times of the steps of order `o` from its history as `s`. An order was prepared when it last changed from
 * Confirmed to Prepared; a change that was reverted to Confirmed does not count.
 */
export const withSteps = sql`
  LEFT JOIN LATERAL (
    SELECT ${last(sql`h.created_at`, sql`h.to_status = 'delivered'`)} AS delivered_at,
      ${last(sql`h.created_at`, isPreparation)} AS prepared_at, ${last(sql`h.by`, isPreparation)} AS prepared_by,
      max(h.step) FILTER (WHERE ${isPreparation}) > max(h.step) FILTER (WHERE h.to_status = 'confirmed') AS is_prepared
    FROM order_history h WHERE h.order_id = o.id
  ) s ON true`

/**
 * Minutes of order `o` (joined with `p` and `s`) until Prepared and until Delivered; null if it has not reached that
 * status.
 */
export const preparedMinutes = sql`CASE WHEN s.is_prepared THEN ${minutesUntil(sql`s.prepared_at`)} END`
export const deliveredMinutes = sql`CASE WHEN o.status = 'delivered' THEN ${minutesUntil(sql`s.delivered_at`)} END`

/** The hour of the day in Asia/Kolkata at which order `o` was placed, 0 to 23. */
export const placedHour = sql`extract(hour FROM o.placed_at AT TIME ZONE 'Asia/Kolkata')::int`
