import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { EVERYTHING_ROLE, staff as people } from '../../tables/people.ts'
import { approvalIn, approvingApp } from '../../testing/approving.ts'
import { PACKER_ROLE } from '../../testing/preset-roles.ts'
import { raceOnLock } from '../../testing/races/race-on-lock.ts'

const store = await approvingApp()
const { t, make, asha, ravi, later, aWithdrawal, receipt, pay, give, approve } = store
const { list, payouts, walletOf, inOrder } = store
const REASON = 'Paid in cash at the store'

const about = async (id: string, as = asha) =>
  (await t.call(api.approvals.about, { params: { id } }, as)).data

const set = (
  orderId: string,
  status: 'Delivered' | 'Canceled' | 'Confirmed',
  query: { from?: 'Delivered'; cash?: 'collected' } = {},
) => t.call(api.orders.changeStatus, { params: { orderId, status }, query }, asha)

test('payouts below the limit need no approval, until the sum of a customer reaches it', async () => {
  await t.db.update(company).set({ payoutApprovalFrom: 20_000 })
  const customer = await make.aCustomer({ money: 50_000 })
  const one = await aWithdrawal(198.99, customer)
  expect((await pay(one._id)).status).toBe(200)
  const two = await aWithdrawal(1.01, customer)
  expect((await pay(two._id)).status).toBe(202)
  const [three, four] = [await aWithdrawal(150), await aWithdrawal(200)]
  expect((await pay(four._id)).status).toBe(202)
  expect((await pay(three._id, { as: ravi })).status).toBe(200)
  await later('2026-11-22T13:00:01+05:30')
  expect((await pay(two._id)).status).toBe(200)
  await inOrder()
})

test('an amount split into payouts at the same moment adds up, too', async () => {
  await t.db.update(company).set({ payoutApprovalFrom: 20_000 })
  const customer = await make.aCustomer({ money: 50_000 })
  const parts = [await aWithdrawal(150, customer), await aWithdrawal(150, customer)]
  const answers = await raceOnLock(
    t,
    sql`SELECT 1 FROM wallets WHERE user_id = ${customer.id} FOR UPDATE`,
    parts.map(
      ({ _id }) =>
        () =>
          pay(_id),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 202])
})

test('coins above the daily limit of one person wait for approval, and count once they are added', async () => {
  const customer = await make.aCustomer()
  expect((await give(customer.id, 900)).status).toBe(200)
  const asked = await give(customer.id, 101)
  expect(asked).toMatchObject({ status: 202, message: 'Waiting for approval' })
  expect(await walletOf(customer)).toMatchObject({ point: 900 })
  expect(await about(customer.id)).toMatchObject([{ kind: 'coins', point: 101, askedBy: 'Asha' }])
  await t.db.update(people).set({ roleId: PACKER_ROLE }).where(eq(people.id, ravi.id))
  expect(await about(customer.id, ravi)).toEqual([])
  await t.db.update(people).set({ roleId: EVERYTHING_ROLE }).where(eq(people.id, ravi.id))
  expect(await list()).toMatchObject([
    {
      kind: 'coins',
      point: 101,
      amount: 0,
      reason: '900 coins given that day before; 1,000 coins a day need no approval',
    },
  ])
  expect((await give(customer.id, 100)).status).toBe(200)
  expect((await approve(approvalIn(asked))).status).toBe(200)
  expect(await walletOf(customer)).toMatchObject({ point: 1_101 })
  expect((await give(customer.id, 1)).status).toBe(202)
  await later('2026-11-22T00:00:00+05:30')
  expect((await give(customer.id, 1_000)).status).toBe(200)
  await inOrder()
})

test('an approval gives no more coins than the company allows at all', async () => {
  await t.db.update(company).set({ dailyCoinsPerStaff: 2_000 })
  const customer = await make.aCustomer()
  const [one, two] = [await give(customer.id, 1_500), await give(customer.id, 1_500)]
  expect([one.status, two.status, (await give(customer.id, 2_001)).status]).toEqual([202, 202, 422])
  expect((await approve(approvalIn(one))).status).toBe(200)
  expect(await approve(approvalIn(two))).toMatchObject({
    status: 409,
    message: 'You may add 2,000 coins a day. Left for today: 500',
  })
  expect(await walletOf(customer)).toMatchObject({ point: 1_500 })
})

