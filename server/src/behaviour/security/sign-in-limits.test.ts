import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { cleanUp } from '../../process/housekeeping.ts'
import { knownDevices, staff as staffTable } from '../../tables/people.ts'
import { password, testApp } from '../../testing/app.ts'

const t = await testApp({ config: { trustProxy: 'on' } })
afterAll(t.close)
beforeEach(async () => {
  await t.database.reset()
  t.clock.set('2026-11-21T13:00:00+05:30')
})

const [home, stranger] = ['203.0.113.1', '198.51.100.2']
type Sign = { from?: string; typed?: string; username?: string; cookie?: string }
const login = ({ from = home, typed = password, username = 'asha', cookie = '' }: Sign = {}) =>
  t.call(
    api.staff.login,
    { body: { username, password: typed } },
    { headers: { 'x-forwarded-for': from, cookie } },
  )
const status = async (sign?: Sign) => (await login(sign)).status
/** The cookies set by a response, as a browser would send them back. */
const cookiesOf = ({ headers }: Awaited<ReturnType<typeof login>>) =>
  [headers['set-cookie']].flat().map((one) => String(one).split(';')[0] ?? '')
const deviceOf = (answer: Awaited<ReturnType<typeof login>>) => cookiesOf(answer)[1] ?? ''
const guessUntilRefused = async (sign: Sign) => {
  let guesses = 0
  while ((await status({ typed: 'wrong', ...sign })) !== 429) guesses++
  return guesses
}
/** Sets the failed attempts of a name across all addresses. */
const failedEverywhere = (misses: number) =>
  t.db.execute(sql`UPDATE attempts SET misses = ${misses} WHERE key ~ '^staff:name:[0-9a-f]+$'`)

test('wrong passwords from one address do not lock out another', async () => {
  await t.signIn.staff()
  expect(await guessUntilRefused({ from: stranger })).toBe(5)
  expect(await status({ from: stranger })).toBe(429)
  expect(await status()).toBe(200)
})

test('a name that fails from many addresses waits a little longer each time, up to a limit', async () => {
  await t.signIn.staff()
  await status({ from: stranger, typed: 'wrong' })
  await failedEverywhere(199)
  expect(await status({ from: '198.51.100.3', typed: 'wrong' })).toBe(401)
  expect((await login()).headers['retry-after']).toBe('1')
  t.clock.pass(1)
  await failedEverywhere(100_000)
  expect(await status({ from: '198.51.100.4', typed: 'wrong' })).toBe(401)
  expect((await login()).headers['retry-after']).toBe('300')
})

test('a known browser is never locked out by failures elsewhere', async () => {
  await t.signIn.staff()
  const cookie = deviceOf(await login())
  expect(cookie).toMatch(/^kirana_device=/)
  // Failures from the same address, for this name and others.
  expect(await guessUntilRefused({})).toBe(5)
  for (let n = 0; n < 15; n++) await status({ username: `name${n}`, typed: 'wrong' })
  expect([await status(), await status({ username: 'other' })]).toEqual([429, 429])
  await failedEverywhere(100_000)
  await status({ from: stranger, typed: 'wrong' })
  expect(await status({ from: '203.0.113.51' })).toBe(429)
  expect(await status({ cookie })).toBe(200)
  // Its own failures count, for this browser only.
  expect(await guessUntilRefused({ cookie, from: '203.0.113.50' })).toBe(5)
  expect(await status({ cookie, from: '203.0.113.50' })).toBe(429)
})

test('a browser is known per person, and its cookie alone gives no access', async () => {
  await t.signIn.staff('asha')
  await t.signIn.staff('ravi')
  const cookie = deviceOf(await login())
  expect((await t.call(api.staff.get, {}, { headers: { cookie } })).status).toBe(401)
  await guessUntilRefused({ username: 'ravi' })
  expect(await status({ username: 'ravi', cookie })).toBe(429)
  t.clock.pass(2)
  const second = await login({ username: 'ravi', cookie })
  expect([second.status, deviceOf(second)]).toEqual([200, cookie])
  await guessUntilRefused({ username: 'ravi' })
  await guessUntilRefused({ username: 'asha' })
  expect([await status({ username: 'ravi', cookie }), await status({ cookie })]).toEqual([200, 200])
  const stored = JSON.stringify(await t.db.select().from(knownDevices))
  expect(stored).not.toContain(cookie.split('=')[1])
  for (const made of ['kirana_device=x', `kirana_device=${'x'.repeat(43)}`])
    expect(await status({ username: 'ravi', cookie: made })).toBe(429)
})

