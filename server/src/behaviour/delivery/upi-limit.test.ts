import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { startNotices } from '../../process/start-notices.ts'
import { company } from '../../tables/company.ts'
import { riders } from '../../tables/riders.ts'
import { aBag, aRider, dispatcherOf } from '../../testing/riders.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const setting = await staffApp()
const { t, make, staff } = setting
const desk = dispatcherOf(t, staff)
const settings = { upiId: 'kirana@okbank', upiPerRider: 50_000 }

/** Bags of ₹200 each, of one customer. */
async function bags(count: number) {
  await make.unlimitedOrders()
  const customer = await make.aCustomer()
  const rice = await make.aProduct({ variants: [{ sellingPrice: 20_000 }] })
  const ids: string[] = []
  while (ids.length < count) ids.push((await aBag(setting, { customer, items: [rice.item()] }))._id)
  return ids as [string, string, string, string]
}
const outcomes = async (riderId: string, ...ids: string[]) =>
  (await desk.assign(riderId, ...ids)).data.results.map(({ message }) => message)
const shown = async () => (await desk.get()).riders.map(({ unverifiedUpi }) => unverifiedUpi)

const refusal = (unverified: string, limit: string) =>
  `Kiran has ${unverified} of UPI payments that are not verified, and the limit is ${limit}. Verify them in Cash first`

test('a rider with too much in unverified UPI payments gets no bag with a bill until they are verified', async () => {
  await t.db.update(company).set(settings)
  const [first, second, third, fourth] = await bags(4)
  const rider = await aRider(t)
  // Bills to collect do not count: the cash limit bounds them.
  expect(await outcomes(rider.id, first, second, third)).toEqual(['', '', ''])
  await rider.start(first, second, third)
  await rider.deliver({ orderId: first, paidBy: 'upi', utr: '000000000001' })
  await rider.deliver({ orderId: second, paidBy: 'upi', utr: '000000000002' })
  await rider.deliver({ orderId: third, paidBy: 'upi', utr: '000000000003' })
  expect(await rider.me()).toMatchObject({ cash: 0 })
  expect(await shown()).toEqual([600])
  expect(await outcomes(rider.id, fourth)).toEqual([refusal('₹600.00', '₹500.00')])
  const superadmin = { username: 'superadmin', generated: null, isNew: false }
  expect((await startNotices(t.db, t.context.config, superadmin)).at(-1)).toMatch(
    /^These riders get no bags with a bill, because .+ the limit of ₹500\.00: Kiran \(₹600\.00\)\. Import/,
  )
  // The limit counts for each rider alone.
  const meera = await aRider(t, { name: 'Meera' })
  expect(await outcomes(meera.id, fourth)).toEqual([''])
  await desk.takeBack(fourth)

  await t.call(api.upi.verify, { body: { orderId: first, verified: true } }, staff)
  expect(await shown()).toEqual([400, 0])
  expect((await startNotices(t.db, t.context.config, superadmin)).join('\n')).not.toContain('Kiran ')
  expect(await outcomes(rider.id, fourth)).toEqual([''])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a bag without a bill is assigned whatever is unverified, and such a rider stays on the screen', async () => {
  await t.db.update(company).set(settings)
  const customer = await make.aCustomer({ money: 50_000 })
  const rice = await make.aProduct({ variants: [{ sellingPrice: 20_000 }] })
  const bag = (payment: 'cod' | 'wallet') => aBag(setting, { customer, items: [rice.item()], payment })
  const rider = await aRider(t)
  const [paid, bill] = [await bag('wallet'), await bag('cod')]
  await desk.assign(rider.id, bill._id)
  await rider.start(bill._id)
  await rider.deliver({ orderId: bill._id, paidBy: 'upi', utr: '000000000003' })
  await t.db.update(company).set({ upiPerRider: 20_000 })
  expect(await outcomes(rider.id, paid._id)).toEqual([''])
  await rider.start(paid._id)
  await rider.deliver({ orderId: paid._id, paidBy: 'none' })
  await t.db.update(riders).set({ isActive: false })
  expect(await desk.get()).toMatchObject({
    riders: [{ isActive: false, drops: 0, cash: 0, unverifiedUpi: 200 }],
  })
})

test('the limit cannot be 0: no rider would get a bill', async () => {
  const owner = await t.signIn.superadmin()
  const edit = (upiPerRider: number) => t.call(api.company.edit, { body: { upiPerRider } }, owner)
  expect(await edit(0)).toMatchObject({
    status: 400,
    message: 'Amount must be above 0, up to 10,00,000, with at most 2 decimals',
  })
  expect((await edit(0.01)).status).toBe(200)
})