test('cash of a delivered order is refunded to the wallet only with a second person', async () => {
  const customer = await make.aCustomer()
  const order = await make.anOrder({ customer })
  await set(order._id, 'Delivered')
  const asked = await set(order._id, 'Canceled', { from: 'Delivered', cash: 'collected' })
  expect(asked).toMatchObject({ status: 202 })
  expect(await walletOf(customer)).toMatchObject({ money: 0 })
  expect(await about(order._id, ravi)).toMatchObject([{ kind: 'cash-refund' }])
  expect(await list()).toMatchObject([
    { kind: 'cash-refund', amount: order.totalPrice, order: { _id: order._id, order_id: order.order_id } },
  ])
  expect((await approve(approvalIn(asked))).status).toBe(200)
  expect(await walletOf(customer)).toMatchObject({ money: order.totalPrice })
  const [seen] = (await t.call(api.orders.get, { params: { orderId: order._id } }, asha)).data
  expect(seen).toMatchObject({ delivaryStatus: 'Canceled', paymentStatus: 'success' })
  expect(seen?.history.at(-1)?.by).toBe('Asha (staff), approved by Ravi (staff)')
  await inOrder()
})

test('an order whose status was changed since the request refunds nothing', async () => {
  const customer = await make.aCustomer()
  const order = await make.anOrder({ customer })
  await set(order._id, 'Delivered')
  const asked = await set(order._id, 'Canceled', { cash: 'collected' })
  expect((await set(order._id, 'Confirmed')).status).toBe(200)
  expect(await approve(approvalIn(asked))).toMatchObject({ status: 409, code: 'failed' })
  expect(await walletOf(customer)).toMatchObject({ money: 0 })
  await inOrder()
})

test('one person cannot turn nothing into a payout without approval, in any way', async () => {
  // A friend of the staff member, who never pays anything.
  const friend = await make.aCustomer()
  const product = await make.aProduct({ loyaltyCoins: 5_000 })
  const order = await make.anOrder({ customer: friend, items: [product.item()] })
  // Unpaid cash into the wallet.
  await set(order._id, 'Delivered')
  expect((await set(order._id, 'Canceled', { cash: 'collected' })).status).toBe(202)
  expect(await walletOf(friend)).toMatchObject({ money: 0 })
  // Coins of a delivery that was never made, and added coins, are turned into money for a withdrawal.
  expect((await give(friend.id, 1_000)).status).toBe(200)
  expect((await give(friend.id, 1)).status).toBe(202)
  const { _id } = await aWithdrawal(6_000, friend)
  for (const files of [[], [receipt()]])
    expect([202, 409]).toContain((await pay(_id, { files, reason: REASON })).status)
  for (const { _id: id } of await list()) expect((await approve(id, asha)).status).toBe(403)
  expect(await payouts()).toEqual([])
  expect(await walletOf(friend)).toMatchObject({ withdrawalMoney: 0 })
  await inOrder()
})

test('the second person is switched on by the superadmin, and off only while one staff member is active', async () => {
  const superadmin = await t.signIn.superadmin()
  const edit = (secondPerson: boolean) => t.call(api.company.edit, { body: { secondPerson } }, superadmin)
  expect(await edit(false)).toMatchObject({
    status: 422,
    code: 'second-person',
    message: expect.stringMatching(/^2 staff members are active/),
  })
  await t.db.update(people).set({ isActive: false }).where(eq(people.id, ravi.id))
  expect((await edit(false)).status).toBe(200)
  const rules = await t.call(api.approvals.rules, { query: {} }, asha)
  expect(rules.data).toEqual({
    secondPerson: false,
    payoutApprovalFrom: 0,
    coinsWithoutApproval: 1_000,
    activeStaff: 1,
  })
  const { data } = await t.call(api.audit.of, { params: { objectId: 'company' }, query: {} }, superadmin)
  expect(data[0]).toMatchObject({
    person: 'superadmin',
    changes: [{ field: 'Second Person', before: 'Required', after: 'Not required' }],
  })
  const { _id } = await aWithdrawal()
  expect((await pay(_id)).status).toBe(200)
})
