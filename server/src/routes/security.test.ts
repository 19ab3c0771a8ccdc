import { api } from '@kirana/contract'
import { CONFIRM_FIRST } from '@kirana/domain/texts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { resetSuperadmin } from '../services/people/superadmin.ts'
import { recoveryCodes, secondFactors } from '../tables/second-factors.ts'
import { staff as people } from '../tables/people.ts'
import { type Credentials, password } from '../testing/app.ts'
import { cookiesOf, givenApp, type SecuredRole, securityOf, withApp } from '../testing/second-factor.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, staff } = await staffApp()
const username = { staff: 'asha', superadmin: 'superadmin' }
const login = (role: SecuredRole = 'staff') =>
  t.call(api[role].login, { body: { username: username[role], password } })
/** A browser in which the right password was entered. */
const halfIn = async (role: SecuredRole = 'staff') => ({ headers: cookiesOf(await login(role)) })
const second = (code: string, as: { headers: Record<string, string> }, role: SecuredRole = 'staff') =>
  t.call(securityOf(role).signIn, { body: { code } }, as)
const isIn = async (as: { headers: Record<string, string> }, role: SecuredRole = 'staff') =>
  (await t.call(api[role].get, {}, as)).status === 200
const auditText = async (as?: { headers: Record<string, string> }) => {
  const list = { params: { page: 1 }, query: {} }
  return JSON.stringify((await t.call(api.audit.list, list, as ?? (await t.signIn.superadmin()))).data)
}
const wrong = { status: 422, code: 'wrong-code' }

test.each(['staff', 'superadmin'] as const)('%s signs in with a code of the app', async (role) => {
  const as = role === 'staff' ? staff : await t.signIn.superadmin()
  const app = await withApp(t, as, role)
  expect(app.added).toMatchObject({ status: 200, message: 'Authenticator app added successfully' })

  const first = await login(role)
  expect(first).toMatchObject({ status: 200, data: { secondFactor: ['totp'] } })
  const half = { headers: cookiesOf(first) }
  expect(await isIn(half, role)).toBe(false)
  expect(await second('000000', half, role)).toMatchObject(wrong)
  const done = await second(app.code(), half, role)
  expect(done).toMatchObject({ status: 200, message: 'Logged in successfully', data: { _id: as.id } })
  const browser = { headers: cookiesOf(done) }
  expect(await isIn(browser, role)).toBe(true)
  // One sign-in completes once, and a code counts once.
  t.clock.pass(1)
  expect(await second(app.code(), half, role)).toMatchObject({ status: 401, code: 'step-expired' })

  const said = await auditText(role === 'superadmin' ? browser : undefined)
  expect(said).toContain('signed in by a second factor')
  expect(said).toContain('a new device')
})

test('a code is accepted once, also from another browser, and an older one is not', async () => {
  const app = await givenApp(t, staff)
  const [one, other] = [await halfIn(), await halfIn()]
  const code = app.code()
  expect(await second(code, one)).toMatchObject({ status: 200 })
  expect(await second(code, other)).toMatchObject(wrong)
  t.clock.pass(0.5)
  expect(await second(app.code(), other)).toMatchObject({ status: 200 })
})

test('the second step takes five minutes at most and belongs to its browser', async () => {
  const app = await givenApp(t, staff)
  const first = await login()
  const step = [first.headers['set-cookie'] ?? []].flat().find((line) => line.includes('_step='))
  expect(step).toMatch(/HttpOnly/)
  expect(step).toMatch(/SameSite=Lax/)
  expect(step).toMatch(/Max-Age=300/)
  expect(String(first.headers['set-cookie'])).not.toMatch(/kirana_staff=/)
  expect(await second(app.code(), { headers: {} })).toMatchObject({ status: 401 })
  t.clock.pass(6)
  expect(await second(app.code(), { headers: cookiesOf(first) })).toMatchObject({ status: 401 })
})

