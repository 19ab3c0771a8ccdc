import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { expect, test } from 'vitest'
import { anotherPicker, pickerOf, pickExample, workedExample } from '../../testing/picking.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const { t, make, staff } = await staffApp()
const picker = pickerOf(t, staff)

type Query = { discardPick?: 'true'; undo?: 'true' }
const change = (orderId: string, status: DeliveryStatusName, query: Query = {}, who = staff) =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query }, who)

/** An order with missing, swapped and weighed pieces; nothing of it is done. */
async function pickedExample() {
  const { ordered, other } = await workedExample(make)
  const { _id: orderId } = await make.anOrder(ordered)
  await pickExample(picker, orderId, other.item().variantId)
  return orderId
}

for (const status of ['Prepeared', 'Canceled'] as const)
  test(`Undo of ${status} gives back the discarded pick: claim, lines, swap, grams and reasons`, async () => {
    const orderId = await pickedExample()
    const before = (await picker.get(orderId)).data
    const ravi = await anotherPicker(t)
    expect((await change(orderId, status, { discardPick: 'true' }, ravi.who)).status).toBe(200)
    expect((await picker.get(orderId)).data).toMatchObject({ state: 'none', lines: [{ found: 0 }, {}, {}] })
    expect((await change(orderId, 'Confirmed', { undo: 'true' }, ravi.who)).status).toBe(200)
    expect((await picker.get(orderId)).data).toEqual(before)
    expect(await change(orderId, 'Prepeared', {}, ravi.who)).toMatchObject({ status: 409, code: 'picking' })
    expect((await picker.done(orderId)).data).toMatchObject({ totalPrice: 154.22 })
    expect(await findInvariantViolations(t.db)).toEqual([])
  })

test('a discarded pick comes back only with Undo of the very change that discarded it', async () => {
  const orderId = await pickedExample()
  await change(orderId, 'Prepeared', { discardPick: 'true' })
  await change(orderId, 'Dispatched')
  await change(orderId, 'Prepeared', { undo: 'true' })
  await change(orderId, 'Confirmed', { undo: 'true' })
  expect((await picker.get(orderId)).data).toMatchObject({ state: 'none', lines: [{ found: 0 }, {}, {}] })

  const other = await pickedExample()
  await change(other, 'Prepeared', { discardPick: 'true' })
  await change(other, 'Confirmed')
  expect((await picker.get(other)).data).toMatchObject({ state: 'none', lines: [{ found: 0 }, {}, {}] })
  await change(other, 'Prepeared')
  await change(other, 'Confirmed', { undo: 'true' })
  expect((await picker.get(other)).data).toMatchObject({ state: 'none' })
})

test('a claim lasts 3 minutes after the last sign of its screen, 10 once something is recorded', async () => {
  const milk = await make.aProduct({ title: 'Milk' })
  const { _id: orderId } = await make.anOrder({ items: [milk.item(3)] })
  const sign = async (isClosing = false, who = staff) =>
    (await t.call(api.pick.sign, { body: { orderId, isClosing } }, who)).data.until
  // The clock begins at 1 pm.
  const at = (minute: number) =>
    new Date(Date.parse('2026-11-21T13:00:00+05:30') + minute * 60_000).toISOString()
  const ravi = await anotherPicker(t)
  expect(await sign()).toBeNull()
  expect((await picker.claim(orderId)).data.until).toBe(at(3))
  t.clock.pass(2)
  expect(await sign()).toBe(at(2 + 3))
  expect(await sign(false, ravi.who)).toBeNull()
  expect((await ravi.claim(orderId)).code).toBe('taken')
  const { data } = await picker.line({ orderId, line: 1, found: 1 })
  expect(data.until).toBe(at(2 + 10))
  t.clock.pass(1)
  expect(await sign()).toBe(at(3 + 10))
  expect(await sign(true)).toBe(at(3 + 3))
  expect((await picker.claim(orderId)).data.until).toBe(at(3 + 10))
})
