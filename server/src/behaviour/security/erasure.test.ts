import { api } from '@kirana/contract'
import { refundStates } from '@kirana/domain/payment'
import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditRows } from '../../tables/journal.ts'
import { manualOrders } from '../../tables/manual-orders.ts'
import { privacyAcceptances, users } from '../../tables/users.ts'
import { type Credentials, testApp, withHeaders } from '../../testing/app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { factories, home } from '../../testing/factories.ts'
import { interleave } from '../../testing/races/interleave.ts'
import { photo } from '../../testing/files/pictures.ts'
import { pickerOf } from '../../testing/picking.ts'
import { rowsWith } from '../../testing/records/rows-with.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

const PHONE = '+919811122334'
let staff: Credentials
beforeEach(async () => {
  await t.database.reset()
  t.clock.set('2026-11-21T13:00:00+05:30')
  staff = await t.signIn.staff()
})

type Customer = Awaited<ReturnType<typeof make.aCustomer>>
const aPerson = (more: Parameters<typeof make.aCustomer>[0] = {}) =>
  make.aCustomer({ phone: PHONE, fullName: 'Ravi Kumar', ...more })
const erase = (userId: string, more: { lastDigits?: string; reason?: string } = {}) =>
  t.call(api.users.erase, { body: { userId, lastDigits: '2334', reason: 'Asked by mail', ...more } }, staff)
const exported = async (userId: string) => {
  const answer = await t.call(api.users.export, { params: { userId } }, staff)
  return { ...answer, data: JSON.parse(answer.raw) as Record<string, unknown> }
}
const setStatus = (orderId: string, status: 'Delivered' | 'Canceled' | 'Confirmed') =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, staff)
const write = (msg: string) =>
  t.call(api.storeContact.add, {
    body: { name: 'Ravi Kumar', email: 'ravi@home.example', phone: PHONE, msg },
  })
const address = {
  ...home,
  fullName: 'Ravi Kumar',
  phone: PHONE,
  houseNo: '12 Shanti Niwas',
  landmark: 'Temple',
}

/** A customer with something of every kind, all of it finished. */
async function aLife() {
  const ravi = await aPerson({ money: 5_000 })
  await t.call(
    api.storeMe.edit,
    { body: { email: 'ravi@home.example', gender: 'Male', fcmToken: 'token-of-ravi', addresses: [address] } },
    ravi,
  )
  const delivered = await make.anOrder({ customer: ravi, address })
  await setStatus(delivered._id, 'Delivered')
  const canceled = await make.anOrder({ customer: ravi, address })
  // Picked in part, so that the items of the canceled order must be put back.
  await pickerOf(t, staff).claim(canceled._id)
  await pickerOf(t, staff).line({ orderId: canceled._id, line: 1, found: 1 })
  await t.call(api.storeOrders.cancel, { params: { id: canceled._id } }, ravi)
  for (const isPrescription of [false, true])
    await t.call(api.storeManualOrders.add, { body: { isPrescription }, files: [await photo()] }, ravi)
  await t.db.update(manualOrders).set({ status: 'delivered' })
  await t.call(api.storeWallet.withdraw, { body: { amount: 50, upiId: 'ravi@upi' } }, ravi)
  const [asked] = (await t.call(api.withdrawals.list, {}, staff)).data
  const payout = { withdrawalId: asked?._id ?? '', reason: 'Paid at the counter' }
  await t.call(api.withdrawals.approve, { body: payout }, staff)
  await write('Where is the rice of Ravi Kumar?')
  return { ravi, delivered }
}

test('keeps the books and removes the person from all of them', async () => {
  const { ravi, delivered } = await aLife()
  const before = await t.call(api.orders.get, { params: { orderId: delivered._id } }, staff)
  expect(await rowsWith(t.db, 'Ravi Kumar')).not.toEqual([])
  expect(await erase(ravi.id)).toMatchObject({
    status: 200,
    message: 'Personal data erased successfully',
  })

  for (const trace of ['Ravi', '9811122334', 'ravi@', 'Shanti', 'Temple', 'MG Road', 'token-of-ravi'])
    expect(await rowsWith(t.db, trace), trace).toEqual([])
  const after = await t.call(api.orders.get, { params: { orderId: delivered._id } }, staff)
  const { totalPrice, products, order_id } = before.data[0] ?? {}
  expect(after.data[0]).toMatchObject({
    totalPrice,
    products,
    order_id,
    delivaryStatus: 'Delivered',
    user: { fullName: 'Erased customer' },
    address: { fullName: '', phone: '', houseNo: '', street: '', pincode: home.pincode, city: home.city },
  })
  expect((await t.call(api.invoices.get, { params: { id: delivered._id } }, staff)).status).toBe(200)
  const kept = await t.db.select().from(manualOrders)
  expect(kept.map(({ isPrescription }) => isPrescription)).toEqual([true])
  expect(await findInvariantViolations(t.db)).toEqual([])
  const [audited] = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1)
  expect(audited).toMatchObject({
    call: 'users.erase',
    object: ravi.id,
    person: 'Asha',
    after: { reason: 'Asked by mail' },
  })
})

