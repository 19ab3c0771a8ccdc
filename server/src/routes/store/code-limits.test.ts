import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { codeMessages } from '../../tables/code-messages.ts'
import { company } from '../../tables/company.ts'
import { auditRows } from '../../tables/journal.ts'
import { testApp } from '../../testing/app.ts'
import { aRider } from '../../testing/riders.ts'
import { endSessionsOf } from '../../request/sessions.ts'

const t = await testApp({ config: { trustProxy: 'on' } })
afterAll(t.close)
beforeEach(async () => {
  await t.database.reset()
  t.clock.set('2026-11-21T13:00:00+05:30')
  t.codes.clear()
})

/** A household (/64) of a network (/48). */
const household = (network: number, n = 1) => ({
  headers: { 'x-forwarded-for': `2001:db8:${network.toString(16)}:${n.toString(16)}::1` },
})
const ask = (phone: string, from = household(1), device?: string) =>
  t.call(api.storeSession.sendCode, { body: { phone, ...(device && { device }) } }, from)
const enter = (phone: string, code = t.codes.get(phone) ?? '', from = household(1), device?: string) =>
  t.call(api.storeSession.signIn, { body: { phone, code, ...(device && { device }) } }, from)
/** A customer who has signed in once, from another network. */
async function aCustomer(phone: string) {
  await ask(phone, household(0xfff))
  const { data } = await enter(phone, undefined, household(0xfff))
  t.codes.clear()
  return { id: data.user._id, device: data.device }
}
const newCodes = () => t.db.$count(codeMessages)
const setMisses = (key: string, misses: number) =>
  t.db.execute(sql`UPDATE attempts SET misses = ${misses} WHERE key LIKE ${key}`)
const allow = (newNumberCodesPerDay: number) => t.db.update(company).set({ newNumberCodesPerDay })
/** Waits for a code: while only customers get codes, it is sent in the background. */
const received = (phone: string) =>
  expect.poll(() => t.codes.has(phone), { message: `a code for ${phone}` }).toBe(true)

const CUSTOMERS_ONLY = { status: 200, data: { customersOnly: true }, message: 'Code sent successfully' }
const wrong = (code = '') => (code === '000000' ? '111111' : '000000')

test('a range of numbers gets twenty codes, from whatever networks; customers among them get theirs', async () => {
  const customer = '+919876549999'
  await aCustomer(customer)
  const before = await newCodes()
  for (let n = 0; n < 30; n++) await ask(`+91987654${1000 + n}`, household(n, n))
  expect((await newCodes()) - before).toBe(20)
  t.codes.clear()
  const unknown = await ask('+919876542000', household(40))
  expect(unknown).toMatchObject(CUSTOMERS_ONLY)
  const known = await ask(customer, household(40))
  expect([known.status, known.raw]).toEqual([unknown.status, unknown.raw])
  await received(customer)
  expect([...t.codes.keys()]).toEqual([customer])
  expect((await enter(customer, undefined, household(40))).status).toBe(200)
  expect(await ask('+919876550001', household(40))).toMatchObject({ status: 200, data: {} })
  await received('+919876550001')
})

test('the count of a range does not depend on which numbers have an account', async () => {
  const numbers = Array.from({ length: 20 }, (_, n) => `+91987654${1000 + n}`)
  for (const phone of numbers.slice(0, 3)) await aCustomer(phone)
  for (const [n, phone] of numbers.entries()) expect((await ask(phone, household(n))).data).toEqual({})
  expect((await ask('+919876542000', household(50))).data).toEqual({ customersOnly: true })
})

test('ever-new /64s of one /48 are one network; customers in it get their codes', async () => {
  const customer = '+919811100009'
  await aCustomer(customer)
  await ask('+919811100001', household(1, 1))
  await setMisses('customer:send-network:%', 299)
  expect((await ask('+919822200001', household(1, 2))).data).toEqual({})
  t.codes.clear()
  expect(await ask('+919833300001', household(1, 3))).toMatchObject(CUSTOMERS_ONLY)
  expect(await ask(customer, household(1, 4))).toMatchObject(CUSTOMERS_ONLY)
  await received(customer)
  expect(t.codes.has('+919833300001')).toBe(false)
  expect((await ask('+919844400001', household(2, 1))).data).toEqual({})
})

test('a network waits for seconds after 3,000 requests, whatever the numbers; a known device does not', async () => {
  const customer = '+919811100009'
  const { device } = await aCustomer(customer)
  await ask('+919811100001', household(1, 1))
  await setMisses('customer:ask-network:%', 2_999)
  expect((await ask('+919822200001', household(1, 2))).status).toBe(200)
  const refused = await ask('+919833300001', household(1, 3))
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1'])
  expect((await ask(customer, household(1, 4))).status).toBe(429)
  expect((await ask(customer, household(1, 4), device)).status).toBe(200)
  expect((await ask('+919833300001', household(2, 1))).status).toBe(200)
})

