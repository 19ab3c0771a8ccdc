import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { factories } from '../../testing/factories.ts'
import { pickerOf, pickExample, workedExample } from '../../testing/picking.ts'
import { expectDetected, findInvariantViolations } from '../../testing/violations.ts'
import { pickInvariants } from './invariants-picks.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

beforeAll(async () => {
  const picker = pickerOf(t, await t.signIn.staff())
  const { ordered, other } = await workedExample(make)
  const customer = await make.aCustomer({ money: 21_222 })
  const { _id: id } = await make.anOrder({ ...ordered, customer, payment: 'wallet' })
  await pickExample(picker, id, other.item().variantId)
  await picker.done(id)
})

const NO_DEARER =
  'A picked line is no more than was ordered, and a swap no dearer than what it replaces or the customer agreed to'

const SWAP =
  'A finished swap is of another variant, of few pieces, and has a reason if worth over 1.5 times what it replaces'
const WEIGHT = 'A finished line weighs from half to double of what was ordered for its found pieces'

const faults: [name: string, plant: string][] = [
  [
    'Every order costs what was accepted, or less once it is picked',
    `UPDATE orders SET placed_total = total - 1`,
  ],
  ['Every order costs what was accepted, or less once it is picked', `DELETE FROM picked_lines`],
  ['Every order with picked lines was picked to the end', `UPDATE order_picks SET state = 'claimed'`],
  [NO_DEARER, `UPDATE picked_lines SET pieces = 3 WHERE line = 1`],
  [NO_DEARER, `UPDATE picked_lines SET price = price + 1, total = total + quantity WHERE is_swap`],
  [
    NO_DEARER,
    `WITH agreed AS (UPDATE pick_lines SET swap_agreed = 4551 WHERE line = 2)
     UPDATE picked_lines SET price = 4552, total = 4552 WHERE is_swap`,
  ],
  [
    'The coins of every picked order are those of what was picked, at most those it was placed with',
    `UPDATE orders SET coins = coins + 1`,
  ],
  ['No order gives more coins than its lines had when it was placed', `UPDATE orders SET coins = 13000`],
  [
    SWAP,
    `UPDATE pick_lines SET swap_variant = (SELECT variant_id FROM order_lines WHERE line = 2) WHERE line = 2`,
  ],
  [SWAP, `UPDATE pick_lines SET swap_quantity = 13, swap_reason = 'Why not' WHERE line = 2`],
  [SWAP, `UPDATE pick_lines SET swap_quantity = 2 WHERE line = 2`],
  [WEIGHT, `UPDATE pick_lines SET grams = 1 WHERE line = 3`],
  [WEIGHT, `UPDATE pick_lines SET grams = 2001 WHERE line = 3`],
  [
    'The wallet got back what was paid for missing items, once',
    `UPDATE orders SET placed_total = placed_total + 1`,
  ],
  [
    'The wallet got back what was paid for missing items, once',
    `UPDATE orders SET payment_method = 'cod', placed_total = placed_total + 1`,
  ],
]

test.each(faults)('detects a violation of: %s (%#)', (name, plant) =>
  expectDetected(t.database, name, (tx) => tx.execute(sql.raw(plant))),
)

test('plants a violation of every invariant of picking and leaves none', async () => {
  expect(new Set(faults.map(([name]) => name))).toEqual(new Set(Object.keys(pickInvariants)))
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('picked lines are never changed', async () => {
  for (const change of ['UPDATE picked_lines SET price = 1', 'DELETE FROM picked_lines'])
    await expect(t.db.execute(sql.raw(change))).rejects.toMatchObject({
      cause: { message: 'picked_lines is append-only' },
    })
})