test("a reset or disabling forgets the person's browsers; unused ones expire after 180 days", async () => {
  const superadmin = await t.signIn.superadmin()
  const { id } = await t.signIn.staff()
  const count = () => t.db.$count(knownDevices)
  const edit = (isActive: boolean) =>
    t.call(api.staff.edit, { body: { staffId: id, name: 'Asha', email: '', isActive } }, superadmin)
  await login()
  expect(await count()).toBe(1)
  await edit(false)
  expect(await count()).toBe(0)
  await edit(true)
  await login()
  await t.call(api.staff.resetPassword, { body: { staffId: id, password: 'Better@123' } }, superadmin)
  expect(await count()).toBe(0)
  const signedIn = await login({ typed: 'Better@123' })
  await login({ typed: 'Better@123' })
  expect(await count()).toBe(2)
  const headers = { cookie: cookiesOf(signedIn).join('; ') }
  await t.call(api.staff.changePassword, { body: { password: 'longer than before' } }, { headers })
  expect(await count()).toBe(1)
  t.clock.pass(180 * 24 * 60 + 1)
  await cleanUp(t.context, (error) => expect(error).toBeUndefined())
  expect(await count()).toBe(0)
})

test('a new password clears failed attempts, for the name and every address', async () => {
  const superadmin = await t.signIn.superadmin()
  const { id } = await t.signIn.staff()
  await guessUntilRefused({})
  await failedEverywhere(100_000)
  await t.call(api.staff.resetPassword, { body: { staffId: id, password: 'Better@123' } }, superadmin)
  expect(await status({ typed: 'Better@123' })).toBe(200)
})

test('sixty sign-ins at once from one address cause 20 hashes, and no other address waits for them', async () => {
  await t.signIn.staff()
  const storm = Array.from({ length: 60 }, (_, n) =>
    login({ from: stranger, username: `n${n}`, typed: 'wrong' }),
  )
  let answered = 0
  const over = Promise.all(
    storm.map(async (one) => {
      const { status: given } = await one
      answered++
      return given
    }),
  )
  expect((await login()).status).toBe(200)
  expect(answered).toBeLessThan(60)
  const statuses = await over
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(20)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  const { rows } = await t.db.execute(
    sql`SELECT misses FROM attempts WHERE key = ${`staff:address:${stranger}`}`,
  )
  expect(Number(rows[0]?.['misses'])).toBeLessThanOrEqual(21)
})

test('rejects a password change whose session has just ended, so a reset is not overwritten', async () => {
  const superadmin = await t.signIn.superadmin()
  const asha = await t.signIn.staff()
  const { transaction } = t.database
  const { database } = t.context
  t.context.database = {
    ...database,
    transaction: async (work) => {
      t.context.database = database
      await t.call(
        api.staff.resetPassword,
        { body: { staffId: asha.id, password: 'Better@123' } },
        superadmin,
      )
      return transaction(work)
    },
  }
  const late = await t.call(api.staff.changePassword, { body: { password: 'thief’s own' } }, asha)
  expect(late).toMatchObject({ status: 401, message: 'Please log in' })
  expect(late.headers['set-cookie']).toBeUndefined()
  expect(await status({ typed: 'Better@123' })).toBe(200)
})

test('a sign-in runs few statements, also from a known browser', async () => {
  await t.signIn.staff()
  const cost = async (sign: Sign) => (await t.statements(() => login(sign))).length
  const cookies = cookiesOf(await login()).join('; ')
  // Account, attempts, clear attempts; second factors, person, session with device, profile, audit.
  expect(await cost({})).toBe(3 + 5)
  expect(await cost({ cookie: cookies })).toBe(3 + 6)
  expect(await cost({ typed: 'wrong' })).toBe(2)
  await t.db.update(staffTable).set({ isActive: false }).where(eq(staffTable.username, 'asha'))
  expect(await cost({})).toBe(2)
  expect(await cost({ username: 'nobody' })).toBe(2)
})
