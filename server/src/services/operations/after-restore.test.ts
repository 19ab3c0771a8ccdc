import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { Db } from '../../db/types.ts'
import { openStreams as openCount } from '../../http/event-stream.ts'
import { startSession } from '../../request/sessions.ts'
import { codeMessages } from '../../tables/code-messages.ts'
import { sessions } from '../../tables/people.ts'
import { pushMessages } from '../../tables/push-messages.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { migrations, testDatabase } from '../../testing/database.ts'
import { home } from '../../testing/factories.ts'
import { fileOf, photo } from '../../testing/files/pictures.ts'
import { pdf } from '../../testing/files/prepared-files.ts'
import { onServer } from '../../testing/on-server.ts'
import { onlineApp } from '../../testing/payments/online.ts'
import { interleave } from '../../testing/races/interleave.ts'
import { openStreams } from '../../testing/streams.ts'
import { expectDetected, findInvariantViolations } from '../../testing/violations.ts'
import { compareDay } from '../payments/compare.ts'
import { recordedAt } from '../payments/recorded.ts'
import { afterRestore } from './after-restore.ts'
import { missingFiles } from './missing-files.ts'
import { copyDatabase } from './restore.ts'

const o = await onlineApp()
const { t, make, razorpay } = o
const streams = openStreams(await t.app.listen({ host: '127.0.0.1', port: 0 }))
afterEach(() => streams.close())
afterAll(o.stop)

/** Every number that people outside may know, such as 'invoice 26-27/1'. */
async function numbersIn(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ number: string }>(sql`
    SELECT 'order ' || number AS number FROM orders
    UNION ALL SELECT 'customer ' || customer_number FROM users
    UNION ALL SELECT 'message ' || number FROM contact_messages
    UNION ALL SELECT 'claim ' || number FROM claims
    UNION ALL SELECT 'invoice ' || year || '/' || number FROM invoices
    UNION ALL SELECT 'credit note ' || year || '/' || number FROM credit_notes`)
  return rows.map(({ number }) => number)
}

type Shop = { app: TestApp; item: { productId: string; variantId: string; quantity: number } }

/** An hour of business: a new customer's delivered order with a claim, a canceled order, and a contact message. */
async function anHour({ app, item }: Shop, phone: string) {
  const staff = await app.signIn.staff()
  const customer = await app.signIn.customer(phone)
  const place = async () => {
    const headers = { ...customer.headers, 'idempotency-key': randomUUID() }
    const body = { items: [item], payment: 'cod' as const, address: home }
    const { status, message, data } = await app.call(api.storeOrders.place, { body }, { headers })
    if (status !== 200) throw new Error(`No order: ${message}`)
    return data._id
  }
  const change = async (orderId: string, status: 'Delivered' | 'Dispatched' | 'Canceled') =>
    expect(
      (await app.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, staff)).status,
    ).toBe(200)
  const delivered = await place()
  await change(delivered, 'Delivered')
  const lines = JSON.stringify([{ line: 1, pieces: 1 }])
  const claim = { body: { orderId: delivered, lines, reason: 'damaged' as const } }
  expect((await app.call(api.storeClaims.add, claim, customer)).status).toBe(200)
  const canceled = await place()
  await change(canceled, 'Dispatched')
  await change(canceled, 'Canceled')
  const message = { name: 'Meera', phone: '9800000002', msg: 'Where is my order?', email: '' }
  expect((await app.call(api.storeContact.add, { body: message })).status).toBe(200)
}

const documentsOf = async (app: TestApp) =>
  (await app.call(api.gst.month, { params: { month: '2026-11' } }, await app.signIn.staff())).data.documents
const series = (kind: 'invoice' | 'credit-note', name: string, last: number) => ({
  kind,
  from: `${kind === 'invoice' ? '' : 'CN'}${name}/0000001`,
  to: `${kind === 'invoice' ? '' : 'CN'}${name}/000000${last}`,
  total: last,
  canceled: 0,
})

