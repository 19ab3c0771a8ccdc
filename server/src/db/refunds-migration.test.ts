import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { findInvariantViolations } from '../testing/violations.ts'
import { emptyDatabase, migrations } from '../testing/database.ts'
import { loadStore, snapshotOf } from '../testing/released/released-store.ts'
import { fill, migrateAndAnalyze } from './fill.ts'

const database = await emptyDatabase()
afterAll(database.close)

/** A refund in the dashboard as release 0034 recorded it, with its posting. */
const planted = (paymentId: string, amount: number) => sql`
  WITH made AS (
    INSERT INTO refunds (id, payment, cause, amount, state, request_key, provider_refund_id, by, done_at)
    VALUES (gen_random_uuid(), ${paymentId}, ${`rfnd_${amount}`}, ${amount}, 'done', gen_random_uuid(), ${`rfnd_${amount}`},
      'razorpay dashboard', now())
    RETURNING id, amount
  ), posted AS (
    INSERT INTO ledger_transactions (key, kind, by) SELECT 'refund:' || id, 'online-refund', 'razorpay' FROM made RETURNING id
  )
  INSERT INTO ledger_entries (transaction_id, line, account, amount)
  SELECT posted.id, side.line, side.account, side.sign * made.amount FROM posted, made,
    (VALUES (0, 'store:sales', -1), (1, 'provider:money', 1)) AS side(line, account, sign)`

test('a store with more refunds than payments and with credits migrates; only the payment is listed', async () => {
  await fill(database, snapshotOf(loadStore('0034.json.gz')), { migrations })
  const { db } = database
  const { rows } = await db.execute<{ id: string; order_id: string; is_refunded: boolean }>(sql`
    SELECT p.id, p.order_id, o.status = 'canceled' AS is_refunded FROM payments p JOIN orders o ON o.id = p.order_id
    WHERE p.state = 'paid' ORDER BY is_refunded`)
  const [kept, canceled] = rows
  if (!kept || !canceled) throw new Error('The store has too few payments')
  expect([kept.is_refunded, canceled.is_refunded]).toEqual([false, true])
  await db.execute(planted(canceled.id, 3_000))
  // A delivered order without an invoice, because earlier credits have no credit note.
  await db.execute(planted(kept.id, 1_000))
  const paid = sql`SELECT u.total_payment::int AS paid FROM users u JOIN orders o ON o.user_id = u.id WHERE o.id = ${kept.order_id}`
  await db.execute(sql`UPDATE orders SET status = 'delivered' WHERE id = ${kept.order_id}`)
  const before = (await db.execute<{ paid: number }>(paid)).rows[0]?.paid ?? 0
  await migrateAndAnalyze(database, migrations)
  expect((await db.execute<{ paid: number }>(paid)).rows[0]?.paid).toBe(before - 1_000)
  const violations = await findInvariantViolations(db)
  expect(violations).toContainEqual(
    expect.stringMatching(/^No payment is refunded beyond what was captured: /),
  )
  // Refunds beyond a payment that exist already may shrink, but not grow.
  await db.execute(
    sql`UPDATE refunds SET amount = amount - 1 WHERE payment = ${canceled.id} AND state = 'asked'`,
  )
  await expect(
    database.transaction((tx) =>
      tx.execute(
        sql`UPDATE refunds SET amount = amount + 1 WHERE payment = ${canceled.id} AND state = 'asked'`,
      ),
    ),
  ).rejects.toThrow()
})