test('requests above the limits of range and network leave no entry in the audit log, for customers and strangers alike', async () => {
  const customer = '+919811100009'
  await aCustomer(customer)
  const entries = () => t.db.$count(auditRows, eq(auditRows.call, 'storeSession.sendCode'))
  await ask('+919811100001', household(1, 1))
  expect(await entries()).toBe(2)
  await setMisses('customer:send-network:%', 300)
  await ask('+919822200001', household(1, 2))
  for (const phone of ['+919833300001', '+919833300002', customer])
    expect(await ask(phone, household(1, 3))).toMatchObject(CUSTOMERS_ONLY)
  expect(await entries()).toBe(3)
  await received(customer)
})

test('a phone gets three codes from one network and fifteen from all; the newest one stays usable', async () => {
  const victim = '+919800000001'
  await aCustomer(victim)
  for (let n = 0; n < 10; n++) await ask(victim, household(1, n))
  expect(await newCodes()).toBe(1 + 3)
  for (let n = 2; n < 40; n++) await ask(victim, household(n))
  expect(await newCodes()).toBe(15)
  const refused = await ask(victim, household(50))
  expect(refused).toMatchObject({
    status: 429,
    message: 'Too many codes. Enter the newest one, or try again in 60 seconds',
  })
  expect(refused.headers['retry-after']).toBe('60')
  expect((await enter(victim, undefined, household(50))).status).toBe(200)
})

test('wrong codes from elsewhere do not end the code of a known device', async () => {
  const victim = '+919800000001'
  const { device } = await aCustomer(victim)
  await ask(victim, household(1), device)
  const code = t.codes.get(victim) ?? ''
  for (let n = 0; n < 5; n++) await enter(victim, wrong(code), household(2))
  expect(await enter(victim, code, household(2))).toMatchObject({ status: 401, code: 'new-code-needed' })
  expect(await enter(victim, wrong(code), household(1), device)).toMatchObject({ code: 'wrong-credentials' })
  expect((await enter(victim, code, household(1), device)).status).toBe(200)
  expect((await enter(victim, code, household(1), device)).status).toBe(401)
})

test('a known device may try ten codes, then it must wait', async () => {
  const victim = '+919800000001'
  const { device } = await aCustomer(victim)
  await ask(victim, household(1), device)
  const code = wrong(t.codes.get(victim))
  const statuses = await Promise.all(
    Array.from({ length: 12 }, () => enter(victim, code, household(1), device)),
  )
  expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array(10).fill(401),
    429,
    429,
  ])
})

test('a device on which the customer has signed in has limits of its own, which strangers cannot use up', async () => {
  const victim = '+919800000001'
  const { id, device } = await aCustomer(victim)
  for (let n = 1; n < 40; n++) await ask(victim, household(n))
  for (let n = 0; n < 60; n++) await enter(victim, wrong(t.codes.get(victim)), household(n))
  expect((await ask(victim, household(1))).status).toBe(429)
  expect((await enter(victim, undefined, household(1))).status).toBe(429)
  t.codes.clear()
  expect(await ask(victim, household(1), device)).toMatchObject({ status: 200 })
  const signedIn = await enter(victim, undefined, household(1), device)
  expect([signedIn.status, signedIn.data.device]).toEqual([200, device])
  for (const other of ['x', 'x'.repeat(43)]) expect((await ask(victim, household(1), other)).status).toBe(429)
  // Its own codes are limited, too.
  const statuses = []
  for (let n = 0; n < 10; n++) statuses.push((await ask(victim, household(1), device)).status)
  expect(statuses).toEqual([...Array(9).fill(200), 429])
  await endSessionsOf({ db: t.db, context: t.context, after: () => {} }, 'customer', id)
  t.clock.pass(24 * 60 + 1)
  for (let n = 0; n < 4; n++) await ask(victim, household(1), device)
  expect((await ask(victim, household(1), device)).headers['retry-after']).toBe('60')
})

test('all devices of a customer share a limit: a new device brings no new codes', async () => {
  const phone = '+919800000001'
  let { device } = await aCustomer(phone)
  const before = await newCodes()
  const statuses: number[] = []
  for (let sessions = 0; sessions < 3; sessions++) {
    for (let n = 0; n < 10; n++) statuses.push((await ask(phone, household(1), device)).status)
    // The app invents a token. Without one, the server would issue a new one.
    const next = String(sessions).repeat(43)
    device = (await enter(phone, undefined, household(1), next)).data?.device ?? next
  }
  expect([(await newCodes()) - before, statuses.indexOf(429)]).toEqual([20, 20])
})