test('a recovery code counts once, also when two browsers send it at the same moment', async () => {
  const { recoveryCodes: codes } = await withApp(t, staff)
  expect(new Set(codes).size).toBe(10)
  const stored = await t.db.select().from(recoveryCodes)
  expect(JSON.stringify(stored)).not.toContain(codes[0]?.replace('-', ''))
  const browsers = [await halfIn(), await halfIn()]
  const answers = await Promise.all(browsers.map((half) => second(codes[0]?.toLowerCase() ?? '', half)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(await second(codes[0] ?? '', await halfIn())).toMatchObject(wrong)
  expect(await second(codes[1] ?? '', await halfIn())).toMatchObject({ status: 200 })
  expect(await t.db.$count(recoveryCodes)).toBe(8)
})

test('wrong codes are limited like wrong passwords, also if each is sent from another sign-in', async () => {
  const app = await givenApp(t, staff)
  for (let guess = 0; guess < 5; guess++) expect(await second('000000', await halfIn())).toMatchObject(wrong)
  const blocked = await second(app.code(), await halfIn())
  expect(blocked).toMatchObject({ status: 429 })
  expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0)
})

test('a code proves one change of the factors', async () => {
  const app = await givenApp(t, staff)
  const key = {
    role: 'staff',
    personId: staff.id,
    kind: 'passkey',
    name: 'Laptop',
    credentialId: 'one',
  } as const
  await t.db.insert(secondFactors).values({ ...key, publicKey: 'AQ' })
  const factors = async () => (await t.call(api.staffSecurity.get, {}, staff)).data.factors
  const remove = async (kind: 'passkey' | 'totp') => {
    const factorId = (await factors()).find((one) => one.kind === kind)?._id ?? ''
    return t.call(api.staffSecurity.removeFactor, { body: { factorId, proof: { code: app.code() } } }, staff)
  }
  expect((await remove('passkey')).status).toBe(200)
  expect(await remove('totp')).toMatchObject(wrong)
  expect(await factors()).toMatchObject([{ kind: 'totp' }])
})

test('recovery codes are limited with the codes of the app', async () => {
  const app = await withApp(t, staff)
  for (let guess = 0; guess < 5; guess++)
    expect(await second(`AAAAA-AAAA${'BCDEF'[guess]}`, await halfIn())).toMatchObject(wrong)
  for (const code of [app.recoveryCodes[0] ?? '', app.code()])
    expect(await second(code, await halfIn())).toMatchObject({ status: 429 })
  expect(await t.db.$count(recoveryCodes)).toBe(10)
})

test('a new password, or an account that is disabled, ends the second step', async () => {
  const app = await givenApp(t, staff)
  const as = await t.signIn.superadmin()
  const half = await halfIn()
  await t.call(api.staff.resetPassword, { body: { staffId: staff.id, password: 'Other@1234' } }, as)
  expect(await second(app.code(), half)).toMatchObject({ status: 401 })
})

test('setting up the first factor ends every other session, and its secret is stored encrypted', async () => {
  const other = await t.signIn.staff()
  const { secret } = await withApp(t, staff)
  expect([await isIn(staff), await isIn(other)]).toEqual([true, false])
  const [row] = await t.db.select().from(secondFactors)
  expect(row?.secret).toMatch(/^[\da-f]{8}\.[\w-]+$/)
  expect(JSON.stringify(row)).not.toContain(secret)
})

test('a stolen session cannot change the factors, even a minute after they were confirmed', async () => {
  const app = await withApp(t, staff)
  const calls = api.staffSecurity
  const get = async () => (await t.call(calls.get, {}, staff)).data
  const [factor] = (await get()).factors
  const factorId = factor?._id ?? ''
  await t.call(calls.confirm, { body: { proof: { code: app.code() } } }, staff)
  const proof = { code: '000000' }
  const tries = [
    t.call(calls.removeFactor, { body: { factorId, proof } }, staff),
    t.call(calls.newRecoveryCodes, { body: { proof } }, staff),
    t.call(calls.startTotp, { body: { proof } }, staff),
    t.call(calls.startTotp, { body: {} }, staff),
    t.call(calls.addTotp, { body: { code: app.code() } }, staff),
  ]
  for (const { status } of await Promise.all(tries)) expect([409, 422]).toContain(status)
  expect(await get()).toMatchObject({ factors: [{ _id: factorId }], recoveryCodes: 10 })

  t.clock.pass(1)
  const codes = await t.call(calls.newRecoveryCodes, { body: { proof: { code: app.code() } } }, staff)
  expect(codes.data.recoveryCodes).toHaveLength(10)
  expect(await second(app.recoveryCodes[0] ?? '', await halfIn())).toMatchObject(wrong)
  const removed = { body: { factorId, proof: { code: codes.data.recoveryCodes[0] ?? '' } } }
  expect(await t.call(calls.removeFactor, removed, staff)).toMatchObject({ status: 200 })
  expect(await get()).toMatchObject({ factors: [], recoveryCodes: 0 })
  expect((await login()).data).toMatchObject({ _id: staff.id })
})

test.each(['staff', 'superadmin'] as const)(
  'a stolen session of %s cannot set up a first factor: that takes the password, and guesses are limited',
  async (role) => {
    const as = role === 'staff' ? staff : await t.signIn.superadmin()
    const { startTotp, startPasskey, addTotp, get } = securityOf(role)
    const start = (body: { password?: string }) => t.call(startTotp, { body }, as)
    for (const route of [startTotp, startPasskey])
      expect(await t.call(route, { body: {} }, as)).toMatchObject({
        status: 422,
        code: 'password-needed',
        message: 'Enter your password first',
      })
    expect(await t.call(startPasskey, { body: { password: 'Guess@123' } }, as)).toMatchObject({
      status: 422,
      code: 'wrong-password',
    })
    for (let guess = 1; guess < 5; guess++)
      expect(await start({ password: `Guess@${guess}` })).toMatchObject({
        status: 422,
        message: 'This password is not right',
      })
    const blocked = await start({ password })
    expect(blocked.status).toBe(429)
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0)
    // The guesses count with those of signing in.
    expect(await login(role)).toMatchObject({ status: 429 })
    expect(await t.call(addTotp, { body: { code: '000000' } }, as)).toMatchObject({ status: 409 })
    expect((await t.call(get, {}, as)).data.factors).toEqual([])
    t.clock.pass(2)
    expect(await start({ password })).toMatchObject({ status: 200 })
    expect((await login(role)).data).toMatchObject({ _id: as.id })
  },
)

