import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findInvariantViolations } from '../testing/violations.ts'
import { emptyDatabase, migrations } from '../testing/database.ts'
import { loadStore, snapshotOf } from '../testing/released/released-store.ts'
import { fill, migrateAndAnalyze } from './fill.ts'

const database = await emptyDatabase()
afterAll(database.close)
const { db } = database

/** Orders 3, 5 and 7 of the store: cash that was refunded to the wallet and came back when the order was reopened. */
const reopened = sql`
  WITH orders_of_old AS (
    SELECT id, user_id, total FROM orders WHERE number IN (3, 5, 7) AND payment_method = 'cod'
  ), moves AS (
    INSERT INTO ledger_transactions (key, kind, user_id, order_id, by)
    SELECT o.id || k.kind, k.kind, o.user_id, o.id, 'Asha (staff)'
    FROM orders_of_old o, unnest(ARRAY['order-refund', 'order-refund-reversal']) AS k(kind)
    RETURNING id, kind, user_id, order_id
  )
  INSERT INTO ledger_entries (transaction_id, line, account, user_id, amount)
  SELECT m.id, e.line, e.account, CASE WHEN e.line = 0 THEN m.user_id END,
    e.sign * CASE m.kind WHEN 'order-refund' THEN o.total ELSE -o.total END
  FROM moves m JOIN orders_of_old o ON o.id = m.order_id,
    (VALUES (0, 'customer:money', 1), (1, 'store:sales', -1)) AS e(line, account, sign)`

const payments = async () => {
  const { rows } = await db.execute<{ said: string }>(sql`
    SELECT concat_ws(' ', number, payment_method, status, payment_status, paid_by) AS said FROM orders ORDER BY number`)
  return rows.map(({ said }) => said)
}

beforeAll(async () => {
  await fill(database, snapshotOf(loadStore('0034.json.gz')), { migrations })
  await db.execute(reopened)
  await migrateAndAnalyze(database, migrations)
})

test('orders of earlier releases know what paid them, and reopened cash orders are not due again', async () => {
  expect(await payments()).toEqual([
    '1 cod confirmed due none',
    '2 wallet prepared paid wallet',
    '3 cod dispatched paid wallet',
    '4 wallet outForDelivery paid wallet',
    '5 cod delivered paid wallet',
    '6 wallet canceled paid wallet',
    '7 cod canceled due none',
    '8 wallet prepared paid wallet',
    '9 wallet confirmed paid wallet',
    '10 online confirmed paid online',
    '11 online canceled paid online',
    '12 online confirmed due none',
  ])
  expect(await findInvariantViolations(db)).toEqual([
    'What was handed over for every order less what went back is what counts as paid: OD261121-0007',
  ])
})

test('what a process of the release before writes says what paid the order, too', async () => {
  const set = async (number: number, status: string, paymentStatus: string) => {
    await db.execute(
      sql`UPDATE orders SET status = ${status}, payment_status = ${paymentStatus} WHERE number = ${number}`,
    )
    return (await payments())[number - 1]
  }
  expect(await set(1, 'delivered', 'paid')).toBe('1 cod delivered paid cash')
  expect(await set(1, 'dispatched', 'due')).toBe('1 cod dispatched due none')
  expect(await set(12, 'confirmed', 'paid')).toBe('12 online confirmed paid online')
  await expect(
    db.execute(sql`UPDATE orders SET paid_by = 'cash' WHERE payment_method = 'online'`),
  ).rejects.toThrow()
})
