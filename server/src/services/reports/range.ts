import { dayInKolkata } from '@kirana/domain/calendar'
import { averageBill, medianMinutes, type Minutes } from '@kirana/domain/figures'
import { type Delivered, withinPromise } from '@kirana/domain/promise'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { listOf } from '../shared/json.ts'
import { isAddedUp } from './add-up.ts'
import { billsByDay } from './bills.ts'
import {
  couponColumns,
  couponSums,
  dayColumns,
  daySums,
  factsOf,
  productColumns,
  productSums,
  stepColumns,
  stepSums,
} from './sums.ts'

/** Maximum number of days that one report reads from their orders: today, and days without stored sums. */
const MAX_LIVE_DAYS = 10

const sums = {
  orders: z.int(),
  sales: z.int(),
  refunded: z.int(),
  subtotal: z.int(),
  discount: z.int(),
  referralDiscount: z.int(),
  charges: z.int(),
  roundOff: z.int(),
  delivered: z.int(),
  deliveredSales: z.int(),
  canceled: z.int(),
  canceledTotal: z.int(),
  newCustomers: z.int(),
  newSales: z.int(),
}
const Stored = z.strictObject({ day: z.string(), ...sums })
/** The stored sums of a day, and the sums by day of delivery or document, which are not stored. */
type Sums = Omit<z.output<typeof Stored>, 'day'> & {
  placed: number
  deliveries: number
  deliveredBills: number
  net: number
}
type Day = Sums & { day: string }

const Read = z.strictObject({
  pending: z.array(z.string()),
  days: z.array(Stored),
  hours: z.array(z.int()),
  products: z.array(
    z.strictObject({ id: z.string(), title: z.string(), orders: z.int(), quantity: z.int(), sales: z.int() }),
  ),
  dead: z.array(z.strictObject({ id: z.string(), title: z.string(), lastSold: z.nullable(z.string()) })),
  coupons: z.array(
    z.strictObject({ coupon: z.string(), orders: z.int(), discount: z.int(), sales: z.int() }),
  ),
  prepared: z.array(z.strictObject({ by: z.string(), minutes: z.int(), orders: z.int() })),
  delivered: z.array(z.strictObject({ promise: z.string(), minutes: z.int(), orders: z.int() })),
})
const readRow = z.strictObject({ report: Read })

const none: Sums = {
  orders: 0,
  sales: 0,
  refunded: 0,
  subtotal: 0,
  discount: 0,
  referralDiscount: 0,
  charges: 0,
  roundOff: 0,
  delivered: 0,
  deliveredSales: 0,
  canceled: 0,
  canceledTotal: 0,
  newCustomers: 0,
  newSales: 0,
  placed: 0,
  deliveries: 0,
  deliveredBills: 0,
  net: 0,
}

function totalOf(days: readonly Sums[]): Sums {
  const total = { ...none }
  for (const day of days) for (const name of Object.keys(none) as (keyof Sums)[]) total[name] += day[name]
  return total
}

