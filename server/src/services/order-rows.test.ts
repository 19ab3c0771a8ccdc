import { type SQL, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { referredSelection, selection } from './order-rows.ts'

const database = await testDatabase()
afterAll(() => database.close())

/** How the database would find these orders if reading all of them were as dear as it is when there are many. */
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
  '%s is looked up on the index of ids and phones',
  async (search) =>
    expect(await planFor(selection({ status: null, search }).condition)).toContain('orders_search'),
)

test('what is too short for that index does not go through all of it', async () =>
  expect(await planFor(selection({ status: null, search: '98' }).condition)).not.toContain('orders_search'))

/** With a subplan beside the OR every referred order is read, whatever indexes there are. */
test('the owner of a code is looked for once, so that both phones may be found on their indexes', async () => {
  const plan = await planFor(referredSelection('98765').condition)
  expect(plan).toContain('InitPlan')
  expect(plan).not.toContain('SubPlan')
})

test('nearly all owners are not gathered for a digit or two', async () =>
  expect(await planFor(referredSelection('98').condition)).not.toContain('InitPlan'))
