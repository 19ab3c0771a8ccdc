import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import type { Sent } from '@kirana/contract/wire/route'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { staff as people } from '../../tables/people.ts'
import { pushMessages } from '../../tables/push-messages.ts'
import { approvalIn, approvingApp } from '../../testing/approving.ts'
import { pickerOf } from '../../testing/picking.ts'
import { interleave } from '../../testing/races/interleave.ts'

/** Canceling a paid order sends its money back, as a pick that finds nothing does. */

const { t, make, asha, ravi, later, approve, list, walletOf, inOrder } = await approvingApp()

type Query = Sent<typeof api.orders.changeStatus>['query']
const set = (orderId: string, status: DeliveryStatusName, query: Query = {}) =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query }, asha)
const limit = (rupees: number) => t.db.update(company).set({ payoutApprovalFrom: rupees * 100 })
const detail = async (orderId: string) =>
  (await t.call(api.orders.get, { params: { orderId } }, asha)).data[0]

/** An order at this price, paid from the wallet by default. */
async function anOrder(rupees: number, payment: 'wallet' | 'cod' = 'wallet') {
  const product = await make.aProduct({ title: 'Rice', variants: [{ sellingPrice: 10_000 }] })
  const customer = await make.aCustomer({ money: rupees * 100, fullName: 'Meera Nair' })
  const items = [product.item(rupees / 100)]
  const { _id: orderId, order_id } = await make.anOrder({ items, customer, payment })
  return { orderId, order_id, customer }
}

test('canceling a paid order with a large refund waits for approval', async () => {
  await limit(1_000)
  const { orderId, order_id, customer } = await anOrder(2_000)
  const asked = await set(orderId, 'Canceled', { from: 'Confirmed' })
  expect(asked).toMatchObject({ status: 202, message: 'Waiting for approval' })
  expect(await set(orderId, 'Canceled')).toMatchObject({ status: 409, code: 'waiting' })
  expect(await walletOf(customer)).toMatchObject({ money: 0 })
  expect(await list()).toMatchObject([
    {
      kind: 'cancel-refund',
      user: { fullName: 'Meera Nair' },
      order: { _id: orderId, order_id },
      amount: 2_000,
      reason: '₹2,000.00 back to the wallet',
      askedBy: 'Asha',
    },
  ])
  expect((await approve(approvalIn(asked), asha)).status).toBe(403)
  expect((await approve(approvalIn(asked))).status).toBe(200)
  expect(await walletOf(customer)).toMatchObject({ money: 2_000 })
  const order = await detail(orderId)
  expect(order?.delivaryStatus).toBe('Canceled')
  expect(order?.history.at(-1)?.by).toBe('Asha (staff), approved by Ravi (staff)')
  await inOrder()
})

test('canceling a delivered order with a large refund waits for approval, also after its status is changed back', async () => {
  await limit(1_000)
  const { orderId, customer } = await anOrder(2_000)
  await set(orderId, 'Delivered')
  expect((await set(orderId, 'Canceled')).status).toBe(202)
  expect((await set(orderId, 'Confirmed')).status).toBe(200)
  expect((await set(orderId, 'Canceled')).status).toBe(409)
  expect(await walletOf(customer)).toMatchObject({ money: 0 })
  await inOrder()
})

test.each(['Dispatched', 'Out for Delivary', 'Delivered'] as const)(
  'a customer cannot cancel an order that was %s before, although staff set it back',
  async (status) => {
    const { orderId, customer } = await anOrder(2_000)
    await set(orderId, status)
    expect((await set(orderId, 'Confirmed')).status).toBe(200)
    const canceled = await t.call(api.storeOrders.cancel, { params: { id: orderId } }, customer)
    expect(canceled).toMatchObject({ status: 409, code: 'accepted' })
    expect(await walletOf(customer)).toMatchObject({ money: 0 })
    await inOrder()
  },
)

test('a customer cancels an order again that was packed by mistake and set back', async () => {
  const { orderId, customer } = await anOrder(2_000)
  await set(orderId, 'Prepeared')
  await set(orderId, 'Confirmed')
  const canceled = await t.call(api.storeOrders.cancel, { params: { id: orderId } }, customer)
  expect(canceled.status).toBe(200)
  await inOrder()
})

test('small refunds of one person add up for 24 hours, by picks and by canceled orders', async () => {
  await limit(1_000)
  const [first, second, third] = [await anOrder(400), await anOrder(400), await anOrder(600)]
  const picker = pickerOf(t, asha)
  await picker.claim(first.orderId)
  await picker.line({ orderId: first.orderId, line: 1, found: 0, short: { quantity: 4, reason: 'other' } })
  expect((await picker.done(first.orderId)).status).toBe(200)
  expect((await set(second.orderId, 'Canceled')).status).toBe(200)
  expect((await set(third.orderId, 'Canceled')).status).toBe(202)
  expect(await list()).toMatchObject([
    { amount: 600, reason: '₹600.00 back to the wallet. ₹800.00 refunded alone in the 24 hours before' },
  ])
  const fourth = await anOrder(300)
  await picker.claim(fourth.orderId)
  await picker.line({ orderId: fourth.orderId, line: 1, found: 0, short: { quantity: 3, reason: 'other' } })
  expect((await picker.done(fourth.orderId)).status).toBe(202)
  await later('2026-11-22T13:00:01+05:30')
  expect((await set((await anOrder(600)).orderId, 'Canceled')).status).toBe(200)
  await inOrder()
})

test('two concurrent small refunds cannot exceed the limit together', async () => {
  await limit(1_000)
  const [one, two] = [await anOrder(600), await anOrder(600)]
  const answers = await interleave(
    t,
    () => set(one.orderId, 'Canceled'),
    () => set(two.orderId, 'Canceled'),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 202])
  await inOrder()
})

