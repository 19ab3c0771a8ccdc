import { api } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { desc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { auditRows } from '../../tables/journal.ts'
import { orders } from '../../tables/orders.ts'
import type { Credentials } from '../../testing/app.ts'
import { pickerOf } from '../../testing/picking.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { raceOnLock } from '../../testing/races/race-on-lock.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff } = await staffApp()
let rice: Awaited<ReturnType<typeof make.aProduct>>
beforeEach(async () => {
  await make.aPincode()
  await t.db.update(company).set({ referralDiscount: 500, pointsPerReferral: 30, pointValue: 100 })
  rice = await make.aProduct({ loyaltyCoins: 3 })
})

type Query = { from?: DeliveryStatusName; cash?: 'collected' }
const change = (orderId: string, status: DeliveryStatusName, query: Query = {}) =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query }, staff)
const walk = async (orderId: string, ...statuses: DeliveryStatusName[]) => {
  for (const status of statuses) expect(await change(orderId, status)).toMatchObject({ status: 200 })
}
const paymentStatus = async (id: string) =>
  (await t.db.select().from(orders).where(eq(orders.id, id)))[0]?.paymentStatus
const wallet = async (customer: Credentials) => {
  const { point, money } = (await t.call(api.storeWallet.get, {}, customer)).data
  return { point, money }
}
const withdraw = (customer: Credentials, amount: number) =>
  t.call(api.storeWallet.withdraw, { body: { amount, upiId: 'ravi@upi' } }, customer)
const lastChange = async () => {
  const rows = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1)
  return rows[0]
}
const borneByStore = async () => {
  const { rows } = await t.db.execute<{ coins: number }>(
    sql`SELECT coalesce(-sum(amount), 0)::int AS coins FROM ledger_entries WHERE account = 'store:rewards:coins'`,
  )
  return rows[0]?.coins
}

/** A first order of two packs of rice: 6 coins for the customer, 30 for the owner of the referral code. */
async function aReferredOrder(payment: 'cod' | 'wallet' = 'cod') {
  const friend = await make.aCustomer()
  const customer = await make.aCustomer({ money: 20_000 })
  const { referCode } = friend.user
  const order = await make.anOrder({ customer, payment, referCode, items: [rice.item(2)] })
  return { id: order._id, total: order.totalPrice, customer, friend, referCode }
}

