import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { interleave } from '../../testing/races/interleave.ts'
import { aBag, aRider, dispatcherOf } from '../../testing/riders.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const setting = await staffApp()
const { t, make, staff } = setting
const desk = dispatcherOf(t, staff)
const healthy = async () => expect(await findInvariantViolations(t.db)).toEqual([])

const TODAY = '2026-11-21'
const move = (direction: 'in' | 'out', amount: number, actionId: string = crypto.randomUUID()) =>
  t.call(api.cash.till, { body: { direction, amount, reason: 'Opening cash', actionId } }, staff)
const float = (riderId: string, amount: number, actionId: string = crypto.randomUUID()) =>
  t.call(api.cash.float, { body: { riderId, amount, reason: 'Change', actionId } }, staff)
const close = (expected: number, counted: Record<string, number>, actionId: string = crypto.randomUUID()) =>
  t.call(api.cash.close, { body: { actionId, expected, counted } }, staff)
const dayOf = async (day = TODAY, as = staff) => (await t.call(api.cash.day, { params: { day } }, as)).data
const theirs = async (riderId: string) => (await desk.book()).riders.find(({ _id }) => _id === riderId)

/** A rider who has delivered a bag of ₹160 for cash. */
async function withCash(fields: Parameters<typeof aRider>[1] = {}) {
  const rice = await make.aProduct({ variants: [{ sellingPrice: 16_000 }] })
  const order = await aBag(setting, { items: [rice.item()] })
  const rider = await aRider(t, fields)
  await desk.assign(rider.id, order._id)
  await rider.deliver({ orderId: order._id })
  return rider
}

test('cash is put into the till and taken out, each once, and never more than it holds', async () => {
  await move('in', 500, 'opening')
  await move('in', 500, 'opening')
  expect((await desk.book()).store).toBe(500)
  expect((await move('out', 500, 'opening')).status).toBe(409)
  // The same action with another amount is refused. Answering 200 would claim that ₹400 were recorded.
  expect(await move('in', 400, 'opening')).toMatchObject({
    status: 409,
    code: 'action',
    message: '₹500.00 were recorded already: look at the entries first',
  })
  expect(await move('out', 500.5)).toMatchObject({ status: 422, message: 'The till holds ₹500.00' })
  await move('out', 120)
  expect((await desk.book()).store).toBe(380)
  await healthy()
})

test('two people take the same cash out of the till: one of them gets it', async () => {
  await move('in', 100)
  const take = () => move('out', 80)
  const answers = await interleave(t, take, take)
  expect(answers.map(({ status }) => status)).toEqual([200, 422])
  expect((await desk.book()).store).toBe(20)
  await healthy()
})

test('a float is the rider’s cash in hand, within the limit, and is counted with the rest', async () => {
  const rider = await withCash({ cashLimit: 50_000 })
  await move('in', 1_000)
  expect(await float(rider.id, 340.5)).toMatchObject({ status: 409, code: 'cash-limit' })
  await float(rider.id, 300, 'float')
  await float(rider.id, 300, 'float')
  expect(await theirs(rider.id)).toMatchObject({ collected: 160, deposited: -300, inHand: 460 })
  expect((await desk.book()).store).toBe(700)
  await healthy()
  await desk.count(rider.id, 460, { 200: 2, 50: 1, 10: 1 })
  expect(await theirs(rider.id)).toMatchObject({ collected: 160, deposited: 160, inHand: 0, shortage: 0 })
  expect((await desk.book()).store).toBe(1_160)
  await healthy()
  const none = await aRider(t, { name: 'Salim', cashLimit: 0 })
  expect((await float(none.id, 10)).status).toBe(409)
  const disabled = await aRider(t, { name: 'Meera', isActive: false })
  expect((await float(disabled.id, 10)).status).toBe(409)
  expect((await float(rider.id, 400)).status).toBe(200)
  expect((await float('01a1fd41-f2a3-769d-9900-17803f8126b3', 10)).status).toBe(404)
})

test('a surplus is listed with its rider until the superadmin keeps it or returns it', async () => {
  const [kiran, meera] = [await withCash(), await withCash({ name: 'Meera' })]
  await desk.count(kiran.id, 160, { 100: 2 })
  await desk.count(meera.id, 160, { 100: 1, 50: 1, 20: 1 })
  const { surpluses } = await desk.book()
  expect(surpluses).toMatchObject([
    { rider: 'Kiran', amount: 40, by: 'Asha (staff)' },
    { rider: 'Meera', amount: 10 },
  ])
  const [first, second] = surpluses
  const owner = await t.signIn.superadmin()
  const settle = (countId = '', decision: 'keep' | 'return' = 'keep', actionId = 'settle', as = owner) =>
    t.call(api.cash.surplus, { body: { countId, decision, reason: 'A tip', actionId } }, as)
  expect((await settle(first?._id, 'keep', 'settle', staff)).status).toBe(401)
  expect((await settle(first?._id)).status).toBe(200)
  expect((await settle(first?._id)).status).toBe(200)
  expect(await settle(first?._id, 'return', 'again')).toMatchObject({ status: 409, code: 'decided' })
  expect(await desk.book()).toMatchObject({ store: 360, surpluses: [{ rider: 'Meera' }] })
  expect(await theirs(kiran.id)).toMatchObject({ deposited: 160, surplus: 0 })
  await healthy()
  const both = await Promise.all([settle(second?._id, 'keep', 'a'), settle(second?._id, 'return', 'b')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await desk.book()).surpluses).toEqual([])
  await healthy()
})

