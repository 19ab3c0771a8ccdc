import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { claimsApp } from '../../testing/claims.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

/** The screen sends the same action again after a lost response. If its values differ, the earlier decision is named. */

const { t, aDelivered, claim, refund, replace, claimsOf, walletOf } = await claimsApp()

const actionId = randomUUID()
const two = [{ line: 1, pieces: 2 }]
const both = [
  { line: 2, pieces: 1 },
  { line: 1, pieces: 2 },
]

let claimId: string
let customer: Awaited<ReturnType<typeof aDelivered>>['customer']
beforeEach(async () => {
  const delivered = await aDelivered()
  customer = delivered.customer
  const lines = [
    { line: 1, pieces: 3 },
    { line: 2, pieces: 1 },
  ]
  claimId = (await claim(customer, delivered.orderId, lines)).data._id
})

test('a refund that is sent again with other values is rejected with the refunded amount', async () => {
  const first = { actionId, lines: both, restock: [{ line: 1, pieces: 1 }] }
  expect(await refund(claimId, first)).toMatchObject({ status: 200, data: { refund: 105.44, state: 'open' } })
  const { money } = (await walletOf(customer)) as { money: number }
  expect(money).toBe(10_544)

  for (const same of [first, { ...first, lines: both.toReversed() }, { actionId, restock: first.restock }])
    expect(await refund(claimId, same)).toMatchObject({
      status: 200,
      data: { refund: 105.44, state: 'open' },
    })
  for (const other of [
    { lines: two },
    { lines: [...two, { line: 2, pieces: 2 }] },
    { restock: [] },
    { restock: [{ line: 2, pieces: 1 }] },
    { restock: two },
    { to: 'cash' as const },
    { to: 'source' as const },
  ])
    expect(await refund(claimId, { ...first, ...other })).toMatchObject({
      status: 409,
      code: 'action',
      message: '₹105.44 were refunded already: look at the claim first',
    })
  expect(await walletOf(customer)).toMatchObject({ money })
  expect((await claimsOf({ state: 'all' }))[0]?.lines).toMatchObject([{ refunded: 2 }, { refunded: 1 }])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a replacement that is sent again with other pieces is rejected', async () => {
  const first = await replace(claimId, { actionId, lines: both })
  expect(first.status).toBe(200)
  for (const lines of [both, both.toReversed(), undefined])
    expect(await replace(claimId, { actionId, ...(lines && { lines }) })).toMatchObject({
      status: 200,
      data: first.data,
    })
  for (const lines of [two, [{ line: 1, pieces: 3 }]])
    expect(await replace(claimId, { actionId, lines })).toMatchObject({
      status: 409,
      code: 'action',
      message: 'Other pieces were replaced already: look at the claim first',
    })
  const { rows } = await t.db.execute(sql`SELECT count(*)::int AS orders FROM orders WHERE is_replacement`)
  expect(rows).toEqual([{ orders: 1 }])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('the action id of a refund cannot be used for a replacement, or the reverse', async () => {
  expect((await refund(claimId, { actionId, lines: two })).status).toBe(200)
  const used = { status: 409, code: 'action', message: 'This action was used for something else' }
  expect(await replace(claimId, { actionId, lines: two })).toMatchObject(used)
  const other = randomUUID()
  expect((await replace(claimId, { actionId: other, lines: [{ line: 1, pieces: 1 }] })).status).toBe(200)
  expect(await refund(claimId, { actionId: other, lines: [{ line: 1, pieces: 1 }] })).toMatchObject(used)
})
