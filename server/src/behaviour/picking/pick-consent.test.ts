import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { anotherPicker, pickerOf, pickExample, workedExample } from '../../testing/picking.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const { t, make, staff } = await staffApp()
const picker = pickerOf(t, staff)

test('a dearer swap costs what the customer agreed to, paid from the money of missing items', async () => {
  const { ordered, other } = await workedExample(make)
  const customer = await make.aCustomer({ money: 21_222 })
  const { _id: orderId } = await make.anOrder({ ...ordered, customer, payment: 'wallet' })
  const swapFor = (agreed: number | null) =>
    picker.line({ orderId, line: 2, swap: { variantId: other.item().variantId, quantity: 1, agreed } })
  const asked = (data: Awaited<ReturnType<typeof swapFor>>['data']) => {
    const swap = data.lines.find(({ line }) => line === 2)?.swap
    return [swap?.agreed, swap?.totalPrice, data.after]
  }
  await picker.claim(orderId)
  // If all other items are found, the customer pays no more than the shown total.
  expect(asked((await swapFor(52)).data)).toEqual([52, 45.5, 212.22])
  await pickExample(picker, orderId, other.item().variantId)
  expect(asked((await swapFor(null)).data)).toEqual([null, 45.5, 154.22])
  expect(asked((await swapFor(50)).data)).toEqual([50, 50, 158.36])
  expect(asked((await swapFor(52)).data)).toEqual([52, 52, 160.2])
  expect(await swapFor(-1)).toMatchObject({
    status: 400,
    message: 'Amount must be from 0 to 10,00,000 with at most 2 decimals',
  })
  const { data } = await picker.done(orderId)
  expect(data).toMatchObject({ totalPrice: 160.2, refunded: 52.02 })
  expect((await t.call(api.storeWallet.get, {}, customer)).data.money).toBe(52.02)
  const log = await t.call(api.audit.list, { params: { page: 1 }, query: {} }, await t.signIn.superadmin())
  expect(JSON.stringify(log.data)).toContain('swapped 1 × Curd for 1 × Thick curd')
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('the order has its picker, and the lines with missing, replaced or weighed pieces', async () => {
  const { ordered, other } = await workedExample(make)
  const customer = await make.aCustomer()
  const { _id: orderId } = await make.anOrder({ ...ordered, customer })
  const ravi = await anotherPicker(t)
  await ravi.claim(orderId)
  await ravi.claim(orderId)
  await picker.claim(orderId, true)
  await pickExample(picker, orderId, other.item().variantId)
  await picker.done(orderId)
  const { data } = await t.call(api.pickRecords.steps, { params: { orderId } }, staff)
  expect(data).toMatchObject([
    { kind: 'claim', by: 'Ravi', changes: [] },
    { kind: 'claim', by: 'Asha', changes: [] },
    {
      kind: 'done',
      by: 'Asha',
      changes: [
        { title: 'Milk', missing: 1, reason: 'not there', grams: null, swap: null },
        {
          title: 'Curd',
          missing: 1,
          reason: '',
          swap: { title: 'Thick curd', quantity: 1, isAgreed: false },
        },
        { title: 'Rice', missing: 0, grams: 920, swap: null },
      ],
    },
  ])
  const [order] = (await t.call(api.orders.get, { params: { orderId } }, staff)).data
  expect(order?.pick).toMatchObject({ state: 'done', by: 'Asha' })
  // Customers learn what was picked, not who did it.
  const own = await t.call(api.storeOrders.get, { params: { id: orderId } }, customer)
  expect(own.data.products[0]).toMatchObject({ picked: { quantity: 1 } })
  for (const read of [own, await t.call(api.storeOrders.list, { query: {} }, customer)])
    expect(read.raw).not.toContain('Asha')
})