test('the till is counted at the end of the day, and holds what was counted', async () => {
  await move('in', 1_000)
  const rider = await withCash()
  await desk.count(rider.id, 160, { 100: 1, 50: 1, 10: 1 })
  await float(rider.id, 100)
  await move('out', 60)
  await desk.bank(500)
  expect(await dayOf()).toEqual({
    day: TODAY,
    opening: 0,
    collected: 160,
    added: 1_000,
    refunded: 0,
    paidOut: 160,
    deposited: 500,
    closing: 500,
    count: null,
  })
  expect((await close(499, { 500: 1 })).status).toBe(409)
  expect((await desk.book()).tillCount).toBeNull()
  const first = await close(500, { 200: 2, 50: 1 }, 'close')
  expect(first.data).toEqual({ expected: 500, counted: 450, difference: -50 })
  expect((await close(500, { 200: 2, 50: 1 }, 'close')).data).toEqual(first.data)
  // A second count that expects the amount from before the first one.
  expect((await close(500, { 500: 1 })).status).toBe(409)
  const count = { expected: 500, counted: 450, difference: -50, by: 'Asha (staff)' }
  expect(await desk.book()).toMatchObject({ store: 450, tillCount: count })
  expect(await dayOf()).toMatchObject({ closing: 450, count })
  await healthy()
  // The next day; the session has ended.
  t.clock.pass(24 * 60)
  const as = await t.signIn.staff()
  const next = '2026-11-22'
  expect(await dayOf(next, as)).toMatchObject({ opening: 450, collected: 0, closing: 450, count: null })
  expect((await t.call(api.cash.get, {}, as)).data).toMatchObject({ store: 450, tillCount: null })
  const opening = { direction: 'in', amount: 7, reason: 'Coins', actionId: 'next' } as const
  await t.call(api.cash.till, { body: opening }, as)
  const counted = { actionId: 'next close', expected: 457, counted: { 100: 4, 50: 1, 10: 1 } }
  await t.call(api.cash.close, { body: counted }, as)
  expect(await dayOf(TODAY, as)).toMatchObject({ opening: 0, closing: 450 })
  expect(await dayOf(next, as)).toMatchObject({ opening: 450, added: 7, closing: 460 })
  await healthy()
})

test('the day of the till is read with no more than three statements', async () => {
  await move('in', 10)
  const read = () => t.call(api.cash.day, { params: { day: TODAY } }, staff)
  expect((await t.statements(read)).length).toBeLessThanOrEqual(3)
  expect((await t.call(api.cash.day, { params: { day: '2026-13-01' } }, staff)).status).toBe(400)
})

test('reports say per rider: drops, minutes, failed drops and cash differences', async () => {
  const rice = await make.aProduct({ variants: [{ sellingPrice: 16_000 }] })
  const bag = () => aBag(setting, { items: [rice.item()] })
  const rider = await aRider(t)
  await aRider(t, { name: 'Meera' })
  const [first, second, failed] = [await bag(), await bag(), await bag()]
  await desk.assign(rider.id, first._id, second._id, failed._id)
  // The minutes are counted from Dispatched.
  t.clock.pass(3)
  await rider.start(first._id, second._id, failed._id)
  t.clock.pass(10)
  await rider.deliver({ orderId: first._id })
  t.clock.pass(10)
  await rider.deliver({ orderId: second._id })
  await rider.fail(failed._id)
  await desk.takeBack(failed._id)
  await desk.count(rider.id, 320, { 100: 3 })
  const query = { from: TODAY, to: TODAY }
  const read = async (of: typeof query) => (await t.call(api.reports.riders, { query: of }, staff)).data
  expect(await read(query)).toEqual([{ name: 'Kiran', drops: 2, minutes: 18, failed: 1, difference: -20 }])
  expect(await read({ from: '2026-11-20', to: '2026-11-20' })).toEqual([])
  expect((await t.statements(() => read(query))).length).toBeLessThanOrEqual(3)
  const csv = await t.app.inject({
    url: `/api/v1/reports/riders/csv?from=${TODAY}&to=${TODAY}`,
    headers: staff.headers,
  })
  expect(csv.payload).toContain('Kiran,2,18,1,-20')
})
