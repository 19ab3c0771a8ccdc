import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, withHeaders } from '../../testing/app.ts'
import { factories } from '../../testing/factories.ts'
import { expectDetected, findInvariantViolations } from '../../testing/violations.ts'
import { stockInvariants } from './invariants-stock.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

beforeAll(async () => {
  const staff = await t.signIn.staff()
  const rice = await make.aProduct()
  const received = { variantId: rice.item().variantId, quantity: 10, expiry: '2027-01-31' }
  const as = withHeaders(staff, { 'idempotency-key': randomUUID() })
  await t.call(api.stock.receive, { body: received }, as)
  await make.anOrder({ items: [rice.item(3)] })
})

const faults: [name: string, plant: string][] = [
  [
    'The pieces on hand of every variant are the sum of its movements',
    `UPDATE stock_movements SET quantity = quantity + 1`,
  ],
  [
    'The reserved pieces of every variant are the sum of its open reservations',
    `UPDATE stock_levels SET reserved = 0`,
  ],
  ['The reserved pieces of every variant are the sum of its open reservations', `DELETE FROM stock_levels`],
  ['Only confirmed orders have reserved pieces', `UPDATE orders SET status = 'prepared'`],
  [
    'Every reservation is of the pieces that were ordered or picked',
    `UPDATE stock_reservations SET quantity = quantity + 1`,
  ],
  [
    'The batches of a variant hold no more than is on hand',
    `UPDATE stock_batches SET quantity = 11, remaining = 11`,
  ],
  [
    'No movement records more pieces of batches than it moved',
    `UPDATE stock_movements SET batches = '[{"pieces": 6}, {"pieces": 5}]'`,
  ],
]

test.each(faults)('detects a violation of: %s (%#)', (name, plant) =>
  expectDetected(t.database, name, (tx) => tx.execute(sql.raw(plant))),
)

test('plants a violation of every invariant of stock and leaves none', async () => {
  expect(new Set(faults.map(([name]) => name))).toEqual(new Set(Object.keys(stockInvariants)))
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('movements are never changed', async () => {
  for (const change of ['UPDATE stock_movements SET quantity = 1', 'DELETE FROM stock_movements'])
    await expect(t.db.execute(sql.raw(change))).rejects.toMatchObject({
      cause: { message: 'stock_movements is append-only' },
    })
})