test('ends the sessions, and the phone number can register again as another customer', async () => {
  const ravi = await aPerson()
  expect((await t.call(api.storeMe.get, {}, ravi)).status).toBe(200)
  await erase(ravi.id)
  expect((await t.call(api.storeMe.get, {}, ravi)).status).toBe(401)
  const again = await aPerson({ fullName: 'Ravi' })
  expect(again.id).not.toBe(ravi.id)
  expect((await t.call(api.storeMe.get, {}, again)).data).toMatchObject({ phone: PHONE, fullName: 'Ravi' })
  const list = await t.call(api.users.list, { params: { page: 1 }, query: {} }, staff)
  expect(list.data.data.map(({ fullName, isErased }) => [fullName, isErased])).toEqual([
    ['Ravi', false],
    ['Erased customer', true],
  ])
  expect(await erase(ravi.id)).toMatchObject({ status: 409, message: 'This customer is already erased' })
})

const unfinished: Record<string, [(ravi: Customer) => Promise<unknown>, string]> = {
  'an open order': [(customer) => make.anOrder({ customer }), '1 order is open'],
  'money in the wallet': [
    async ({ id }) => {
      await t.db.execute(sql`UPDATE wallets SET money = 2050 WHERE user_id = ${id}`)
    },
    'the wallet has ₹20.50',
  ],
  'a waiting photo order': [
    async (ravi) => {
      const files = [await photo()]
      await t.call(api.storeManualOrders.add, { body: {}, files }, ravi)
    },
    '1 photo order is waiting',
  ],
  'a refund on its way': [
    async (customer) => {
      const { _id } = await make.anOrder({ customer })
      await setStatus(_id, 'Canceled')
      await t.db
        .execute(sql`INSERT INTO payments (id, order_id, provider, checkout_id, payment_id, amount, state, day)
        VALUES (${_id}, ${_id}, 'razorpay', 'order_1', 'pay_1', 100, 'paid', '2026-11-21')`)
      await t.db.execute(sql`INSERT INTO refunds (id, payment, cause, amount, state, request_key, by)
        VALUES (${_id}, ${_id}, 'canceled', 100, ${refundStates[0]}, ${_id}, 'Ravi Kumar (customer)')`)
    },
    '1 refund is not done',
  ],
  'a pending withdrawal': [
    async ({ id: userId }) => {
      await t.db.execute(sql`INSERT INTO withdrawals (id, user_id, amount, upi_id)
        VALUES (gen_random_uuid(), ${userId}, 100, 'r@upi')`)
    },
    '1 withdrawal is not paid out',
  ],
}
test.each(Object.entries(unfinished))('refuses while there is %s', async (_, [prepare, reason]) => {
  const ravi = await aPerson()
  await prepare(ravi)
  expect(await erase(ravi.id)).toMatchObject({
    status: 422,
    code: 'unfinished',
    message: `This customer cannot be erased yet: ${reason}`,
  })
  expect((await t.call(api.storeMe.get, {}, ravi)).data.fullName).toBe('Ravi Kumar')
})

test('asks for the last digits and a reason; only staff may erase and export', async () => {
  const ravi = await aPerson()
  expect(await erase(ravi.id, { lastDigits: '2335' })).toMatchObject({
    status: 422,
    message: 'These are not the last four digits of the phone number',
  })
  for (const lastDigits of ['', '334', '12334', 'abcd'])
    expect(await erase(ravi.id, { lastDigits })).toMatchObject({
      status: 400,
      message: 'Enter the last four digits of the phone number',
    })
  expect(await erase(ravi.id, { reason: ' ' })).toMatchObject({ status: 400, message: 'Reason is required' })
  expect(await erase('01a1fd41-f2a3-769d-9900-17803f8126b3')).toMatchObject({ status: 404 })
  const body = { userId: ravi.id, lastDigits: '2334', reason: 'x' }
  for (const as of [ravi, await t.signIn.superadmin(), { headers: {} }]) {
    expect((await t.call(api.users.erase, { body }, as)).status).toBe(401)
    expect((await t.call(api.users.export, { params: { userId: ravi.id } }, as)).status).toBe(401)
  }
  expect((await t.call(api.storeMe.get, {}, ravi)).status).toBe(200)
})

