import { type SQL, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { type OrderFilter, referredSelection, selection } from './selections.ts'

const database = await testDatabase()
afterAll(() => database.close())

/** The query plan with sequential scans disabled, as they would be too expensive on a large table. */
const planFor = (condition: SQL) =>
  database.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL enable_seqscan = off`)
    await tx.execute(sql`SET LOCAL enable_indexscan = off`)
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
      sql`EXPLAIN (COSTS OFF) SELECT o.id FROM orders o WHERE ${condition} LIMIT 10001`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })

test.each(['od2611', '98765', '+91 98765 43210'])(
  'searches %s on the index of order ids and phones',
  async (search) =>
    expect(await planFor(selection({ status: null, search }).condition)).toContain('orders_search'),
)

test('does not use the index for a search too short for trigrams', async () =>
  expect(await planFor(selection({ status: null, search: '98' }).condition)).not.toContain('orders_search'))

test('reads the orders whose cash is to be collected from the index of open orders', async () =>
  expect(await planFor(selection({ status: null, search: '', collect: 'cash' }).condition)).toContain(
    'orders_open',
  ))

/** A SubPlan in the OR would scan every referred order; an InitPlan lets both halves use their indexes. */
test('looks up referrers once, so both phone searches use an index', async () => {
  const plan = await planFor(referredSelection('98765').condition)
  expect(plan).toContain('InitPlan')
  expect(plan).not.toContain('SubPlan')
})

test('does not collect referrers into an array for a search of one or two digits', async () =>
  expect(await planFor(referredSelection('98').condition)).not.toContain('InitPlan'))

/** The plan of a page in its order, with what would be too expensive on a large table disabled. */
const sortedPlan = (filter: Partial<OrderFilter>) =>
  database.transaction(async (tx) => {
    const { condition, sort } = selection({ status: null, search: '', ...filter })
    for (const method of ['seqscan', 'bitmapscan', 'sort'])
      await tx.execute(sql`SET LOCAL ${sql.raw(`enable_${method}`)} = off`)
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
      sql`EXPLAIN (COSTS OFF) SELECT o.id FROM orders o WHERE ${condition} ORDER BY ${sort?.by} DESC, o.id DESC LIMIT 20`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })

test.each([
  ['orders_amount', { sort: '-amount' }],
  ['orders_amount', { sort: '-amount', status: 'canceled' }],
  ['orders_placed', { from: '2026-11-01', to: '2026-11-30' }],
  ['orders_placed', { from: '2026-11-01', status: 'delivered' }],
] as const)('reads %s for the page of %j, already in its order', async (name, filter) => {
  const plan = await sortedPlan(filter)
  expect(plan).toContain(`Index Only Scan Backward using ${name}`)
  expect(plan).not.toContain('Sort')
})
