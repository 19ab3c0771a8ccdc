import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { EVERYTHING_ROLE, staff as staffTable, superadmins } from '../../tables/people.ts'
import { wrapTransactions, type Credentials, password, testApp } from '../../testing/app.ts'

const t = await testApp()
afterAll(t.close)
beforeEach(async () => {
  await t.database.reset()
  t.clock.set('2026-11-21T13:00:00+05:30')
})

const hashed = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/
type As = { headers: Record<string, string> }
const login = (username = 'asha', typed = password) =>
  t.call(api.staff.login, { body: { username, password: typed } })
/** The session cookie and the known-device cookie. */
const cookiesOf = ({ headers }: Awaited<ReturnType<typeof login>>) =>
  [headers['set-cookie']].flat().map(String)
const cookieOf = (answer: Awaited<ReturnType<typeof login>>) => cookiesOf(answer)[0] ?? ''
const withCookie = (answer: Awaited<ReturnType<typeof login>>): As => ({
  headers: { cookie: cookieOf(answer).split(';')[0] ?? '' },
})
const status = async (as: As) => (await t.call(api.staff.get, {}, as)).status
const superStatus = async (as: As) => (await t.call(api.superadmin.get, {}, as)).status

test('signing in returns the profile and sets a cookie that is HttpOnly and SameSite', async () => {
  const { id: _id } = await t.signIn.staff()
  const answer = await login(' ASHA ')
  const asha = { _id, name: 'Asha', email: '', username: 'asha', secondFactors: [], mustEnrol: false }
  expect(answer.data).toEqual({
    ...asha,
    supportUrl: 'https://wa.me/',
    lateTimes: expect.objectContaining({ lateMinutes: 8 }),
    role: { _id: EVERYTHING_ROLE, name: 'Everything' },
    permissions: expect.arrayContaining(['orders.read']),
    lastEventId: expect.any(String),
  })
  expect(cookieOf(answer)).toMatch(/^kirana_staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  const ofDevice = /^kirana_device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/
  expect(cookiesOf(answer)[1]).toMatch(ofDevice)
  expect(answer.raw).not.toContain(cookieOf(answer).slice(13, 56))
  expect(await status(withCookie(answer))).toBe(200)
})

test('over HTTPS the cookie is Secure and host-only; cross-site pages of the shop need SameSite=None', async () => {
  await t.signIn.staff()
  const cookie = async (webOrigins: string[]) => {
    const app = await testApp({ database: t.database, config: { trustProxy: 'on', webOrigins } })
    const headers = { 'x-forwarded-proto': 'https' }
    const answer = await app.call(api.staff.login, { body: { username: 'asha', password } }, { headers })
    await app.close()
    return cookiesOf(answer)
  }
  const [session, device] = await cookie([])
  expect(session).toMatch(/^__Host-kirana_staff=\S+ Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(device).toMatch(/^__Host-kirana_device=\S+ Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  for (const one of await cookie(['https://shop.example']))
    expect(one).toMatch(/; HttpOnly; Secure; SameSite=None$/)
})

test('a wrong name, a wrong password and a disabled account get identical responses', async () => {
  await t.signIn.staff('asha')
  const { id } = await t.signIn.staff('disabled')
  await t.db.update(staffTable).set({ isActive: false }).where(eq(staffTable.id, id))
  const answers = [
    await login('nobody'),
    await login('asha', 'Wrong@123'),
    await login('disabled'),
    await login('disabled', 'x'),
  ]
  expect(new Set(answers.map(({ raw }) => raw)).size).toBe(1)
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  expect(answers.some(({ headers }) => 'set-cookie' in headers)).toBe(false)
})

test('superadmin sign-in does not reveal whether a name exists either', async () => {
  await t.signIn.superadmin()
  const answers = [
    ['nobody', password],
    ['superadmin', 'Wrong@123'],
    ['asha', password],
  ].map(([username = '', typed = '']) =>
    t.call(api.superadmin.login, { body: { username, password: typed } }),
  )
  const [first, ...others] = await Promise.all(answers)
  expect(first?.status).toBe(401)
  for (const other of others) expect([other.status, other.raw]).toEqual([401, first?.raw])
})

test('signing in ends the session the browser already had', async () => {
  const [staff, other] = [await t.signIn.staff(), await t.signIn.staff('other')]
  const body = { username: 'asha', password }
  expect(await status(withCookie(await t.call(api.staff.login, { body }, staff)))).toBe(200)
  expect([await status(staff), await status(other)]).toEqual([401, 200])
  const superadmin = await t.signIn.superadmin()
  await t.call(api.superadmin.login, { body: { username: 'superadmin', password } }, superadmin)
  expect(await superStatus(superadmin)).toBe(401)
})

test('after five failed attempts a name is locked out for growing but bounded times', async () => {
  await t.signIn.staff()
  for (let i = 0; i < 5; i++) expect((await login('asha', 'wrong')).status).toBe(401)
  const refused = await login()
  expect(refused).toMatchObject({ status: 429, code: 'slow-down' })
  expect(refused.headers['retry-after']).toBe('60')
  const restarted = await testApp({ database: t.database, at: '2026-11-21T13:00:30+05:30' })
  const again = await restarted.call(api.staff.login, { body: { username: 'asha', password } })
  expect([again.status, again.headers['retry-after']]).toEqual([429, '30'])
  await restarted.close()
  t.clock.pass(1)
  expect((await login('asha', 'wrong')).status).toBe(401)
  expect((await login()).headers['retry-after']).toBe('120')
  t.clock.pass(2)
  expect((await login()).status).toBe(200)
  for (let i = 0; i < 5; i++) expect((await login('asha', 'wrong')).status).toBe(401)
})

test.each(['asha', 'nobody'])('eleven guesses an hour at %s are checked', async (name) => {
  await t.signIn.staff()
  let guesses = 0
  for (let minute = 0; minute < 60; minute++) {
    if ((await login(name, 'wrong')).status === 401) guesses++
    t.clock.pass(1)
  }
  expect(guesses).toBe(11)
})

test('limits attempts on many names from one address', async () => {
  for (let i = 0; i < 20; i++) expect((await login(`name${i}`, 'wrong')).status).toBe(401)
  expect((await login('another', 'wrong')).status).toBe(429)
})

test('an empty form is a 400 and not a failed attempt', async () => {
  await t.signIn.staff()
  for (let i = 0; i < 8; i++) {
    expect(await login('', '')).toMatchObject({ status: 400, message: 'This field is required.' })
    expect((await login('asha', '')).status).toBe(400)
  }
  expect((await login()).status).toBe(200)
})

test('a session ends after 30 minutes without use, and after 12 hours in any case', async () => {
  const idle = await t.signIn.staff()
  t.clock.pass(29)
  expect(await status(idle)).toBe(200)
  t.clock.pass(29)
  expect(await status(idle)).toBe(200)
  t.clock.pass(30)
  expect(await status(idle)).toBe(401)

  const busy = await t.signIn.staff()
  for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
    t.clock.pass(20)
    expect(await status(busy)).toBe(200)
  }
  t.clock.pass(20)
  expect(await status(busy)).toBe(401)
})

test('signing out ends the session on the server, not only in the browser', async () => {
  const [staff, other, superadmin] = [
    await t.signIn.staff(),
    await t.signIn.staff(),
    await t.signIn.superadmin(),
  ]
  const answer = await t.call(api.staff.logout, {}, staff)
  expect(String(answer.headers['set-cookie'])).toMatch(/^kirana_staff=;.*Expires=Thu, 01 Jan 1970/)
  expect([await status(staff), await status(other)]).toEqual([401, 200])
  await t.call(api.superadmin.logout, {}, superadmin)
  expect(await superStatus(superadmin)).toBe(401)
})

test('changing the password ends all other sessions and renews the token of this one', async () => {
  const [one, two] = [await t.signIn.staff(), await t.signIn.staff()]
  const body = { password: 'longer than before' }
  const answer = await t.call(api.staff.changePassword, { body }, one)
  expect([await status(one), await status(two)]).toEqual([401, 401])
  expect(await status(withCookie(answer as never))).toBe(200)
  expect((await login()).status).toBe(401)
  expect((await login('asha', body.password)).status).toBe(200)
  const short = await t.call(
    api.staff.changePassword,
    { body: { password: '1234567' } },
    withCookie(answer as never),
  )
  expect(short).toMatchObject({ status: 400, message: 'Password should be minimum 8 characters' })
})

test('the superadmin changes the password with their own id and name, and is joined afterwards', async () => {
  const [one, two] = [await t.signIn.superadmin(), await t.signIn.superadmin()]
  const staff = await t.signIn.staff()
  const change = (id: string, as: As, body = { username: 'superadmin', password: 'Better@123' }) =>
    t.call(api.superadmin.changePassword, { params: { id }, body }, as)
  expect((await t.call(api.superadmin.get, {}, one)).data.isJoined).toBe(false)
  expect((await change(one.id, { headers: {} })).status).toBe(401)
  expect((await change(one.id, staff)).status).toBe(401)
  expect((await change(staff.id, one)).status).toBe(403)
  expect((await change(one.id, one, { username: 'other', password: 'Better@123' })).status).toBe(403)
  expect((await change(one.id, one, { username: 'superadmin', password: 'weak' })).status).toBe(400)
  expect((await change(one.id, one, { username: 'superadmin', password })).status).toBe(422)
  expect(await superStatus(two)).toBe(200)
  const answer = await change(one.id, one)
  expect(answer.status).toBe(200)
  expect([await superStatus(one), await superStatus(two), await status(staff)]).toEqual([401, 401, 200])
  const fresh = withCookie(answer as never)
  expect((await t.call(api.superadmin.get, {}, fresh)).data.isJoined).toBe(true)
})

test('superadmin sign-in fails if the password is changed while it is being checked', async () => {
  const one = await t.signIn.superadmin()
  const restore = wrapTransactions(t.context, async (work) => {
    restore()
    const body = { username: 'superadmin', password: 'Better@123' }
    await t.call(api.superadmin.changePassword, { params: { id: one.id }, body }, one)
    return t.database.transaction(work)
  })
  const body = { username: 'superadmin', password }
  expect((await t.call(api.superadmin.login, { body })).status).toBe(401)
})

test('disabling staff or resetting a password ends their sessions; a reset also clears lockouts', async () => {
  const superadmin = await t.signIn.superadmin()
  const edit = (staffId: string, isActive: boolean) =>
    t.call(api.staff.edit, { body: { staffId, name: 'Asha', email: '', isActive } }, superadmin)
  const asha = await t.signIn.staff()
  await edit(asha.id, false)
  expect(await status(asha)).toBe(401)
  expect((await login()).status).toBe(401)
  await edit(asha.id, true)
  expect(await status(asha)).toBe(401)
  const back = withCookie(await login())
  for (let i = 0; i < 5; i++) await login('Asha', 'forgotten')
  expect((await login()).status).toBe(429)
  const body = { staffId: asha.id, password: 'Another@1' }
  await t.call(api.staff.resetPassword, { body }, superadmin)
  expect(await status(back)).toBe(401)
  expect((await login('asha', 'Another@1')).status).toBe(200)
})

test('a cookie is valid for its own role only, even if the ids are equal', async () => {
  const superadmin = await t.signIn.superadmin()
  await t.db.execute(
    sql`INSERT INTO staff (id, name, username, password_hash) VALUES (${superadmin.id}, 'Same', 'same', 'x')`,
  )
  const staff = await t.signIn.staff('same')
  expect(staff.id).toBe(superadmin.id)
  const swapped = (from: Credentials, name: string): As => ({
    headers: { cookie: `${name}=${from.headers.cookie?.split('=')[1] ?? ''}` },
  })
  expect([await status(staff), await superStatus(superadmin)]).toEqual([200, 200])
  for (const as of [superadmin, swapped(superadmin, 'kirana_staff')]) expect(await status(as)).toBe(401)
  for (const as of [staff, swapped(staff, 'kirana_superadmin')]) expect(await superStatus(as)).toBe(401)
  const token = staff.headers.cookie?.split('=')[1] ?? ''
  expect((await t.call(api.storeMe.get, {}, { headers: { authorization: `Bearer ${token}` } })).status).toBe(
    401,
  )
})

test('staff are unique by username, listed with their last sign-in, and found by id only', async () => {
  const superadmin = await t.signIn.superadmin()
  const body = { name: 'Asha', email: 'asha@example.in', username: 'Asha', password }
  const add = (more = {}) => t.call(api.staff.add, { body: { ...body, ...more } }, superadmin)
  expect(await add()).toMatchObject({ status: 200, message: 'Staff added successfully' })
  expect(await add({ username: 'ASHA' })).toMatchObject({
    status: 409,
    message: 'This username is already taken',
  })
  const list = async () => (await t.call(api.staff.list, {}, superadmin)).data
  expect(await list()).toMatchObject([{ name: 'Asha', username: 'Asha', isActive: true, lastSignInAt: null }])
  await login('asha')
  expect((await list())[0]?.lastSignInAt).toBe('2026-11-21T07:30:00.000Z')
  expect(JSON.stringify(await list())).not.toContain('argon2')
  for (const staffId of ['nonsense', superadmin.id]) {
    const edit = { staffId, name: 'Asha', email: '', isActive: true }
    expect((await t.call(api.staff.edit, { body: edit }, superadmin)).status).toBe(404)
  }
})

test('stores tokens and passwords as hashes only', async () => {
  const staff = await t.signIn.staff()
  const { rows } = await t.db.execute(sql`SELECT to_jsonb(s) AS row FROM sessions s`)
  expect(JSON.stringify(rows)).not.toContain(staff.headers.cookie?.split('=')[1])
  await t.signIn.superadmin()
  const [superadmin] = await t.db.select().from(superadmins)
  expect(superadmin?.passwordHash).toMatch(hashed)
})

test('a password hashed at another cost still works and is rehashed', async () => {
  const passwordHash =
    '$argon2id$v=19$m=1024,t=1,p=1$YW4gb2xkZXIgcGFzc3dvcmQ$IcSBxXxWEwurqfrR8tyAKLKtaTSfTYcbNupSI9qtz3o'
  await t.signIn.staff()
  await t.db.update(staffTable).set({ passwordHash })
  expect((await login('asha', 'wrong')).status).toBe(401)
  expect((await login()).status).toBe(200)
  expect((await t.db.select().from(staffTable))[0]?.passwordHash).toMatch(hashed)
  expect((await login()).status).toBe(200)
})