test('an order and an erasure at the same time leave no order of an erased customer', async () => {
  if (t.database.engine !== 'server') return
  await make.aPincode()
  const ravi = await aPerson()
  const items = [(await make.aProduct()).item()]
  const order = () => make.tryOrder({ customer: ravi, items })
  const [erased, refused] = await interleave(t, () => erase(ravi.id), order)
  expect([erased.status, refused.status]).toEqual([200, 404])
  const meera = await make.aCustomer({ phone: '+919811152334', fullName: 'Meera' })
  const [placed, unfinished] = await interleave(
    t,
    () => make.tryOrder({ customer: meera, items }),
    () => erase(meera.id),
  )
  expect([placed.status, unfinished.status]).toEqual([200, 422])
})

test('exports everything about one customer as a file, and audits that', async () => {
  const { ravi } = await aLife()
  const credited = await make.anOrder({ customer: ravi, address })
  for (const status of ['Delivered', 'Canceled'] as const) await setStatus(credited._id, status)
  await make.anOrder({ address: { ...address, fullName: 'Somebody' } })
  const answer = await exported(ravi.id)
  expect(answer.status).toBe(200)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="customer-2026-11-21.json"')
  expect(answer.headers['cache-control']).toBe('private, no-store')
  expect(answer.data).toMatchObject({
    profile: {
      fullName: 'Ravi Kumar',
      phone: PHONE,
      email: 'ravi@home.example',
      addresses: [{ street: 'MG Road' }],
    },
    privacyNotices: [],
    orders: [
      { status: 'delivered', lines: [{ quantity: 1 }], invoices: [{ number: 1 }], payments: [] },
      { status: 'canceled', invoices: [] },
      { status: 'canceled', invoices: [{ number: 2, creditNotes: [{ number: 1 }] }] },
    ],
    photoOrders: [{ is_prescription: false }, { is_prescription: true }],
    withdrawals: [{ amount: 5000, upi_id: 'ravi@upi' }],
    messages: [{ message: 'Where is the rice of Ravi Kumar?' }],
    sessions: [{}],
    files: [{ type: 'image/webp' }, { type: 'image/webp' }],
  })
  const { files } = answer.data as { files: { base64: string }[] }
  for (const { base64 } of files)
    expect(Buffer.from(base64, 'base64').subarray(8, 12).toString()).toBe('WEBP')
  expect(answer.raw).not.toContain('Somebody')
  expect(answer.raw).not.toContain('token_hash')
  const [audited] = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1)
  expect(audited).toMatchObject({ call: 'users.export', object: ravi.id, person: 'Asha', role: 'staff' })
  expect((await t.call(api.users.export, { params: { userId: 'nobody' } }, staff)).status).toBe(404)
  expect((await t.statements(() => exported(ravi.id))).length).toBeLessThanOrEqual(1 + 3)
})

test('keeps which privacy notice was accepted and when, also after an erasure', async () => {
  const signIn = async (noticeVersion?: string) => {
    await t.call(api.storeSession.sendCode, { body: { phone: PHONE } })
    const code = t.codes.get(PHONE) ?? ''
    return t.call(api.storeSession.signIn, { body: { phone: PHONE, code, noticeVersion } })
  }
  const { data } = await signIn('2026-11')
  const userId = data.user._id
  t.clock.pass(5)
  await signIn('2026-11')
  await signIn()
  t.clock.pass(5)
  await signIn('2026-12')
  const acceptances = [
    { version: '2026-11', acceptedAt: '2026-11-21T07:30:00+00:00' },
    { version: '2026-12', acceptedAt: '2026-11-21T07:40:00+00:00' },
  ]
  expect((await exported(userId)).data['privacyNotices']).toEqual(acceptances)
  expect(await signIn('<b>')).toMatchObject({ status: 400, message: 'Notice version is not valid' })
  await erase(userId)
  expect(await t.db.$count(privacyAcceptances)).toBe(2)
  const [row] = await t.db.select().from(users).where(eq(users.id, userId))
  expect(row).toMatchObject({ phone: `erased-${row?.customerNumber}`, erasedAt: t.context.now() })
})

test('an answer stored for repeated requests does not return the address', async () => {
  await make.aPincode()
  const ravi = await aPerson()
  const body = { items: [(await make.aProduct()).item()], payment: 'cod' as const, address }
  const as = withHeaders(ravi, { 'idempotency-key': 'once' })
  const { data } = await t.call(api.storeOrders.place, { body }, as)
  await setStatus(data._id, 'Canceled')
  expect(await rowsWith(t.db, 'Shanti')).toHaveLength(2)
  await erase(ravi.id)
  expect(await rowsWith(t.db, 'Shanti')).toEqual([])
})
