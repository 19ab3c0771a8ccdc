import { claimsUrgentUntil } from '@kirana/domain/claims'
import { budgetState, type CodeBudget } from '@kirana/domain/code-budget'
import { COUPON_ENDS_SOON_DAYS } from '@kirana/domain/figures'
import { deliveryStatuses } from '@kirana/domain/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { rateOfCharge } from '../catalogue/charge-rates.ts'
import { isUnfinished, isUntaxed, onSale } from '../catalogue/product-rows.ts'
import { codeBudgets, CodeBudgetsRow } from '../../request/code-budget.ts'
import { cashTotal } from '../shared/cash-total.ts'
import { isLow, withStock } from '../shared/stock.ts'
import { isPlaced } from './facts.ts'

const waitingRow = z.strictObject({
  waiting: z.strictObject({
    open: z.array(
      z.strictObject({
        status: z.enum(deliveryStatuses),
        late: z.int(),
        cashOrders: z.int(),
        cash: z.int(),
      }),
    ),
    photoLists: z.int(),
    withdrawals: z.strictObject({ requests: z.int(), amount: z.int() }),
    claims: z.strictObject({ open: z.int(), urgent: z.int() }),
    failedRefunds: z.strictObject({ refunds: z.int(), amount: z.int() }),
    messages: z.int(),
    coupons: z.int(),
    products: z.int(),
    lowStock: z.int(),
    missingTax: z.strictObject({ products: z.int(), charges: z.int() }),
    missingFssai: z.boolean(),
    codes: CodeBudgetsRow,
  }),
})

/** The statuses of open orders, in the order of delivery. */
const openStatuses = deliveryStatuses.filter((status) => status !== 'delivered' && status !== 'canceled')

const isCash = sql`(o.payment_method = 'cod' AND o.payment_status = 'due')`

/** The open orders of each status: their number, the number of late ones, and the cash to collect. */
const openOrders = (at: SQL) => sql`(
  SELECT coalesce(json_agg(t), '[]') FROM (
    SELECT o.status, count(*) FILTER (WHERE o.placed_at <= l.late_at) AS late,
      count(*) FILTER (WHERE ${isCash}) AS "cashOrders",
      coalesce(sum(${cashTotal}) FILTER (WHERE ${isCash}), 0) AS cash
    FROM orders o
      CROSS JOIN (SELECT ${at} - make_interval(mins => late_minutes) AS late_at FROM company) l
    WHERE o.status NOT IN ('delivered', 'canceled') AND ${isPlaced}
    GROUP BY o.status) t)`

/** The photographed lists from which no order was placed. */
const waitingLists = sql`(
  SELECT count(*) FROM manual_orders m WHERE m.status = 'waiting'
    AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.manual_order_id = m.id AND o.status <> 'canceled'))`

/** The withdrawals that are neither paid nor refused. */
const openWithdrawals = sql`(
  SELECT json_build_object('requests', count(*), 'amount', coalesce(sum(amount), 0))
  FROM withdrawals WHERE done_at IS NULL AND refused_at IS NULL)`

/** The number of open claims, and of those that are overdue or due soon. */
const openClaims = (now: Date) => sql`(
  SELECT json_build_object('open', count(*), 'urgent', count(*) FILTER (
    WHERE due_by <= ${claimsUrgentUntil(now).toISOString()}::timestamptz))
  FROM claims WHERE state = 'open')`

/** The failed refunds, which still have to be paid. */
const failedRefunds = sql`(
  SELECT json_build_object('refunds', count(*), 'amount', coalesce(sum(amount), 0)) FROM refunds WHERE state = 'failed')`

/** The coupons that end within `COUPON_ENDS_SOON_DAYS`. */
const endingCoupons = (at: SQL) => sql`(
  SELECT count(*) FROM coupons
  WHERE is_active AND expire_at > ${at} AND expire_at <= ${at} + make_interval(days => ${COUPON_ENDS_SOON_DAYS}))`

/** The products and charges without a GST rate, if the company is registered. */
const missingTax = (now: Date) => sql`(
  SELECT json_build_object(
    'products', (SELECT count(*) FROM products p WHERE y.is_registered AND ${isUntaxed(now)}),
    'charges', (SELECT count(*) FROM charges c WHERE y.is_registered AND c.is_active AND ${rateOfCharge(now)} IS NULL))
  FROM (SELECT gst_registration <> 'unregistered' AS is_registered FROM company) y)`

const nearOrUsed = (budget: CodeBudget) => (budgetState(budget) === 'free' ? null : budget)

/** The counts of work that waits for staff, and the cash to collect for all open orders (paise). One statement. */
export async function waitingNow(db: Db, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`
  const rows = await rowsOf(db, waitingRow).execute(sql`
    SELECT json_build_object(
      'open', ${openOrders(at)},
      'photoLists', ${waitingLists},
      'withdrawals', ${openWithdrawals},
      'claims', ${openClaims(now)},
      'failedRefunds', ${failedRefunds},
      'messages', (SELECT count(*) FROM contact_messages WHERE state = 'new'),
      'coupons', ${endingCoupons(at)},
      'products', (SELECT count(*) FROM products p WHERE ${isUnfinished}),
      'lowStock', (SELECT count(*) FROM ${withStock} WHERE ${isLow(now)}),
      'missingTax', ${missingTax(now)},
      'missingFssai', (SELECT fssai = '' FROM company) AND EXISTS (SELECT FROM products p WHERE ${onSale}),
      'codes', ${codeBudgets(now)}) AS waiting`)
  const { open, codes, ...needs } = requireRow(rows, 'Store').waiting
  return {
    cashToCollect: {
      orders: open.reduce((sum, { cashOrders }) => sum + cashOrders, 0),
      amount: open.reduce((sum, { cash }) => sum + cash, 0),
    },
    needs: {
      ...needs,
      newNumberCodes: nearOrUsed(codes.newNumbers),
      allCodes: nearOrUsed(codes.all),
      late: openStatuses.flatMap((status) => {
        const orders = open.find((group) => group.status === status)?.late ?? 0
        return orders > 0 ? [{ status, orders }] : []
      }),
    },
  }
}