test('calls that need a fresh factor require a new one after five minutes', async () => {
  const as = await t.signIn.superadmin()
  const add = (name: string) => t.call(api.roles.add, { body: { name, permissions: ['push'] } }, as)
  expect(await add('Without a factor')).toMatchObject({ status: 200 })
  const app = await givenApp(t, as, 'superadmin')
  expect(await add('Later')).toMatchObject({ status: 403, code: 'second-factor', message: CONFIRM_FIRST })
  const confirm = (code: string) => t.call(api.superadminSecurity.confirm, { body: { proof: { code } } }, as)
  expect(await confirm('000000')).toMatchObject(wrong)
  expect(await add('Later')).toMatchObject({ status: 403 })
  expect(await confirm(app.code())).toMatchObject({ status: 200 })
  expect(await add('Later')).toMatchObject({ status: 200 })
  t.clock.pass(5)
  expect(await add('Even later')).toMatchObject({ status: 403, code: 'second-factor' })
})

test('lists the own devices, and signs out one or all others', async () => {
  const calls = api.staffSecurity
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
  const entered = async () => ({
    headers: cookiesOf(
      await t.call(
        api.staff.login,
        { body: { username: 'asha', password } },
        { headers: { 'user-agent': agent } },
      ),
    ),
  })
  const [one, two] = [await entered(), await entered()]
  const devices = async (as: Pick<Credentials, 'headers'>) => (await t.call(calls.get, {}, as)).data.devices
  const listed = await devices(one)
  expect(listed.map(({ browser, isThis }) => `${browser} ${isThis}`).toSorted()).toEqual([
    ' false',
    'Firefox on Linux false',
    'Firefox on Linux true',
  ])
  const first = listed.find(({ browser }) => browser === '')?._id ?? ''
  expect(await t.call(calls.signOut, { params: { id: first } }, one)).toMatchObject({ status: 200 })
  expect(await t.call(calls.signOut, { params: { id: first } }, one)).toMatchObject({ status: 404 })
  expect([await isIn(staff), await isIn(two)]).toEqual([false, true])
  await t.call(calls.signOutOthers, {}, one)
  expect([await isIn(one), await isIn(two)]).toEqual([true, false])
})

test('a session of another person cannot be ended', async () => {
  const ravi = await t.signIn.staff('ravi')
  const [session] = (await t.call(api.staffSecurity.get, {}, ravi)).data.devices
  const end = { params: { id: session?._id ?? '' } }
  expect(await t.call(api.staffSecurity.signOut, end, staff)).toMatchObject({ status: 404 })
  expect(await isIn(ravi)).toBe(true)
})

test('the superadmin resets a lost factor, which signs the person out', async () => {
  const as = await t.signIn.superadmin()
  const reset = () => t.call(api.staff.resetSecondFactor, { body: { staffId: staff.id } }, as)
  expect(await reset()).toMatchObject({ status: 409 })
  await givenApp(t, staff)
  const [row] = (await t.call(api.staff.list, {}, as)).data
  expect(row?.secondFactors).toEqual(['totp'])
  expect(await reset()).toMatchObject({ status: 200, message: 'Second factor reset successfully' })
  expect(await isIn(staff)).toBe(false)
  expect((await login()).data).toMatchObject({ _id: staff.id, secondFactors: [] })
  expect(await auditText()).toContain('reset the second factor of ')
})

test('the reset on the server removes the second factor of the superadmin, audited', async () => {
  const as = await t.signIn.superadmin()
  await withApp(t, as, 'superadmin')
  const half = await halfIn('superadmin')
  await resetSuperadmin(t.database, { username: null, password, now: t.context.now() })
  expect([await isIn(as, 'superadmin'), await t.db.$count(recoveryCodes)]).toEqual([false, 0])
  expect(await second('000000', half, 'superadmin')).toMatchObject({ status: 401 })
  expect((await login('superadmin')).data).toMatchObject({ _id: as.id })
  expect(await auditText()).toContain('superadmin (on the server)')
})

test('reads cost three statements, and a key from another machine is reported', async () => {
  const app = await withApp(t, staff)
  expect(await t.statements(() => t.call(api.staffSecurity.get, {}, staff))).toHaveLength(3)
  const [person] = await t.db.select().from(people).where(eq(people.id, staff.id))
  expect(person?.lastSignInAt).toBeNull()
  await t.db.execute(sql`UPDATE second_factors SET secret = 'deadbeef.' || secret`)
  const half = await halfIn()
  expect(await second(app.code(), half)).toMatchObject({ status: 503, code: 'other-key' })
  expect(await second(app.recoveryCodes[0] ?? '', half)).toMatchObject({ status: 200 })
})