test('customers cancel without approval, and so do staff for unpaid orders and small refunds', async () => {
  await limit(1_000)
  const [own, unpaid, small] = [await anOrder(2_000), await anOrder(2_000, 'cod'), await anOrder(900)]
  const canceled = await t.call(api.storeOrders.cancel, { params: { id: own.orderId } }, own.customer)
  expect(canceled.status).toBe(200)
  expect((await set(unpaid.orderId, 'Canceled')).status).toBe(200)
  expect((await set(small.orderId, 'Canceled')).status).toBe(200)
  await inOrder()
})

test('staff reopen canceled orders, paid from the wallet, alone up to the limit; the customer gets a push message', async () => {
  await limit(1_000)
  const [first, second] = [await anOrder(600), await anOrder(600)]
  for (const { orderId, customer } of [first, second]) {
    await t.call(api.storeMe.edit, { body: { fcmToken: `phone of ${orderId}` } }, customer)
    expect((await t.call(api.storeOrders.cancel, { params: { id: orderId } }, customer)).status).toBe(200)
  }
  expect((await set(first.orderId, 'Confirmed')).status).toBe(200)
  expect(await set(second.orderId, 'Confirmed')).toMatchObject({ status: 409, code: 'limit' })
  expect(await walletOf(first.customer)).toMatchObject({ money: 0 })
  expect(await walletOf(second.customer)).toMatchObject({ money: 600 })
  const sent = await t.db.select({ title: pushMessages.title, body: pushMessages.body }).from(pushMessages)
  const title = `Order ${first.order_id} is not canceled any more`
  expect(sent).toEqual([{ title, body: '₹600.00 is paid from your wallet' }])
  await later('2026-11-22T13:00:01+05:30')
  expect((await set(second.orderId, 'Prepeared')).status).toBe(200)
  await inOrder()
})

test('the limit does not apply when staff revert their own cancelation within ten minutes, but to all other reverts', async () => {
  await limit(1_000)
  const [own, late, customers] = [await anOrder(900), await anOrder(900), await anOrder(900)]
  const cancel = (id: string, as: typeof asha) =>
    t.call(api.orders.changeStatus, { params: { orderId: id, status: 'Canceled' }, query: {} }, as)
  await cancel(own.orderId, asha)
  expect((await set(own.orderId, 'Confirmed', { undo: 'true' })).status).toBe(200)
  // From here on, Asha may take only ₹100 more without approval.
  await t.call(api.storeOrders.cancel, { params: { id: customers.orderId } }, customers.customer)
  expect((await set(customers.orderId, 'Confirmed')).status).toBe(200)
  await cancel(late.orderId, ravi)
  expect(await set(late.orderId, 'Confirmed')).toMatchObject({ status: 409, code: 'limit' })
  // Another person of the same name.
  await t.db.update(people).set({ name: 'Asha' }).where(eq(people.id, ravi.id))
  expect(await set(late.orderId, 'Confirmed')).toMatchObject({ status: 409, code: 'limit' })
  const large = await anOrder(2_000)
  expect((await approve(approvalIn(await set(large.orderId, 'Canceled')))).status).toBe(200)
  t.clock.pass(9)
  expect((await set(large.orderId, 'Confirmed')).status).toBe(200)
  expect((await approve(approvalIn(await set(large.orderId, 'Canceled')))).status).toBe(200)
  t.clock.pass(11)
  expect(await set(large.orderId, 'Confirmed')).toMatchObject({ status: 409, code: 'limit' })
  await inOrder()
})

test('canceling an order that is being picked asks about the pick first; the approval discards the pick', async () => {
  await limit(1_000)
  const { orderId, customer } = await anOrder(2_000)
  const picker = pickerOf(t, ravi)
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 3 })
  expect(await set(orderId, 'Canceled')).toMatchObject({ status: 409, code: 'picking' })
  const asked = await set(orderId, 'Canceled', { discardPick: 'true' })
  expect(asked.status).toBe(202)
  expect((await picker.get(orderId)).data.lines[0]?.found).toBe(3)
  expect((await approve(approvalIn(asked))).status).toBe(200)
  expect(await walletOf(customer)).toMatchObject({ money: 2_000 })
  await inOrder()
})

test('an approval is void after the status was changed, even if it was changed back', async () => {
  await limit(1_000)
  const { orderId, customer } = await anOrder(2_000)
  for (const statuses of [['Delivered'], ['Confirmed', 'Prepeared', 'Confirmed']] as const) {
    const asked = await set(orderId, 'Canceled')
    expect(asked.status).toBe(202)
    t.clock.pass(1)
    for (const status of statuses) expect((await set(orderId, status)).status).toBe(200)
    expect(await approve(approvalIn(asked))).toMatchObject({
      status: 409,
      message: 'The status of this order has changed. Ask for it again',
    })
  }
  expect(await walletOf(customer)).toMatchObject({ money: 0 })
  await inOrder()
})

test('an approval is void if the pick changed after the request', async () => {
  await limit(1_000)
  const { orderId, customer } = await anOrder(2_000)
  const picker = pickerOf(t, ravi)
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 3 })
  const asked = await set(orderId, 'Canceled', { discardPick: 'true' })
  await picker.line({ orderId, line: 1, found: 9 })
  expect(await approve(approvalIn(asked))).toMatchObject({
    status: 409,
    message: 'The pick of this order has changed. Ask for it again',
  })
  expect((await picker.get(orderId)).data.lines[0]?.found).toBe(9)
  expect(await walletOf(customer)).toMatchObject({ money: 0 })
  await inOrder()
})
