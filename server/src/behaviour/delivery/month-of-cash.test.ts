import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { cashBook } from '../../services/delivery/cash-book.ts'
import { riders } from '../../tables/riders.ts'
import { aRider, dispatcherOf } from '../../testing/riders.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff } = await staffApp()
const desk = dispatcherOf(t, staff)

const RIDERS = 30
const ORDERS = 20_000

/** A month: each order of ₹160 in cash, a count a day of each rider, two with a surplus, and 3,000 verified UPI payments. */
async function aMonth() {
  const customer = await make.aCustomer()
  for (let i = 0; i < RIDERS; i++) await aRider(t, { name: `Rider ${String(i).padStart(2, '0')}` })
  const numbered = sql`SELECT id, row_number() OVER (ORDER BY name) - 1 AS n FROM riders`
  const statements = [
    // Counters of orders and other triggers are not needed here.
    sql`SET LOCAL session_replication_role = replica`,
    sql`INSERT INTO orders (id, number, order_id, user_id, customer_name, customer_phone, address, status, payment_method,
        payment_status, paid_by, subtotal, charges, charges_total, total, delivery_time, placed_at)
      SELECT gen_random_uuid(), n, 'OD' || n, ${customer.id}, 'Ravi', '9800000001', '{}', 'delivered', 'cod', 'paid', 'cash',
        16000, '[]', 0, 16000, '10 minutes', now() - n * interval '2 minutes' FROM generate_series(1, ${ORDERS}::int) n`,
    sql`INSERT INTO drops (id, order_id, attempt, rider_id, state, assigned_by, assigned_at, started_at, ended_at)
      SELECT gen_random_uuid(), o.id, 1, r.id, 'delivered', 'Asha (staff)', o.placed_at, o.placed_at, o.placed_at
      FROM orders o JOIN (${numbered}) r ON r.n = o.number % ${RIDERS}::int`,
    sql`INSERT INTO ledger_transactions (key, kind, rider_id, order_id, by, created_at)
      SELECT 'order:' || o.id || ':2:cash', 'rider-cash', d.rider_id, o.id, 'Rider', o.placed_at
      FROM orders o JOIN drops d ON d.order_id = o.id ORDER BY o.placed_at`,
    sql`INSERT INTO ledger_entries (transaction_id, line, account, amount)
      SELECT t.id, e.line, e.account, e.amount FROM ledger_transactions t
      CROSS JOIN (VALUES (0, 'store:sales:cash', -16000), (1, 'rider:cash', 16000)) e(line, account, amount)`,
    sql`INSERT INTO cash_records (id, kind, action_id, rider_id, amount, expected, surplus, day, by)
      SELECT gen_random_uuid(), 'count', 'count ' || d.n || r.id, r.id, 0, 0, CASE WHEN d.n = 1 AND r.n < 2 THEN 500 ELSE 0 END,
        current_date - d.n, 'Asha (staff)' FROM (${numbered}) r CROSS JOIN generate_series(1, 30) d(n)`,
    sql`INSERT INTO upi_payments (id, order_id, rider_id, utr, amount, state, verified_at)
      SELECT gen_random_uuid(), o.id, d.rider_id, (433312000000 + o.number)::text, 16000, 'verified', now()
      FROM orders o JOIN drops d ON d.order_id = o.id WHERE o.number <= 3000`,
    sql`UPDATE riders r SET collected = s.sum, in_hand = s.sum FROM (
        SELECT t.rider_id, sum(e.amount) AS sum FROM ledger_transactions t
        JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'rider:cash' GROUP BY t.rider_id
      ) s WHERE s.rider_id = r.id`,
    sql`ANALYZE`,
  ]
  await t.database.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(statement)
  })
}

const readRow = z.strictObject({ table: z.string(), sequential: z.int(), byIndex: z.int(), rows: z.int() })

test(`after ${ORDERS} cash orders of ${RIDERS} riders the cash screen reads only sums, and every cash screen runs at most three statements`, async () => {
  await aMonth()
  const book = await desk.book()
  expect(book.riders).toHaveLength(RIDERS)
  expect(book.riders.reduce((sum, { inHand }) => sum + inHand, 0)).toBe(ORDERS * 160)
  expect(book.surpluses).toHaveLength(2)

  const scans = await t.database.transaction(async (tx) => {
    // Excludes sequential scans, which are too expensive on a large table.
    await tx.execute(sql`SET LOCAL enable_seqscan = off`)
    await cashBook(tx, t.context.now())
    return rowsOf(tx, readRow).execute(sql`
      SELECT relname AS table, seq_scan::int AS sequential, coalesce(idx_scan, 0)::int AS "byIndex",
        (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows
      FROM pg_stat_xact_user_tables WHERE seq_scan + coalesce(idx_scan, 0) > 0`)
  })
  const tables = scans.map(({ table }) => table)
  expect(tables).toEqual(expect.arrayContaining(['riders', 'store_cash', 'cash_records', 'upi_payments']))
  for (const large of ['orders', 'drops', 'ledger_transactions', 'ledger_entries', 'order_history'])
    expect(tables).not.toContain(large)
  for (const grown of ['cash_records', 'upi_payments'])
    expect(scans).toContainEqual(expect.objectContaining({ table: grown, sequential: 0 }))
  // A few rows for each rider and each surplus.
  expect(scans.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(20 * RIDERS)

  // These come last, because their reads would count as reads of the cash book, too.
  const [from, to] = ['2026-10-23', '2026-11-21']
  const [rider] = await t.db.select().from(riders)
  const reads = {
    cash: () => t.call(api.cash.get, {}, staff),
    day: () => t.call(api.cash.day, { params: { day: to } }, staff),
    entries: () => t.call(api.cash.entries, { params: { riderId: rider?.id ?? '', page: 1 } }, staff),
    dispatch: () => t.call(api.dispatch.get, {}, staff),
    dashboard: () => t.call(api.reports.today, {}, staff),
    riders: () => t.call(api.reports.riders, { query: { from, to } }, staff),
  }
  for (const [name, read] of Object.entries(reads)) {
    expect((await read()).status, name).toBe(200)
    expect((await t.statements(read)).length, name).toBeLessThanOrEqual(3)
  }
})
