import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { approvals } from '../../tables/approvals.ts'
import { company } from '../../tables/company.ts'
import { staff as people, staffRoles } from '../../tables/people.ts'
import { withHeaders } from '../../testing/app.ts'
import { approvalIn, approvingApp } from '../../testing/approving.ts'
import { pickerOf } from '../../testing/picking.ts'
import { interleave } from '../../testing/races/interleave.ts'
import { raceOnLock } from '../../testing/races/race-on-lock.ts'
import { openStreams } from '../../testing/streams.ts'

const store = await approvingApp()
const { t, make, asha, ravi, later, aWithdrawal, pay, give, approve, refuse, list, payouts } = store
const { walletOf, inOrder } = store

const limit = (rupees: number) => t.db.update(company).set({ payoutApprovalFrom: rupees * 100 })
const roleNamed = async (name: string) => {
  const [role] = await t.db.select().from(staffRoles).where(eq(staffRoles.name, name))
  return role?.id ?? ''
}
const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

test('amounts split over accounts of several customers add up for the person who pays them out', async () => {
  await limit(200)
  const parts = [await aWithdrawal(150), await aWithdrawal(150), await aWithdrawal(49)]
  expect((await pay(parts[0]?._id ?? '')).status).toBe(200)
  expect((await pay(parts[1]?._id ?? '')).status).toBe(202)
  expect((await pay(parts[2]?._id ?? '')).status).toBe(200)
  // Payouts of a colleague count for the colleague, and payouts that a second person approved count for neither.
  expect((await approve((await list())[0]?._id ?? '')).status).toBe(200)
  expect((await pay((await aWithdrawal(150))._id, { as: ravi })).status).toBe(200)
  await later('2026-11-22T13:00:01+05:30')
  expect((await pay((await aWithdrawal(199))._id)).status).toBe(200)
  await inOrder()
})

test('they also add up when both parts are paid out at the same moment', async () => {
  await limit(200)
  const [first, second] = [await aWithdrawal(150), await aWithdrawal(150)]
  const answers = await interleave(
    t,
    () => pay(first._id),
    () => pay(second._id),
  )
  expect(statuses(answers)).toEqual([200, 202])
  expect(await payouts()).toHaveLength(1)
})

test('staff can neither raise the limit, nor switch the second person off, nor make a second account', async () => {
  const { _id } = await aWithdrawal()
  const role = { name: 'Mine', permissions: ['approvals' as const] }
  const account = { name: 'Asha again', username: 'asha2', password: 'Second@2026' }
  for (const { status } of [
    await t.call(api.company.edit, { body: { payoutApprovalFrom: 1_000_000 } }, asha),
    await t.call(api.company.edit, { body: { secondPerson: false } }, asha),
    await t.call(api.staff.add, { body: account }, asha),
    await t.call(api.staff.resetPassword, { body: { staffId: ravi.id, password: 'Second@2026' } }, asha),
    await t.call(api.roles.add, { body: role }, asha),
  ])
    expect(status).toBe(401)
  expect((await pay(_id)).status).toBe(202)
})

test('staff cannot approve their own request by another role, in the superadmin area, or with a key of the approver', async () => {
  const { _id } = await aWithdrawal()
  const id = approvalIn(await pay(_id))
  const asSuperadmin = { params: { id }, query: { as: 'superadmin' } } as const
  expect((await t.call(api.approvals.approve, asSuperadmin, asha)).status).toBe(403)
  await t.db
    .update(people)
    .set({ roleId: await roleNamed('Manager') })
    .where(eq(people.id, asha.id))
  expect(await approve(id, asha)).toMatchObject({ status: 403, code: 'own' })
  const other = await aWithdrawal()
  const key = { 'idempotency-key': 'press' }
  const of = approvalIn(await pay(other._id, { as: ravi }))
  expect((await approve(of, withHeaders(asha, key))).status).toBe(200)
  expect((await approve(id, withHeaders(asha, key))).status).toBe(422)
  expect(await payouts()).toHaveLength(1)
})

test('raising the limit alone pays nothing out, and the open request stays valid for one payout', async () => {
  const { _id } = await aWithdrawal()
  const id = approvalIn(await pay(_id))
  await limit(1_000)
  expect(await payouts()).toEqual([])
  expect((await pay(_id)).status).toBe(200)
  expect(await approve(id)).toMatchObject({ status: 409, code: 'failed' })
  expect(await payouts()).toHaveLength(1)
  await inOrder()
})

test('a refused request stays refused when the same payout is requested again', async () => {
  const { _id, customer } = await aWithdrawal()
  const first = approvalIn(await pay(_id))
  await refuse(first, 'No receipt')
  const second = approvalIn(await pay(_id))
  expect(await approve(first)).toMatchObject({ status: 409, code: 'decided' })
  expect(await approve(second, asha)).toMatchObject({ status: 403, code: 'own' })
  expect(await walletOf(customer)).toMatchObject({ withdrawalMoney: 0 })
})

