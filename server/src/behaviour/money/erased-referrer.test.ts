import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { interleave } from '../../testing/races/interleave.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const { t, make, staff } = await staffApp()
beforeEach(async () => {
  await make.aPincode()
  await t.db.update(company).set({ referralDiscount: 500, pointsPerReferral: 30 })
})

const change = (orderId: string, status: DeliveryStatusName) =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, staff)
const walk = async (orderId: string, ...statuses: DeliveryStatusName[]) => {
  for (const status of statuses) expect(await change(orderId, status)).toMatchObject({ status: 200 })
}

async function anInvitedOrder() {
  const friend = await make.aCustomer({ phone: '+919811152334' })
  const order = await make.anOrder({ referCode: friend.user.referCode })
  return { id: order._id, friend }
}
const erase = (userId: string) =>
  t.call(api.users.erase, { body: { userId, lastDigits: '2334', reason: 'Asked by mail' } }, staff)
const coinsOf = async (userId: string) => {
  const { rows } = await t.db.execute(sql`SELECT coins::int AS coins FROM wallets WHERE user_id = ${userId}`)
  return rows[0]?.['coins']
}

test('an erased referrer is granted no coins, and the order is delivered all the same', async () => {
  const { id, friend } = await anInvitedOrder()
  expect((await erase(friend.id)).status).toBe(200)
  for (const again of ['Dispatched', 'Canceled', 'Confirmed'] as const) {
    await walk(id, 'Delivered')
    expect(await coinsOf(friend.id)).toBe(0)
    expect(await findInvariantViolations(t.db)).toEqual([])
    await walk(id, again)
    expect(await findInvariantViolations(t.db)).toEqual([])
  }
})

test('coins granted before the erasure are taken back and not granted again', async () => {
  const { id, friend } = await anInvitedOrder()
  await walk(id, 'Delivered')
  expect(await coinsOf(friend.id)).toBe(30)
  expect((await erase(friend.id)).status).toBe(200)
  for (const status of ['Dispatched', 'Delivered', 'Canceled'] as const) {
    await walk(id, status)
    expect(await coinsOf(friend.id)).toBe(0)
    expect(await findInvariantViolations(t.db)).toEqual([])
  }
})

test('a delivery that waits for the erasure of the referrer grants nothing', async () => {
  const { id, friend } = await anInvitedOrder()
  const [erased, delivered] = await interleave(
    t,
    () => erase(friend.id),
    () => change(id, 'Delivered'),
  )
  expect([erased.status, delivered.status, await coinsOf(friend.id)]).toEqual([200, 200, 0])
  expect(await findInvariantViolations(t.db)).toEqual([])
})