test('canceling a delivered cash order refunds nothing unless the cash was collected', async () => {
  const { id, customer } = await aReferredOrder()
  const before = await wallet(customer)
  await walk(id, 'Delivered', 'Canceled')
  expect([await wallet(customer), await paymentStatus(id)]).toEqual([before, 'due'])
  expect((await lastChange())?.after).toEqual({ status: 'canceled', paymentStatus: 'due' })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('collected cash is refunded, and the audit names who confirmed it', async () => {
  const { id, total, customer } = await aReferredOrder()
  await walk(id, 'Delivered')
  expect((await change(id, 'Canceled', { from: 'Delivered', cash: 'collected' })).status).toBe(200)
  expect([await wallet(customer), await paymentStatus(id)]).toEqual([
    { point: 0, money: 200 + total },
    'paid',
  ])
  expect(await lastChange()).toMatchObject({
    person: 'Asha',
    before: { status: 'delivered', paymentStatus: 'paid' },
    after: { status: 'canceled', paymentStatus: 'paid', cashCollectedBy: 'Asha (staff)' },
  })
  // Reopening the order reverses the refund; it stays paid, so no cash is due at the door.
  await walk(id, 'Prepeared', 'Delivered')
  expect([await wallet(customer), await paymentStatus(id)]).toEqual([{ point: 6, money: 200 }, 'paid'])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('nothing goes to the wallet of an erased customer', async () => {
  const ravi = await make.aCustomer({ phone: '+919811152334', money: 10_000 })
  const { _id } = await make.anOrder({ customer: ravi })
  const items = [(await make.aProduct()).item(2)]
  const { _id: orderId } = await make.anOrder({ customer: ravi, items, payment: 'wallet' })
  for (const id of [_id, orderId]) await walk(id, 'Delivered')
  const body = { userId: ravi.id, lastDigits: '2334', reason: 'Asked by mail' }
  expect((await t.call(api.users.erase, { body }, staff)).status).toBe(200)
  const message = 'This customer is erased: nothing can go to their wallet'
  expect(await change(_id, 'Canceled', { cash: 'collected' })).toMatchObject({ status: 422, message })
  expect(await paymentStatus(_id)).toBe('paid')
  await walk(_id, 'Canceled')
  await walk(orderId, 'Confirmed')
  const picker = pickerOf(t, staff)
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 1, short: { quantity: 1, reason: 'other' } })
  expect(await picker.done(orderId)).toMatchObject({ status: 422, message })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('rejects reversing a refund the customer has spent', async () => {
  const { id, total, customer } = await aReferredOrder()
  await walk(id, 'Delivered')
  await change(id, 'Canceled', { cash: 'collected' })
  expect((await withdraw(customer, 200 + total)).status).toBe(200)
  for (const status of ['Confirmed', 'Delivered'] as const)
    expect(await change(id, status)).toMatchObject({
      status: 409,
      code: 'wallet',
      message: 'The wallet no longer covers this change',
    })
  expect(await paymentStatus(id)).toBe('paid')
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test.each(['Prepeared', 'Canceled'] as const)(
  'ignores `cash` unless a delivered cash order is canceled: %s',
  async (status) => {
    const { id, customer } = await aReferredOrder()
    const before = await wallet(customer)
    expect((await change(id, status, { cash: 'collected' })).status).toBe(200)
    expect([await wallet(customer), await paymentStatus(id)]).toEqual([before, 'due'])
    expect((await lastChange())?.after).not.toHaveProperty('cashCollectedBy')
  },
)

test('a wallet order is refunded without confirming cash', async () => {
  const { id, customer } = await aReferredOrder('wallet')
  await walk(id, 'Delivered', 'Canceled')
  expect(await wallet(customer)).toEqual({ point: 0, money: 200 })
})

test('rejects any other value of `cash`', async () => {
  const { id } = await aReferredOrder()
  // As text, since a client leaves an empty field out.
  for (const cash of ['yes', '', 'Collected']) {
    const url = `/api/v1/payment/change/delivary/status/${id}/Canceled?cash=${cash}`
    const answer = await t.app.inject({ url, headers: { ...staff.headers, ...ownPage } })
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      400,
      'Cash is not valid',
    ])
  }
})

test('the store bears coins that a referrer has withdrawn, so the refund goes through', async () => {
  const { id, customer, friend } = await aReferredOrder('wallet')
  await walk(id, 'Delivered')
  expect((await withdraw(friend, 20)).status).toBe(200)
  expect((await change(id, 'Canceled')).status).toBe(200)
  expect(await wallet(friend)).toEqual({ point: 0, money: 0 })
  expect(await wallet(customer)).toEqual({ point: 0, money: 200 })
  expect(await borneByStore()).toBe(20)
  expect((await lastChange())?.after).toMatchObject({ coinsBorneByStore: 20 })
  expect(await findInvariantViolations(t.db)).toEqual([])

  // The referrer kept 20 of them, so only the other 10 are granted again.
  await walk(id, 'Delivered')
  expect([await wallet(friend), await borneByStore()]).toEqual([{ point: 10, money: 0 }, 0])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('the store bears loyalty coins that are spent', async () => {
  const { id, customer } = await aReferredOrder()
  await walk(id, 'Delivered')
  expect((await withdraw(customer, 206)).status).toBe(200)
  await walk(id, 'Confirmed')
  expect([await wallet(customer), await borneByStore()]).toEqual([{ point: 0, money: 0 }, 6])
  await walk(id, 'Delivered', 'Canceled', 'Delivered')
  expect([await wallet(customer), await borneByStore()]).toEqual([{ point: 0, money: 0 }, 0])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('changing the status back and forth grants each reward once', async () => {
  const { id, friend } = await aReferredOrder()
  let drawn = 0
  for (const status of [
    'Delivered',
    'Canceled',
    'Delivered',
    'Confirmed',
    'Delivered',
    'Canceled',
  ] as const) {
    await walk(id, status)
    const { point, money } = await wallet(friend)
    if (point + money > 0) drawn += (await withdraw(friend, point + money)).data.amount
    expect(drawn).toBe(30)
    expect(await findInvariantViolations(t.db)).toEqual([])
  }
})

test('canceling first orders repeatedly grants the referral reward once', async () => {
  const { id, customer, friend, referCode } = await aReferredOrder()
  await walk(id, 'Delivered')
  expect((await withdraw(friend, 30)).status).toBe(200)
  await walk(id, 'Canceled')
  for (let again = 0; again < 2; again++) {
    const next = await make.anOrder({ customer, referCode, items: [rice.item(2)] })
    expect(next.referDiscount).toBeGreaterThan(0)
    await walk(next._id, 'Delivered')
    expect([await wallet(friend), await borneByStore()]).toEqual([{ point: 0, money: 0 }, 0])
    await walk(next._id, 'Canceled')
    expect(await findInvariantViolations(t.db)).toEqual([])
  }
  const other = await make.aCustomer()
  await walk((await make.anOrder({ customer: other, referCode }))._id, 'Delivered')
  expect(await wallet(friend)).toEqual({ point: 30, money: 0 })
})

test('coins withdrawn while they are taken back are taken once', async () => {
  const { id, friend } = await aReferredOrder()
  await walk(id, 'Delivered')
  const lock = sql`SELECT 1 FROM wallets WHERE user_id = ${friend.id} FOR UPDATE`
  const calls: (() => Promise<{ status: number }>)[] = [
    () => withdraw(friend, 20),
    () => change(id, 'Canceled'),
    () => withdraw(friend, 10),
  ]
  const [first, changed, second] = await raceOnLock(t, lock, calls)
  expect(changed?.status).toBe(200)
  const drawn = (first?.status === 200 ? 20 : 0) + (second?.status === 200 ? 10 : 0)
  expect([await wallet(friend), await borneByStore()]).toEqual([{ point: 0, money: 0 }, drawn])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('concurrent reversals on one wallet take each coin once', async () => {
  const customer = await make.aCustomer()
  const placed = []
  for (let n = 0; n < 4; n++) placed.push(await make.anOrder({ customer, items: [rice.item(2)] }))
  for (const { _id } of placed) await walk(_id, 'Delivered')
  expect((await withdraw(customer, 9)).status).toBe(200)
  const lock = sql`SELECT 1 FROM wallets WHERE user_id = ${customer.id} FOR UPDATE`
  const answers = await raceOnLock(
    t,
    lock,
    placed.map(
      ({ _id }) =>
        () =>
          change(_id, 'Dispatched'),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect([await wallet(customer), await borneByStore()]).toEqual([{ point: 0, money: 0 }, 9])
  expect(await findInvariantViolations(t.db)).toEqual([])
})
