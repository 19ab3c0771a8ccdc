import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { approvalIn, approvingApp } from '../../testing/approving.ts'
import { home } from '../../testing/factories.ts'
import { withHeaders } from '../../testing/app.ts'
import { aBag, aRider, dispatcherOf } from '../../testing/riders.ts'
import { rowsWith } from '../../testing/records/rows-with.ts'

const store = await approvingApp()
const { t, make, asha, give, refuse, approve, pay, aWithdrawal, inOrder } = store

const PHONE = '+919811122334'
const TEXT = 'said Ravi Kumar of Shanti Niwas'
const address = { ...home, fullName: 'Ravi Kumar', phone: PHONE }

/** A text about the customer in every place where staff or riders type one, and in messages to an earlier phone. */
async function textsAbout(customer: Awaited<ReturnType<typeof make.aCustomer>>) {
  const desk = dispatcherOf(t, asha)
  const rider = await aRider(t)
  await t.db.update(company).set({ doorCodeRequired: true })
  const packed = () => aBag({ t, make, staff: asha }, { customer, address })
  const [delivered, failed] = [await packed(), await packed()]
  await desk.assign(rider.id, delivered._id, failed._id)
  await rider.start(delivered._id, failed._id)
  await rider.deliver({ orderId: delivered._id, override: TEXT })
  await rider.fail(failed._id, TEXT)
  await desk.takeBack(failed._id)
  const params = { orderId: failed._id, status: 'Canceled' } as const
  await t.call(api.orders.changeStatus, { params, query: { reason: TEXT } }, asha)

  const lines = JSON.stringify([{ line: 1, pieces: 1 }])
  const claimed = { orderId: delivered._id, lines, reason: 'missing' } as const
  const { data: claim } = await t.call(api.storeClaims.add, { body: claimed }, customer)
  await t.call(api.claims.refuse, { body: { claimId: claim._id, reason: TEXT } }, asha)

  await refuse(approvalIn(await give(customer.id, 1_001)), TEXT)
  const { _id } = await aWithdrawal(50, customer)
  await approve(approvalIn(await pay(_id, { files: [], reason: TEXT })))

  for (const fcmToken of ['first', 'second']) {
    await t.call(api.storeMe.edit, { body: { fcmToken } }, customer)
    await t.call(api.notifications.sendToUser, { body: { fcmToken, title: TEXT, body: TEXT } }, asha)
  }
  const placed = { userId: customer.id, address, payment: 'cod' as const, expectedTotal: 50 }
  const body = { ...placed, items: [(await make.aProduct()).item()] }
  const as = withHeaders(asha, { 'idempotency-key': randomUUID() })
  const { data: order } = await t.call(api.staffOrders.place, { body }, as)
  await desk.set((order as { _id: string })._id, 'Canceled')

  await store.later('2026-11-22T13:00:00+05:30')
  const late = { ...claimed, userId: customer.id, note: '', lateReason: TEXT }
  const { data: opened } = await t.call(api.claims.add, { body: late }, asha)
  await t.call(api.claims.refuse, { body: { claimId: opened._id, reason: TEXT } }, asha)
}

test('an erasure replaces what staff and riders wrote about the customer, and keeps the books', async () => {
  await make.unlimitedOrders()
  const ravi = await make.aCustomer({ phone: PHONE, fullName: 'Ravi Kumar', money: 5_000 })
  const other = await make.aCustomer({ phone: '+919811100000', fullName: 'Meera Nair', money: 5_000 })
  await textsAbout(ravi)
  const tablesWith = async () => [...new Set((await rowsWith(t.db, TEXT)).map(({ name }) => name))].toSorted()
  const places = await tablesWith()
  expect(places).toEqual([
    'approvals',
    'audit_rows',
    'claims',
    'drops',
    'order_history',
    'push_messages',
    'transactions',
  ])
  expect(await rowsWith(t.db, PHONE)).toContainEqual({ name: 'idempotency_keys', row: expect.anything() })
  await inOrder()

  // Another customer's texts stay.
  await store.later('2026-11-23T13:00:00+05:30')
  const { data } = await give(other.id, 1_001)
  await refuse(approvalIn({ data }), 'too much for Meera')

  const erasing = { userId: ravi.id, lastDigits: '2334', reason: 'Asked by mail' }
  expect((await t.call(api.users.erase, { body: erasing }, asha)).status).toBe(200)
  for (const trace of [TEXT, 'Shanti', 'Ravi Kumar', PHONE])
    expect(await rowsWith(t.db, trace), trace).toEqual([])
  expect(await rowsWith(t.db, 'too much for Meera')).not.toEqual([])
  // The reason becomes 'Erased' instead of '', because a delivery with a reason counts as failed.
  const { rows } = await t.db.execute(sql`SELECT fail_reason, override FROM drops ORDER BY fail_reason`)
  expect(rows).toEqual([
    { fail_reason: '', override: 'Erased' },
    { fail_reason: 'Erased', override: '' },
  ])
  const claims = await t.db.execute(sql`SELECT reason, late_reason, refused_reason FROM claims ORDER BY id`)
  expect(claims.rows).toEqual([
    { reason: 'missing', late_reason: '', refused_reason: 'Erased' },
    { reason: 'missing', late_reason: 'Erased', refused_reason: 'Erased' },
  ])
  await inOrder()
})

test('the history of an order changes in no other way', async () => {
  const { _id } = await make.anOrder()
  const params = { orderId: _id, status: 'Canceled' } as const
  await t.call(api.orders.changeStatus, { params, query: { reason: 'No stock' } }, asha)
  const changes = [
    `reason = 'Sold out'`,
    `reason = ''`,
    `reason = 'Erased', by = 'Ravi'`,
    `reason = 'Erased' WHERE reason = ''`,
  ]
  for (const change of changes)
    await expect(t.db.execute(sql.raw(`UPDATE order_history SET ${change}`))).rejects.toMatchObject({
      cause: { message: 'order_history is append-only' },
    })
})
