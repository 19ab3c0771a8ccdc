import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { unpaidPieces } from './stock.ts'

const database = await testDatabase()
afterAll(() => database.close())

/** With an index on the status, the planner would read the confirmed orders of all customers: its statistics have none. */
test('reads the orders of the customer alone for the pieces that unpaid orders reserve', () =>
  database.transaction(async (tx) => {
    const customer = randomUUID()
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.execute(sql`
      INSERT INTO orders (id, number, order_id, user_id, customer_name, customer_phone, address, status, payment_method,
        payment_status, paid_by, subtotal, charges, charges_total, total, delivery_time)
      SELECT gen_random_uuid(), n, 'OD-' || n, ${customer}::uuid, 'Asha', '+919876543210', '{}', 'delivered', 'cod', 'paid',
        'cash', 100, '[]', 0, 100, ''
      FROM generate_series(1, 2000) n`)
    await tx.execute(sql`ANALYZE orders`)
    await tx.execute(sql`SET LOCAL enable_seqscan = off`)
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
      sql`EXPLAIN (COSTS OFF) ${unpaidPieces(customer)}`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('orders_user')
    expect(plan).not.toContain('orders_status')
  }))