test('no number that was issued after the restored moment is issued again', async () => {
  await o.reset()
  await make.aPincode()
  const item = (await make.aProduct()).item(1)
  await anHour({ app: t, item }, '+919810000001')
  // Copies the database at the moment to which it will be restored; the store continues.
  const database = await testDatabase()
  await copyDatabase(t.database, database, migrations)
  const known = new Set(await numbersIn(database.db))
  const since = async (db: Db) => (await numbersIn(db)).filter((number) => !known.has(number))
  for (const phone of ['+919810000002', '+919810000003']) await anHour({ app: t, item }, phone)
  const lost = await since(t.db)
  // Each hour: a customer, two orders, two invoices, a credit note, a claim and a message.
  expect(lost).toHaveLength(2 * 8)

  const restored = await testApp({ database, at: t.context.now().toISOString() })
  const {
    series: begun,
    next,
    restoredAt,
  } = await afterRestore(database, {
    provider: null,
    now: restored.context.now(),
  })
  expect(restoredAt).toEqual(t.context.now())
  expect(begun).toEqual({
    started: '26H8LO',
    ended: [
      { kind: 'creditNote', series: '26-27', last: 1 },
      { kind: 'invoice', series: '26-27', last: 2 },
      { kind: 'challan', series: '26-27', last: 0 },
    ],
  })
  await anHour({ app: restored, item }, '+919810000004')
  const again = await since(database.db)
  expect(again.filter((number) => lost.includes(number))).toEqual([])
  const told = [`order ${next.orders}`, `customer ${next.customers}`, `message ${next.messages}`]
  const expected = [...told, `claim ${next.claims}`, 'invoice 26H8LO/1', 'credit note 26H8LO/1']
  expect(again).toEqual(expect.arrayContaining(expected))

  // Repeated in the same minute: the series that was begun is ended, and may be empty.
  for (const started of ['26H8LP', '26H8LQ']) {
    const repeated = await afterRestore(database, { provider: null, now: restored.context.now() })
    expect(repeated.series.started).toBe(started)
  }
  await anHour({ app: restored, item }, '+919810000005')
  expect(await documentsOf(restored)).toEqual([
    series('invoice', '26-27', 2),
    series('invoice', '26H8LO', 2),
    series('invoice', '26H8LQ', 2),
    series('credit-note', '26-27', 1),
    series('credit-note', '26H8LO', 1),
    series('credit-note', '26H8LQ', 1),
  ])
  expect(await findInvariantViolations(database.db)).toEqual([])
  const gap = sql`DELETE FROM invoices WHERE year = '26-27' AND number = 1`
  await expectDetected(database, 'Invoice numbers are unique and have no gap', (tx) => tx.execute(gap))
  await restored.close()
})

onServer(() => {
  test('a document that waits for the command gets a number of the new series', async () => {
    await o.reset()
    const staff = await t.signIn.staff()
    const [first, second] = [await make.anOrder(), await make.anOrder()]
    const accept = ({ _id: orderId }: { _id: string }) =>
      t.call(api.orders.changeStatus, { params: { orderId, status: 'Prepeared' }, query: {} }, staff)
    await accept(first)
    const now = t.context.now()
    const [, { status }] = await interleave(
      t,
      () => afterRestore(t.context.database, { provider: null, now }),
      () => accept(second),
    )
    expect(status).toBe(200)
    const numbers = (await numbersIn(t.db)).filter((number) => number.startsWith('invoice'))
    expect(numbers.toSorted()).toEqual(['invoice 26-27/1', 'invoice 26H8LO/1'])
  })
})