test('of an approval and a refusal at once, one counts', async () => {
  const { _id } = await aWithdrawal()
  const id = approvalIn(await pay(_id))
  const meena = await store.aColleague('meena', 'Meena')
  const answers = await raceOnLock(t, sql`SELECT 1 FROM approvals WHERE id = ${id} FOR UPDATE`, [
    () => approve(id),
    () => refuse(id, 'Wrong account', meena),
  ])
  expect(statuses(answers)).toEqual([200, 409])
  const [row] = await t.db.select().from(approvals)
  expect(await payouts()).toHaveLength(row?.state === 'approved' ? 1 : 0)
  await inOrder()
})

test('a requester whose role was reduced no longer reads the account and phone number of the payout', async () => {
  const { _id, customer } = await aWithdrawal()
  const id = approvalIn(await pay(_id))
  const own = async () => (await t.call(api.approvals.own, {}, asha)).data
  const whole = { account: { upiId: 'meera@upi' }, user: { phone: customer.user.phone } }
  expect(await own()).toMatchObject([{ _id: id, ...whole }])
  const roleId = await roleNamed('Packer')
  const edited = { body: { staffId: asha.id, name: 'Asha', roleId } }
  expect((await t.call(api.staff.edit, edited, await t.signIn.superadmin())).status).toBe(200)
  const hidden = { account: undefined, user: { phone: `•••••••••${customer.user.phone.slice(-4)}` } }
  const [row] = await own()
  expect({ account: undefined, ...row }).toMatchObject({ _id: id, state: 'waiting', amount: 120, ...hidden })
  const streams = openStreams(await t.app.listen({ host: '127.0.0.1', port: 0 }))
  const stream = await streams.listen(asha.headers)
  await expect.poll(() => stream.received.length).toBeGreaterThan(0)
  expect(await refuse(id, 'No receipt')).toMatchObject({ status: 200 })
  const published = () =>
    stream.received.flatMap(({ data }) => (data.type === 'approval.changed' ? [data.row] : []))
  await expect.poll(() => published().at(-1)?.state).toBe('refused')
  for (const one of published()) expect({ account: undefined, ...one }).toMatchObject({ _id: id, ...hidden })
  streams.close()
})

test('an account that is enabled again does not regain approvals given while it was disabled', async () => {
  const { _id } = await aWithdrawal()
  const id = approvalIn(await pay(_id))
  const set = (isActive: boolean) => t.db.update(people).set({ isActive }).where(eq(people.id, asha.id))
  await set(false)
  expect(await approve(id)).toMatchObject({ status: 409, code: 'failed' })
  await set(true)
  expect(await approve(id)).toMatchObject({ status: 409, code: 'decided' })
  expect(await payouts()).toEqual([])
})

test('the cash of an order whose total has changed since the request is not refunded', async () => {
  const customer = await make.aCustomer()
  const order = await make.anOrder({ customer, items: [(await make.aProduct()).item(2)] })
  const orderId = order._id
  const set = (status: 'Delivered' | 'Confirmed' | 'Canceled', query: { cash?: 'collected' } = {}) =>
    t.call(api.orders.changeStatus, { params: { orderId, status }, query }, asha)
  await set('Delivered')
  const id = approvalIn(await set('Canceled', { cash: 'collected' }))
  await set('Confirmed')
  const picker = pickerOf(t, asha)
  await picker.claim(orderId)
  await picker.line({ orderId, line: 1, found: 1, short: { quantity: 1, reason: 'not there' } })
  await picker.done(orderId)
  expect((await set('Delivered')).status).toBe(200)
  expect(await approve(id)).toMatchObject({
    status: 409,
    code: 'failed',
    message: 'The total of this order has changed. Ask for it again',
  })
  expect(await walletOf(customer)).toMatchObject({ money: 0 })
  const again = approvalIn(await set('Canceled', { cash: 'collected' }))
  expect((await approve(again)).status).toBe(200)
  expect((await walletOf(customer)).money).toBeLessThan(order.totalPrice)
  await inOrder()
})

test('a customer with an open request cannot be erased, and no approval pays an erased customer', async () => {
  const phone = '+919811122334'
  const { id: userId } = await make.aCustomer({ phone })
  const body = { userId, lastDigits: phone.slice(-4), reason: 'Asked by mail' }
  const erase = () => t.call(api.users.erase, { body }, asha)
  const asked = await give(userId, 1_001)
  expect(asked.status).toBe(202)
  expect(await erase()).toMatchObject({
    status: 422,
    message: 'This customer cannot be erased yet: 1 request is waiting for approval',
  })
  expect((await refuse(approvalIn(asked), 'Too many')).status).toBe(200)
  const give5 = () => give(userId, 5)
  // On a server the coins are added while the customer is being erased.
  const [erased, given] = await interleave(t, erase, give5)
  expect(erased.status).toBe(200)
  for (const answer of [given, await give(userId, 1_001)])
    expect(answer).toMatchObject({ status: 404, message: 'Customer not found' })
  await inOrder()
})
