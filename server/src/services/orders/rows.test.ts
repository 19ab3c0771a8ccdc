import { type SQL, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { referredSelection, selection } from './rows.ts'

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

/** A SubPlan in the OR would scan every referred order; an InitPlan lets both halves use their indexes. */
test('looks up referrers once, so both phone searches use an index', async () => {
  const plan = await planFor(referredSelection('98765').condition)
  expect(plan).toContain('InitPlan')
  expect(plan).not.toContain('SubPlan')
})

test('does not collect referrers into an array for a search of one or two digits', async () =>
  expect(await planFor(referredSelection('98').condition)).not.toContain('InitPlan'))