test('streams are reset and then end with their sessions, and nothing that was open continues', async () => {
  await o.reset()
  // The process has noticed that the events of the previous test are gone.
  await t.context.live.poll()
  const staff = await t.signIn.staff()
  const owner = await t.signIn.superadmin()
  const customer = await t.signIn.customer('+919810000001')
  await startSession(t.db, 'rider', randomUUID(), t.context.now())
  const phone = '+919810000002'
  await t.call(api.storeSession.sendCode, { body: { phone } })
  const push = { title: 'Sale', body: 'Today', status: 'sending', reach: 3, by: 'Asha (staff)' } as const
  await t.db.insert(pushMessages).values({ audience: 'all', ...push })
  const at = t.context.now()
  await t.db.insert(codeMessages).values({
    purpose: 'sign-in',
    phone: '••••0003',
    recipient: '+919810000003',
    code: '123456',
    provider: 'http',
    channel: 'sms',
    state: 'asked',
    dueAt: at,
    giveUpAt: at,
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { received } = await streams.listen(staff.headers)
  await expect.poll(() => received.map(({ event }) => event)).toEqual(['ready'])

  const { ended } = await afterRestore(t.database, { provider: null, now: at })
  // Used sign-in codes stay in the table, so there are two.
  expect(ended).toEqual({ sessions: 4, devices: 1, codes: 2, pushes: 1 })
  await expect.poll(() => received.map(({ event }) => event), { timeout: 4_000 }).toEqual(['ready', 'reset'])
  expect(openCount()).toBe(1)
  vi.advanceTimersByTime(15_000)
  vi.useRealTimers()
  await expect.poll(openCount).toBe(0)

  const statuses = await Promise.all([
    t.call(api.staff.get, {}, staff),
    t.call(api.superadmin.get, {}, owner),
    t.call(api.storeWallet.get, {}, customer),
    t.call(api.storeSession.signIn, { body: { phone, code: t.codes.get(phone) ?? '' } }),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  expect(await t.db.$count(sessions)).toBe(0)
  expect(await t.db.$count(pushMessages, eq(pushMessages.status, 'sending'))).toBe(0)
  expect(await t.db.$count(codeMessages, eq(codeMessages.state, 'asked'))).toBe(0)
})

test('payments and refunds at the provider since the restored moment are recorded', async () => {
  await o.reset()
  const earlier = await o.paidOnline()
  for (let day = 0; day < 10; day++) {
    t.clock.pass(24 * 60)
    await o.run()
  }
  const { checkout, order } = await o.placeOnline()
  // The database is restored to this moment; webhooks of later events are not sent again.
  t.clock.pass(5)
  const payment = razorpay.pay(checkout.orderId)
  const lost = razorpay.pay('order_Lost')
  await o.refundElsewhere(earlier.payment.id, 1_000)
  razorpay.webhooks.length = 0
  const now = t.context.now()
  const failed = (error: unknown) => expect(error).toBeUndefined()
  const { provider } = t.context.payments
  if (!provider) throw new Error('No provider')
  await compareDay(t.database, provider, { now, failed })
  expect((await recordedAt(t.db, 'razorpay', now)).isDone).toBe(false)

  await afterRestore(t.database, { provider: 'razorpay', now })
  await compareDay(t.database, provider, { now, failed })
  expect(await recordedAt(t.db, 'razorpay', now)).toEqual({
    isDone: true,
    paid: [{ order: order.order_id, paymentId: payment.id, amount: payment.amount }],
    unmatched: [{ paymentId: lost.id, amount: 100, currency: 'INR' }],
    refunds: [{ order: earlier.order.order_id, paymentId: earlier.payment.id, amount: 1_000 }],
    faults: 0,
  })
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('names open withdrawals, and the customers whose files were removed since', async () => {
  await o.reset()
  const staff = await t.signIn.staff()
  const customer = await make.aCustomer({ money: 50_000, fullName: 'Meera Nair' })
  const withdraw = () =>
    t.call(api.storeWallet.withdraw, { body: { amount: 120.5, upiId: 'meera@upi' } }, customer)
  const { data } = await withdraw()
  const receipt = fileOf(Buffer.from(pdf), 'receipt.pdf', 'application/pdf')
  const sent = { body: { withdrawalId: data._id }, files: [receipt, await photo()] }
  expect((await t.call(api.withdrawals.approve, sent, staff)).status).toBe(200)
  await withdraw()
  const { withdrawals } = await afterRestore(t.database, { provider: null, now: t.context.now() })
  const { phone } = customer.user
  expect(withdrawals).toMatchObject([{ name: 'Meera Nair', phone, amount: 12_050, account: 'meera@upi' }])

  expect(await missingFiles(t.db, t.context.files)).toEqual({ customers: [], others: 0 })
  for await (const { key } of t.context.files.list()) await t.context.files.remove(key)
  await make.aPicture()
  expect(await missingFiles(t.db, t.context.files)).toEqual({
    customers: [{ name: 'Meera Nair', phone, files: 2 }],
    others: 1,
  })
})
