import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { startSession } from '../request/sessions.ts'
import { riders } from '../tables/riders.ts'
import type { Credentials, TestApp } from './app.ts'
import type { factories } from './factories.ts'

type Delivery = Partial<Sent<typeof api.rider.deliver>['body']> & { orderId: string }

/** A rider with a session, and the calls of the phone; each action gets a new id unless one is given. */
export async function aRider(t: TestApp, fields: Partial<typeof riders.$inferInsert> = {}) {
  const phone = `+9197${String(Math.floor(Math.random() * 100_000_000)).padStart(8, '0')}`
  const [row] = await t.db
    .insert(riders)
    .values({ name: 'Kiran', phone, cashLimit: 1_000_000, ...fields })
    .returning()
  if (!row) throw new Error('No rider')
  const token = await startSession(t.db, 'rider', row.id, t.context.now())
  const as = { headers: { cookie: `kirana_rider=${token}` } }
  return {
    id: row.id,
    phone: row.phone,
    as,
    me: async () => (await t.call(api.rider.me, {}, as)).data,
    start: (...orders: string[]) => t.call(api.rider.start, { body: { orders } }, as),
    deliver: (delivery: Delivery) =>
      t.call(api.rider.deliver, { body: { actionId: randomUUID(), paidBy: 'cash', ...delivery } }, as),
    fail: (orderId: string, reason = 'Nobody at home', actionId: string = randomUUID()) =>
      t.call(api.rider.fail, { body: { orderId, actionId, reason } }, as),
  }
}
export type TestRider = Awaited<ReturnType<typeof aRider>>

/** The calls of a dispatcher and of staff who count cash. */
export const dispatcherOf = (t: TestApp, who: Credentials) => ({
  get: async () => (await t.call(api.dispatch.get, {}, who)).data,
  assign: (riderId: string, ...orders: string[]) =>
    t.call(api.dispatch.assign, { body: { riderId, orders } }, who),
  takeBack: (orderId: string) => t.call(api.dispatch.takeBack, { body: { orderId } }, who),
  set: (orderId: string, status: DeliveryStatusName, query: { cash?: 'collected' } = {}) =>
    t.call(api.orders.changeStatus, { params: { orderId, status }, query }, who),
  count: (
    riderId: string,
    expected: number,
    counted: Record<string, number>,
    actionId: string = randomUUID(),
  ) => t.call(api.cash.deposit, { body: { riderId, expected, counted, actionId } }, who),
  book: async () => (await t.call(api.cash.get, {}, who)).data,
  bank: (amount: number, more: { date?: string; actionId?: string } = {}) =>
    t.call(api.cash.bank, { body: { amount, reference: 'SLIP 7', actionId: randomUUID(), ...more } }, who),
})

/** A packed order of ₹60 a piece, without charges. */
export async function aBag(
  { t, make, staff }: { t: TestApp; make: ReturnType<typeof factories>; staff: Credentials },
  ordered: Parameters<ReturnType<typeof factories>['anOrder']>[0] = {},
) {
  const order = await make.anOrder(ordered)
  await dispatcherOf(t, staff).set(order._id, 'Prepeared')
  return order
}
