import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { creditNotes } from '../../tables/invoices.ts'
import { testApp } from '../../testing/app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { factories } from '../../testing/factories.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

let staff: Awaited<ReturnType<typeof t.signIn.staff>>
/** Times by the machine's clock and by the app's; sessions are younger than that. */
async function itIs(moment: string) {
  vi.setSystemTime(new Date(moment))
  t.clock.set(moment)
  staff = await t.signIn.staff()
}

test('setting the clock back an hour over midnight at the end of the financial year breaks nothing', async () => {
  await itIs('2027-03-31T23:30:00+05:30')
  await make.aPincode()
  const rice = await make.aProduct({ loyaltyCoins: 2 })
  const customer = await make.aCustomer()
  const coupon = await make.aCoupon({ expireAt: new Date('2027-03-31T23:45:00+05:30') })
  const order = (couponName?: string) =>
    make.anOrder({ customer, items: [rice.item(2)], ...(couponName && { coupon: couponName }) })
  const deliver = (orderId: string) =>
    t.call(api.orders.changeStatus, { params: { orderId, status: 'Delivered' }, query: {} }, staff)
  const today = async () => (await t.call(api.dashboard.get, {}, staff)).data.todayOrder

  const before = await order()
  await itIs('2027-04-01T00:10:00+05:30')
  const ahead = await order()
  await deliver(ahead._id)
  expect(await today()).toBe(1)
  await expect(order(coupon.name)).rejects.toThrow('expired')

  await itIs('2027-03-31T23:10:00+05:30')
  expect(await today()).toBe(1)
  const after = await order(coupon.name)
  expect(await today()).toBe(2)
  await deliver(after._id)
  await deliver(before._id)

  const listed = await t.call(
    api.orders.list,
    { params: { page: 1 }, query: { keywords: '', search: '' } },
    staff,
  )
  expect(listed.data.data.map(({ _id }) => _id)).toEqual([after._id, ahead._id, before._id])
  const { rows } = await t.db.execute<{ numbers: Record<string, string> }>(
    sql`SELECT json_object_agg(order_id, year || '/' || number) AS numbers FROM invoices`,
  )
  expect(rows[0]?.numbers).toEqual({
    [ahead._id]: '27-28/1',
    [after._id]: '26-27/1',
    [before._id]: '26-27/2',
  })
  const history = (await t.call(api.orders.get, { params: { orderId: before._id } }, staff)).data[0]?.history
  expect(history?.map(({ to }) => to)).toEqual(['Confirmed', 'Delivered'])

  // A credit note is not dated before its invoice.
  const cancel = { params: { orderId: ahead._id, status: 'Canceled' }, query: { cash: 'collected' } } as const
  expect((await t.call(api.orders.changeStatus, cancel, staff)).status).toBe(200)
  const notes = await t.db.select({ year: creditNotes.year, at: creditNotes.issuedAt }).from(creditNotes)
  expect(notes).toEqual([{ year: '27-28', at: new Date('2027-04-01T00:10:00+05:30') }])
  expect(await findInvariantViolations(t.db)).toEqual([])
})