/** Merges sums by day of order with bills by day of delivery, in order of the days. */
function joined(
  orders: readonly z.output<typeof Stored>[],
  bills: Awaited<ReturnType<typeof billsByDay>>,
): Day[] {
  const days = new Map<string, Day>()
  for (const row of orders) days.set(row.day, { ...none, ...row, placed: row.sales + row.refunded })
  for (const row of bills) days.set(row.day, { ...none, ...days.get(row.day), ...row })
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** The orders of each packer with their median minutes, most orders first. */
function packersOf(prepared: readonly (Minutes & { by: string })[]) {
  const byName = Map.groupBy(prepared, ({ by }) => by.replace(/ \(staff\)$/, ''))
  return [...byName]
    .map(([name, all]) => ({
      name,
      orders: all.reduce((sum, { orders }) => sum + orders, 0),
      minutes: medianMinutes(all),
    }))
    .toSorted((a, b) => b.orders - a.orders)
}

/** The stored sums of the days that are up to date, and those of the other days from their orders. */
const both = (table: string, columns: SQL, live: SQL) => sql`
  SELECT ${columns} FROM ${sql.identifier(table)} WHERE day IN (SELECT day FROM ready) UNION ALL SELECT ${columns} FROM (${live}) live`

type Range = {
  /** Business days, both inclusive. */
  from: string
  to: string
  /** Maximum number of products in each list. */
  limit: number
}

/** The days of the range on which there may be orders, and whether their sums are up to date. */
const daysOf = ({ from, to }: Range, now: Date) => sql`
  SELECT d.day, ${isAddedUp} AS is_ready
  FROM (SELECT report_day(min(placed_at)) AS day FROM orders) first, LATERAL (
    SELECT day::date FROM generate_series(
      greatest(${from}::date, first.day)::timestamp, least(${to}::date, ${dayInKolkata(now)}::date)::timestamp,
      interval '1 day') day) d
  WHERE first.day IS NOT NULL`

/** The sums of each product. */
const soldProducts = sql`
  SELECT product_id, sum(orders)::int AS orders, sum(quantity)::int AS quantity, sum(sales)::bigint AS sales
  FROM (${both('report_products', productColumns, productSums)}) p GROUP BY product_id`

/** The days with their sums, in the form of `Sums`. */
const dayList =
  listOf(sql`SELECT day::text AS day, orders, sales, refunded, subtotal, discount, referral_discount AS "referralDiscount",
  charges, round_off AS "roundOff", delivered, delivered_sales AS "deliveredSales", canceled, canceled_total AS "canceledTotal",
  new_customers AS "newCustomers", new_sales AS "newSales" FROM day_sums ORDER BY day`)

/** The orders of each hour of the day. */
const hourList = sql`(SELECT coalesce(json_agg(n ORDER BY hour), '[]') FROM (
  SELECT hour, sum(n) AS n FROM day_sums, unnest(hours) WITH ORDINALITY AS h(n, hour) GROUP BY hour) t)`

/** The products that sold best. */
const productList = (limit: number) =>
  listOf(sql`SELECT p.id, p.title, s.orders, s.quantity, s.sales FROM sold s JOIN products p ON p.id = s.product_id
    ORDER BY s.sales DESC, p.id LIMIT ${limit}`)

/**
 * The active products that existed before the range and were not sold in it; those that were never sold come first,
 * then those whose last sale is oldest.
 */
const unsoldList = ({ from, limit }: Range) =>
  listOf(sql`SELECT p.id, p.title, (
      SELECT max(day)::text FROM report_products r WHERE r.product_id = p.id) AS "lastSold"
    FROM products p
    WHERE p.is_active AND p.archived_at IS NULL AND p.created_at < ${from}::timestamp AT TIME ZONE 'Asia/Kolkata'
      AND NOT EXISTS (SELECT FROM sold s WHERE s.product_id = p.id)
    ORDER BY "lastSold" NULLS FIRST, p.id LIMIT ${limit}`)

/** The coupons that gave the most discount. */
const couponList = (limit: number) =>
  listOf(sql`SELECT max(name) AS coupon, sum(orders)::int AS orders, sum(discount)::bigint AS discount,
      sum(sales)::bigint AS sales
    FROM (${both('report_coupons', couponColumns, couponSums)}) c GROUP BY coupon_id ORDER BY discount DESC, coupon LIMIT ${limit}`)

/** The number of orders for each packer and preparation time in minutes. */
const preparedList =
  listOf(sql`SELECT by, minutes, sum(orders)::int AS orders FROM steps WHERE step = 'prepared'
  GROUP BY by, minutes`)

/** The number of orders for each promised and actual delivery time in minutes. */
const deliveredList =
  listOf(sql`SELECT promise, minutes, sum(orders)::int AS orders FROM steps WHERE step = 'delivered'
  GROUP BY promise, minutes`)

/**
 * The report of a range of business days, in two statements sent together. Days whose sums are missing or outdated are
 * read from their orders, but only the newest `MAX_LIVE_DAYS`. The others are omitted until they are added up;
 * `pendingDays` is their number. Amounts are paise.
 */
export async function reportOf(db: Db, range: Range, now: Date) {
  const reading = rowsOf(db, readRow).execute(sql`
    WITH days AS MATERIALIZED (${daysOf(range, now)}), ready AS (SELECT day FROM days WHERE is_ready),
      live_days AS (SELECT day FROM days WHERE NOT is_ready ORDER BY day DESC LIMIT ${MAX_LIVE_DAYS}),
      ${factsOf(sql`live_days`)}, day_sums AS MATERIALIZED (${both('report_days', dayColumns, daySums)}),
      sold AS MATERIALIZED (${soldProducts}), steps AS MATERIALIZED (${both('report_steps', stepColumns, stepSums)})
    SELECT json_build_object(
      'pending', (SELECT coalesce(json_agg(day::text), '[]') FROM days
        WHERE NOT is_ready AND day NOT IN (SELECT day FROM live_days)),
      'days', ${dayList}, 'hours', ${hourList}, 'products', ${productList(range.limit)}, 'dead', ${unsoldList(range)},
      'coupons', ${couponList(range.limit)}, 'prepared', ${preparedList}, 'delivered', ${deliveredList}) AS report`)
  const [rows, bills] = await Promise.all([reading, billsByDay(db, range)])
  const { prepared, delivered, pending, ...report } = requireRow(rows, 'Report').report
  const known = bills.filter(({ day }) => !pending.includes(day))
  const days = joined(report.days, known)
  const [preparedIn, deliveredIn]: [Minutes[], Delivered[]] = [prepared, delivered]
  const total = totalOf(days)
  return {
    ...report,
    pendingDays: pending.length,
    days,
    total: {
      ...total,
      averageBill: averageBill(total.sales, total.orders),
      preparedMinutes: medianMinutes(preparedIn),
      deliveredMinutes: medianMinutes(deliveredIn),
      ...withinPromise(deliveredIn),
    },
    packers: packersOf(prepared),
  }
}
export type Report = Awaited<ReturnType<typeof reportOf>>