test('new numbers can use up the codes of a day, customers still get theirs; the next day starts from zero', async () => {
  const customer = '+919811100009'
  await aCustomer(customer)
  const superadmin = await t.signIn.superadmin()
  await t.call(api.company.edit, { body: { newNumberCodesPerDay: 5 } }, superadmin)
  await t.db.execute(sql`DELETE FROM attempts`)
  const { child } = t.app.log
  const lines: unknown[] = []
  const note = (fields: unknown, text: unknown) => void lines.push([text, fields])
  const spied = vi
    .spyOn(t.app.log, 'child')
    .mockImplementation((...args) => Object.assign(child.apply(t.app.log, args), { warn: note, error: note }))
  const shown = async () => [
    (await t.call(api.reports.today, {}, superadmin)).data.needs.newNumberCodes,
    (await t.call(api.codes.list, {}, superadmin)).data.newNumbers,
    Number(/^kirana_codes_new_numbers (\d+)/m.exec((await t.app.inject('/metrics')).body)?.[1]),
  ]
  for (let n = 0; n < 3; n++) expect((await ask(`+91982220000${n}`)).data).toEqual({})
  expect(await shown()).toEqual([null, { sent: 3, limit: 5 }, 3])
  expect(lines).toEqual([])
  await ask('+919822200010', household(2))
  expect(await shown()).toEqual([{ sent: 4, limit: 5 }, { sent: 4, limit: 5 }, 4])
  await ask('+919822200011', household(2))
  t.codes.clear()
  const unknown = await ask('+919822200012', household(2))
  expect(unknown).toMatchObject(CUSTOMERS_ONLY)
  expect((await ask(customer, household(2))).raw).toBe(unknown.raw)
  await received(customer)
  expect([...t.codes.keys()]).toEqual([customer])
  expect(await shown()).toEqual([{ sent: 5, limit: 5 }, { sent: 5, limit: 5 }, 5])
  spied.mockRestore()
  expect(lines).toEqual([
    ['the daily codes to new numbers are nearly used up', { sent: 4, limit: 5 }],
    ['the daily codes to new numbers are used up: only customers get codes', { sent: 5, limit: 5 }],
  ])
  t.clock.set('2026-11-21T23:59:59+05:30')
  expect((await ask('+919822200013', household(3))).data).toEqual({ customersOnly: true })
  t.clock.set('2026-11-22T00:00:00+05:30')
  expect((await ask('+919822200014', household(4))).data).toEqual({})
})

test('the alarm counts every code of the day, to customers and riders too, and blocks none', async () => {
  const customers = ['+919811100001', '+919822200002'] as const
  const devices = new Map<string, string>()
  for (const phone of customers) devices.set(phone, (await aCustomer(phone)).device)
  const superadmin = await t.signIn.superadmin()
  await t.call(api.company.edit, { body: { codesPerDayAlarm: 5 } }, superadmin)
  await aRider(t, { phone: '+919833300003' })
  await t.db.execute(sql`DELETE FROM attempts`)
  const told = vi.spyOn(t.app.log, 'error').mockImplementation(() => {})
  const shown = async () => {
    const metrics = (await t.app.inject('/metrics')).body
    return [
      (await t.call(api.reports.today, {}, superadmin)).data.needs.allCodes,
      (await t.call(api.codes.list, {}, superadmin)).data.all,
      Number(/^kirana_codes_today (\d+)/m.exec(metrics)?.[1]),
      Number(/^kirana_codes_today_alarm (\d+)/m.exec(metrics)?.[1]),
    ]
  }
  const askAll = async () => {
    for (const phone of customers)
      expect((await ask(phone, household(1), devices.get(phone))).data).toEqual({})
  }
  await askAll()
  await t.call(api.rider.sendCode, { body: { phone: '+919833300003' } })
  await received('+919833300003')
  expect(await shown()).toEqual([null, { sent: 3, limit: 5 }, 3, 5])
  await ask('+919844400004')
  expect(await shown()).toEqual([{ sent: 4, limit: 5 }, { sent: 4, limit: 5 }, 4, 5])
  await askAll()
  expect(await shown()).toEqual([{ sent: 6, limit: 5 }, { sent: 6, limit: 5 }, 6, 5])
  expect((await enter(customers[0])).status).toBe(200)
  expect((await shown())[1]).toEqual({ sent: 6, limit: 5 })
  expect(told.mock.calls).toEqual([
    [{ sent: 4, limit: 5 }, 'the sign-in codes of the day are nearly as many as the store expects'],
    [{ sent: 5, limit: 5 }, 'more sign-in codes than the store expects: see who asks for them'],
  ])
  told.mockRestore()
})

test('concurrent requests never exceed the budget', async () => {
  await allow(5)
  await Promise.all(
    Array.from({ length: 15 }, (_, n) => ask(`+9198${10_000_000 + n * 10_000}`, household(n))),
  )
  expect(await newCodes()).toBe(5)
})

test('a code that is not sent replaces none', async () => {
  await allow(1)
  await ask('+919822200001')
  expect((await ask('+919822200001')).data).toEqual({ customersOnly: true })
  expect((await enter('+919822200001')).status).toBe(200)
  // The number has an account from now on.
  await t.db.delete(codeMessages).where(eq(codeMessages.state, 'sent'))
  await ask('+919822200001')
  await expect.poll(newCodes).toBe(1)
})

test('no new number gets a code with a budget of 0; sample mode shows none', async () => {
  const sample = await testApp({ config: { sampleMode: true }, database: t.database })
  const body = { phone: '+919822200001' }
  expect((await sample.call(api.storeSession.sendCode, { body })).data.code).toMatch(/^\d{6}$/)
  await allow(0)
  expect((await sample.call(api.storeSession.sendCode, { body })).data).toEqual({ customersOnly: true })
  await sample.close()
})
