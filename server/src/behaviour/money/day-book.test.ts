import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { onlineApp } from '../../testing/payments/online.ts'
import { refundsIn } from '../../testing/payments/refunds.ts'
import { pickOneShort } from '../../testing/picking.ts'

/** The day book: the money received and paid, by method, on the day on which it moved. */

const o = await onlineApp()
const { t, make, run, deliver } = o
const { paid, inDashboard, claimPiece, refundPiece } = refundsIn(o)
afterAll(o.stop)
beforeEach(o.reset)

const book = async (from = '2026-11-21', to = '2026-11-25') => {
  const { data } = await t.call(api.reports.dayBook, { query: { from, to } }, await t.signIn.staff())
  return data.map(({ day, method, collected, refunded, net }) => [
    day.slice(-2),
    method,
    collected,
    refunded,
    net,
  ])
}
const at = (day: number, time = '10:00:00') => t.clock.set(`2026-11-${day}T${time}+05:30`)
async function set(orderId: string, status: DeliveryStatusName, query: { cash?: 'collected' } = {}) {
  const staff = await t.signIn.staff()
  const answer = await t.call(api.orders.changeStatus, { params: { orderId, status }, query }, staff)
  expect(answer.status).toBe(200)
}
const anOrder = async (payment: 'cod' | 'wallet', money = 0) => {
  const customer = await make.aCustomer({ money })
  return (await make.anOrder({ items: [(await make.aProduct()).item(2)], customer, payment }))._id
}

test('cash is collected on the day of Delivered, and reversed on the day of the correction', async () => {
  const id = await anOrder('cod')
  expect(await book()).toEqual([])
  at(22)
  await set(id, 'Delivered')
  expect(await book()).toEqual([['22', 'cash', 100, 0, 100]])
  at(23)
  await set(id, 'Dispatched')
  at(24)
  await set(id, 'Delivered')
  expect(await book()).toEqual([
    ['22', 'cash', 100, 0, 100],
    ['23', 'cash', -100, 0, -100],
    ['24', 'cash', 100, 0, 100],
  ])
})

test('a day keeps its cash when the order is picked again with fewer items', async () => {
  const id = await anOrder('cod')
  at(22)
  await set(id, 'Delivered')
  at(23)
  await set(id, 'Confirmed')
  expect(await pickOneShort(t, await t.signIn.staff(), id)).toBe(200)
  await set(id, 'Delivered')
  expect(await book()).toEqual([
    ['22', 'cash', 100, 0, 100],
    ['23', 'cash', -50, 0, -50],
  ])
})

test('collected cash that is refunded goes from the wallet, and is not collected twice', async () => {
  const id = await anOrder('cod')
  await set(id, 'Delivered')
  at(22)
  await set(id, 'Canceled', { cash: 'collected' })
  at(23)
  await set(id, 'Confirmed')
  at(24)
  await set(id, 'Delivered')
  await set(id, 'Dispatched')
  expect(await book()).toEqual([
    ['21', 'cash', 100, 0, 100],
    ['22', 'wallet', 0, 100, -100],
    ['23', 'wallet', 100, 0, 100],
  ])
})

test('canceling an order without its cash reverses the collection', async () => {
  const id = await anOrder('cod')
  await set(id, 'Delivered')
  at(22)
  await set(id, 'Canceled')
  expect(await book()).toEqual([
    ['21', 'cash', 100, 0, 100],
    ['22', 'cash', -100, 0, -100],
  ])
})

test('a wallet pays on the day of the order, and is refunded on the day of its cancelation', async () => {
  const id = await anOrder('wallet', 10_000)
  at(22, '00:00:00')
  await set(id, 'Canceled')
  expect(await book()).toEqual([
    ['21', 'wallet', 100, 0, 100],
    ['22', 'wallet', 0, 100, -100],
  ])
})

test('online money counts by its instrument, refunds on the day that they are made', async () => {
  const { id, payment } = await paid()
  at(22, '23:59:59')
  await inDashboard(payment.id, 3_000)
  at(23, '00:00:00')
  await set(id, 'Canceled')
  await run()
  await deliver()
  expect(await book()).toEqual([
    ['21', 'upi', 100, 0, 100],
    ['22', 'upi', 0, 30, -30],
    ['23', 'upi', 0, 70, -70],
  ])
})

test('the refund of a claim counts on its own day, to the wallet or to the source', async () => {
  const first = await paid()
  const second = await paid()
  for (const { id } of [first, second]) await set(id, 'Delivered')
  const [toWallet, toSource] = [
    await claimPiece(first.id, first.customer),
    await claimPiece(second.id, second.customer),
  ]
  at(22)
  await refundPiece(toWallet, 'wallet')
  await refundPiece(toSource, 'source')
  await run()
  await deliver()
  expect(await book()).toEqual([
    ['21', 'upi', 200, 0, 200],
    ['22', 'upi', 0, 50, -50],
    ['22', 'wallet', 0, 50, -50],
  ])
})

test('fees count once the provider names them, and are marked as unknown until then', async () => {
  await paid()
  const day = async () =>
    (
      await t.call(
        api.reports.dayBook,
        { query: { from: '2026-11-21', to: '2026-11-21' } },
        await t.signIn.staff(),
      )
    ).data
  expect(await day()).toMatchObject([{ fees: 0, net: 100, areFeesKnown: false }])
  await t.db.execute(sql`UPDATE payments SET fee = 236`)
  expect(await day()).toMatchObject([{ fees: 2.36, net: 97.64, areFeesKnown: true }])
  const { raw } = await t.call(
    api.reports.exportDayBook,
    { query: { from: '2026-11-21', to: '2026-11-21' } },
    await t.signIn.superadmin(),
  )
  expect(raw.replace(/^\uFEFF/, '').split('\r\n')).toEqual([
    'Day,Method,Collected,Refunded,Fees,Net,Fees known',
    '2026-11-21,UPI,100,0,2.36,97.64,Yes',
    '',
  ])
})

test('requires the permission for reports, and days in order', async () => {
  const query = { from: '2026-11-22', to: '2026-11-21' }
  expect((await t.call(api.reports.dayBook, { query }, await t.signIn.staff())).status).toBe(400)
  const some = { query: { from: '2026-11-21', to: '2026-11-21' } }
  expect((await t.call(api.reports.dayBook, some, { headers: {} })).status).toBe(401)
})
