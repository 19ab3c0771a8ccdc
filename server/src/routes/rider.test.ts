import { api } from '@kirana/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hashPassword } from '../services/people/passwords.ts'
import { auditRows } from '../tables/journal.ts'
import { riders } from '../tables/riders.ts'
import { aRider } from '../testing/riders.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, staff } = await staffApp()

const add = (fields: { pin?: string | null; phone?: string; name?: string } = {}) =>
  t.call(
    api.riders.add,
    { body: { name: 'Kiran', phone: '9700000001', isActive: true, cashLimit: 5000, ...fields } },
    staff,
  )
const edit = (riderId: string, fields: { pin?: string | null; phone?: string; isActive?: boolean } = {}) =>
  t.call(
    api.riders.edit,
    { body: { riderId, name: 'Kiran', phone: '9700000001', isActive: true, cashLimit: 5000, ...fields } },
    staff,
  )
const login = (secret: { pin?: string; code?: string }, phone = '9700000001') =>
  t.call(api.rider.login, { body: { phone, ...secret } })
const sendCode = (phone = '9700000001') => t.call(api.rider.sendCode, { body: { phone } })
/** Requests a code, which is sent after the response. */
async function sentCode() {
  t.codes.clear()
  await sendCode()
  await expect.poll(() => t.codes.get('+919700000001')).toMatch(/^\d{6}$/)
  return t.codes.get('+919700000001') ?? ''
}

/** Signs in and returns the cookie. */
async function cookieOf(secret: { pin?: string; code?: string }) {
  const { status, headers } = await login(secret)
  expect(status).toBe(200)
  const [cookie = ''] = [headers['set-cookie']].flat()
  return { headers: { cookie: cookie.split(';')[0] ?? '' } }
}
const me = async (as: { headers: Record<string, string> }) => (await t.call(api.rider.me, {}, as)).status

test('a rider is added, with a phone of their own', async () => {
  const { data } = await add({ pin: '123456' })
  expect(data).toMatchObject({ name: 'Kiran', phone: '+919700000001', cashLimit: 5000, hasPin: true })
  expect((await add({ name: 'Other' })).status).toBe(409)
  for (const pin of ['', '12345', '1234567', '12345a', '１２３４５６', '12 456'])
    expect(await add({ phone: '9700000002', pin })).toMatchObject({
      status: 400,
      message: 'A PIN has 6 digits',
    })
  expect((await t.call(api.riders.list, {}, staff)).data).toEqual([data])
})

test('signs in with the PIN, and the cookie is one of riders alone', async () => {
  await add({ pin: '123456' })
  expect((await login({ pin: '654321' })).status).toBe(401)
  expect((await login({})).status).toBe(400)
  const as = await cookieOf({ pin: '123456' })
  expect(as.headers.cookie).toMatch(/^kirana_rider=/)
  expect(await me(as)).toBe(200)
  expect((await t.call(api.dispatch.get, {}, as)).status).toBe(401)
  expect((await t.call(api.rider.me, {}, staff)).status).toBe(401)
  await t.call(api.rider.logout, {}, as)
  expect(await me(as)).toBe(401)
})

test('signs in with a one-time code, which is not a customer’s', async () => {
  await add()
  const code = await sentCode()
  const asCustomer = await t.call(api.storeSession.signIn, { body: { phone: '9700000001', code } })
  expect(asCustomer.status).toBe(401)
  expect(await me(await cookieOf({ code }))).toBe(200)
  // A code is good for one sign-in.
  expect((await login({ code })).status).toBe(401)
  await t.call(api.storeSession.sendCode, { body: { phone: '9700000001' } })
  const customers = t.codes.get('+919700000001') ?? ''
  expect((await login({ code: customers })).status).toBe(401)
})

test('every phone gets the same answer to the request for a code', async () => {
  await add()
  const [known, unknown] = [await sendCode(), await sendCode('9700000009')]
  expect([unknown.status, unknown.raw]).toEqual([known.status, known.raw])
  expect(t.codes.has('+919700000009')).toBe(false)
})

test('wrong PINs are slowed down', async () => {
  await add({ pin: '123456' })
  const statuses = []
  for (let i = 0; i < 7; i++) statuses.push((await login({ pin: '000000' })).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
})

test('a new phone or PIN, and disabling, end the sessions at once', async () => {
  const { data } = await add({ pin: '123456' })
  for (const change of [{ pin: '222222' }, { phone: '9700000005' }, { pin: null }, { isActive: false }]) {
    await t.db
      .update(riders)
      .set({ phone: '+919700000001', isActive: true, pinHash: await hashPassword('123456') })
      .where(eq(riders.id, data._id))
    const as = await cookieOf({ pin: '123456' })
    await edit(data._id, change)
    expect(await me(as)).toBe(401)
  }
  const { status } = await login({ pin: '123456' })
  expect(status).toBe(401)
})

test('without a PIN a rider signs in with a code alone', async () => {
  const { data } = await add({ pin: '123456' })
  expect((await edit(data._id, { pin: null })).data).toMatchObject({ hasPin: false })
  expect((await login({ pin: '123456' })).status).toBe(401)
  expect(await me(await cookieOf({ code: await sentCode() }))).toBe(200)
})

test('a change of the limit alone keeps the session; it ends after 12 hours', async () => {
  const rider = await aRider(t, { phone: '+919700000001' })
  await edit(rider.id)
  t.clock.pass(11 * 60 + 59)
  expect(await me(rider.as)).toBe(200)
  t.clock.pass(2)
  expect(await me(rider.as)).toBe(401)
})

test('the audit log has a PIN that replaces another one, without the PIN', async () => {
  const { data } = await add({ pin: '123456' })
  await edit(data._id, { pin: '222222' })
  const rows = await t.db.select().from(auditRows).where(eq(auditRows.call, 'riders.edit'))
  expect(rows).toMatchObject([{ object: data._id, before: { newPin: false }, after: { newPin: true } }])
  expect(JSON.stringify(rows)).not.toContain('222222')
  const owner = await t.signIn.superadmin()
  const { data: log } = await t.call(api.audit.list, { params: { page: 1 }, query: {} }, owner)
  const changed = log.rows.find(
    ({ person, parts }) => person === 'Asha' && parts.some(({ text }) => /changed|edited/.test(text)),
  )
  expect(JSON.stringify(changed)).toContain('PIN')
})

test('a stale edit names who edited the rider, not a sign-in of the rider since', async () => {
  const { data } = await add({ pin: '123456' })
  await edit(data._id, { phone: '9700000006' })
  t.clock.pass(5)
  expect((await login({ pin: '123456' }, '9700000006')).status).toBe(200)
  const body = {
    riderId: data._id,
    name: 'Ravi',
    phone: '9700000006',
    isActive: true,
    cashLimit: 5000,
    version: 1,
  }
  expect(await t.call(api.riders.edit, { body }, staff)).toMatchObject({
    status: 409,
    code: 'stale',
    data: { by: 'Asha' },
  })
})
