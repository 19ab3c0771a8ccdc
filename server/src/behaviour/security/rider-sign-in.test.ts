import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '../../services/people/passwords.ts'
import { auditRows } from '../../tables/journal.ts'
import { testApp } from '../../testing/app.ts'
import { onServer } from '../../testing/on-server.ts'
import { aRider } from '../../testing/riders.ts'

const t = await testApp({ config: { trustProxy: 'on' } })
afterAll(t.close)
const PHONE = '+919700000001'
const PIN = '123456'
let riderId = ''
beforeEach(async () => {
  await t.database.reset()
  t.clock.set('2026-11-21T13:00:00+05:30')
  t.codes.clear()
  riderId = (await aRider(t, { phone: PHONE, pinHash: await hashPassword(PIN) })).id
})

type Sign = { from?: string; cookie?: string; phone?: string; pin?: string; code?: string }
const login = ({ from = '203.0.113.1', cookie = '', phone = PHONE, ...secret }: Sign) =>
  t.call(api.rider.login, { body: { phone, ...secret } }, { headers: { 'x-forwarded-for': from, cookie } })
const status = async (sign: Sign) => (await login(sign)).status
/** The cookie of the device that a sign-in returns. */
const deviceOf = ({ headers }: Awaited<ReturnType<typeof login>>) =>
  [headers['set-cookie']]
    .flat()
    .map((one) => String(one).split(';')[0] ?? '')
    .find((one) => one.startsWith('kirana_device=')) ?? ''
const guessUntilRefused = async (sign: Sign) => {
  let guesses = 0
  while ((await status({ pin: '000000', ...sign })) === 401) guesses++
  return guesses
}
/** Wrong PINs from a new /64 of one /48 each time. */
const guessFromNewAddresses = async (count: number) => {
  const statuses = []
  for (let n = 0; n < count; n++)
    statuses.push(await status({ from: `2001:db8:1:${n.toString(16)}::1`, pin: '000000' }))
  return statuses
}
/** Sets the failed attempts of the phone number's PIN or codes from all networks. */
const failedEverywhere = (kind: 'pin' | 'code', misses: number) =>
  t.db.execute(sql`UPDATE attempts SET misses = ${misses} WHERE key ~ ${`^rider:${kind}:[^@:]+$`}`)

const ask = (phone = PHONE, { from = '203.0.113.1', cookie = '' } = {}) =>
  t.call(api.rider.sendCode, { body: { phone } }, { headers: { 'x-forwarded-for': from, cookie } })
/** Requests a code, which is sent after the response. */
async function sentCode() {
  t.codes.clear()
  await ask()
  await expect.poll(() => t.codes.has(PHONE)).toBe(true)
  return t.codes.get(PHONE) ?? ''
}

test('wrong PINs from new addresses of one network do not lock a rider out elsewhere', async () => {
  expect(await guessFromNewAddresses(20)).toEqual([...Array(5).fill(401), ...Array(15).fill(429)])
  expect(await status({ pin: PIN })).toBe(200)
})

test('wrong PINs from two networks all day do not lock a rider out elsewhere, either', async () => {
  for (let minute = 0; minute < 24 * 60; minute += 10) {
    for (const from of ['198.51.100.1', '192.0.2.1']) await status({ from, pin: '000000' })
    t.clock.pass(10)
  }
  expect(await status({ pin: PIN })).toBe(200)
}, 60_000)

test('a phone that the rider has signed in on is never locked out by wrong PINs elsewhere', async () => {
  const cookie = deviceOf(await login({ pin: PIN }))
  expect(cookie).toMatch(/^kirana_device=/)
  await guessUntilRefused({})
  await failedEverywhere('pin', 1_000)
  expect(await status({ from: '198.51.100.1', pin: '000000' })).toBe(401)
  // A new phone waits for an hour at most, or until staff set a new PIN.
  expect((await login({ from: '198.51.100.7', pin: PIN })).headers['retry-after']).toBe('3600')
  expect(await status({ cookie, pin: PIN })).toBe(200)
  expect(await status({ cookie, from: '198.51.100.7', pin: PIN })).toBe(200)
  // Its own failures count, for this phone only.
  expect(await guessUntilRefused({ cookie })).toBe(5)
  expect(await status({ cookie, pin: PIN })).toBe(429)
})

test('a phone of one rider is a new phone for another', async () => {
  const cookie = deviceOf(await login({ pin: PIN }))
  const other = await aRider(t, { pinHash: await hashPassword('222222') })
  await guessUntilRefused({ phone: other.phone })
  expect(await status({ phone: other.phone, cookie, pin: '222222' })).toBe(429)
})

test('a new PIN starts from zero and forgets the phones', async () => {
  const cookie = deviceOf(await login({ pin: PIN }))
  await guessUntilRefused({ cookie })
  await guessUntilRefused({})
  const body = { riderId, name: 'Kiran', phone: PHONE, isActive: true, cashLimit: 5000, pin: '222222' }
  expect((await t.call(api.riders.edit, { body }, await t.signIn.staff())).status).toBe(200)
  expect(await status({ pin: '222222' })).toBe(200)
  expect(await guessUntilRefused({ cookie, from: '198.51.100.1' })).toBe(5)
  expect(await status({ from: '198.51.100.1', pin: '222222' })).toBe(429)
})

test('wrong codes elsewhere do not lock a known phone out', async () => {
  const cookie = deviceOf(await login({ pin: PIN }))
  await status({ from: '198.51.100.1', code: '000000' })
  await failedEverywhere('code', 1_000)
  expect(await status({ from: '198.51.100.2', code: '000000' })).toBe(401)
  const code = await sentCode()
  expect(await status({ from: '198.51.100.3', code })).toBe(429)
  expect(await status({ cookie, code })).toBe(200)
})

test('a request for a code leaves an entry in the audit log only where the phone is a rider’s', async () => {
  for (const n of [1, 2, 3]) expect((await ask(`+91980000000${n}`)).status).toBe(200)
  await sentCode()
  const entries = () => t.db.select().from(auditRows).where(eq(auditRows.call, 'rider.sendCode'))
  await expect.poll(entries).toMatchObject([{ object: PHONE, role: 'public' }])
})

test('one network may request a hundred codes, whatever the phones; a known phone still gets its own', async () => {
  const cookie = deviceOf(await login({ pin: PIN }))
  const from = (n: number) => `2001:db8:1:${n}::1`
  await ask('+919800000001', { from: from(1) })
  await t.db.execute(sql`UPDATE attempts SET misses = 99 WHERE key LIKE 'rider:ask-network:%'`)
  expect((await ask('+919800000002', { from: from(2) })).status).toBe(200)
  for (const phone of ['+919800000003', PHONE])
    expect(await ask(phone, { from: from(3) })).toMatchObject({
      status: 429,
      message: 'Too many codes. Enter the newest one, or try again in 1 seconds',
    })
  expect((await ask(PHONE, { from: from(3), cookie })).status).toBe(200)
  expect((await ask(PHONE, { from: '198.51.100.1' })).status).toBe(200)
})

test('codes that were entered do not count for their network', async () => {
  await sentCode()
  await t.db.execute(sql`UPDATE attempts SET misses = 98 WHERE key LIKE 'rider:ask-network:%'`)
  expect(await status({ code: await sentCode() })).toBe(200)
  const { rows } = await t.db.execute(sql`SELECT misses FROM attempts WHERE key LIKE 'rider:ask-network:%'`)
  expect(rows).toEqual([{ misses: 98 }])
})

test('wrong codes from elsewhere do not end the code of a known phone', async () => {
  const cookie = deviceOf(await login({ pin: PIN }))
  const code = await sentCode()
  const wrong = code === '000000' ? '111111' : '000000'
  for (let n = 0; n < 5; n++) await status({ from: '198.51.100.1', code: wrong })
  expect(await status({ from: '198.51.100.2', code })).toBe(401)
  expect(await status({ cookie, code })).toBe(200)
  expect(await status({ cookie, code })).toBe(401)
})

onServer(() => {
  test('the response does not wait for the code that only a rider gets', async () => {
    await t.database.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE sign_in_codes IN EXCLUSIVE MODE`)
      for (const phone of ['+919800000001', PHONE]) expect((await ask(phone)).status).toBe(200)
      expect(t.codes.has(PHONE)).toBe(false)
    })
    await expect.poll(() => t.codes.has(PHONE)).toBe(true)
  })
})
