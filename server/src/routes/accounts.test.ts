import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { staff as staffTable, superadmins } from '../tables/people.ts'
import { callsThrough, type Credentials, password, testApp } from '../testing/app.ts'

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
const cookieOf = ({ headers }: Awaited<ReturnType<typeof login>>) => String(headers['set-cookie'])
const withCookie = (answer: Awaited<ReturnType<typeof login>>): As => ({
  headers: { cookie: cookieOf(answer).split(';')[0] ?? '' },
})
const status = async (as: As) => (await t.call(api.staff.get, {}, as)).status
const superStatus = async (as: As) => (await t.call(api.superadmin.get, {}, as)).status

test('signing in gives the profile and a cookie that scripts and other sites do not get', async () => {
  const { id } = await t.signIn.staff()
  const answer = await login(' ASHA ')
  expect(answer.data).toEqual({
    _id: id,
    name: 'Asha',
    email: '',
    username: 'asha',
    supportUrl: 'https://wa.me/',
  })
  expect(cookieOf(answer)).toMatch(/^kirana_staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(answer.raw).not.toContain(cookieOf(answer).slice(13, 56))
  expect(await status(withCookie(answer))).toBe(200)
})

test('over HTTPS the cookie is Secure and kept to the host; another site of the shop needs None', async () => {
  await t.signIn.staff()
  const cookie = async (webOrigins: string[]) => {
    const app = await testApp({ database: t.database, config: { trustProxy: true, webOrigins } })
    const headers = { 'x-forwarded-proto': 'https' }
    const answer = await app.call(api.staff.login, { body: { username: 'asha', password } }, { headers })
    await app.close()
    return String(answer.headers['set-cookie'])
  }
  expect(await cookie([])).toMatch(/^__Host-kirana_staff=\S+ Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(await cookie(['https://shop.example'])).toMatch(/; HttpOnly; Secure; SameSite=None$/)
})

test('wrong name, wrong password and a disabled account get the same answer, byte for byte', async () => {
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

test('the superadmin’s sign-in does not say either whether there is such a name', async () => {
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

test('a sign-in ends the session that the browser came with', async () => {
  const [staff, other] = [await t.signIn.staff(), await t.signIn.staff('other')]
  const body = { username: 'asha', password }
  expect(await status(withCookie(await t.call(api.staff.login, { body }, staff)))).toBe(200)
  expect([await status(staff), await status(other)]).toEqual([401, 200])
  const superadmin = await t.signIn.superadmin()
  await t.call(api.superadmin.login, { body: { username: 'superadmin', password } }, superadmin)
  expect(await superStatus(superadmin)).toBe(401)
})

test('after five misses a name waits, longer each time, and never for good', async () => {
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

test.each(['asha', 'nobody'])('eleven guesses in an hour at %s are looked at', async (name) => {
  await t.signIn.staff()
  let guesses = 0
  for (let minute = 0; minute < 60; minute++) {
    if ((await login(name, 'wrong')).status === 401) guesses++
    t.clock.pass(1)
  }
  expect(guesses).toBe(11)
})

test('one address cannot try many names', async () => {
  for (let i = 0; i < 20; i++) expect((await login(`name${i}`, 'wrong')).status).toBe(401)
  expect((await login('another', 'wrong')).status).toBe(429)
})

test('an empty form is 400 and no miss', async () => {
  await t.signIn.staff()
  for (let i = 0; i < 8; i++) {
    expect(await login('', '')).toMatchObject({ status: 400, message: 'This field is required.' })
    expect((await login('asha', '')).status).toBe(400)
  }
  expect((await login()).status).toBe(200)
})

test('a session ends after 30 minutes of no use and after 12 hours at all', async () => {
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

test('sign-out ends the session on the server, not only in the browser', async () => {
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

test('a new password keeps only the session that set it, with a new token', async () => {
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

test('the superadmin changes the own password by own id and name, and is joined from then on', async () => {
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

test('a superadmin’s sign-in is none when the password was changed while it was checked', async () => {
  const one = await t.signIn.superadmin()
  const restore = callsThrough(t.kit, async (work) => {
    restore()
    const body = { username: 'superadmin', password: 'Better@123' }
    await t.call(api.superadmin.changePassword, { params: { id: one.id }, body }, one)
    return t.database.transaction(work)
  })
  const body = { username: 'superadmin', password }
  expect((await t.call(api.superadmin.login, { body })).status).toBe(401)
})

test('disabling a staff member or giving a new password ends their sessions at once; after the latter nobody waits', async () => {
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

test('a cookie opens its own role alone, even where the ids are the same', async () => {
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

test('staff are added once a username, listed with their last sign-in, found by their id only', async () => {
  const superadmin = await t.signIn.superadmin()
  const body = { name: 'Asha', email: 'asha@example.in', username: 'Asha', password }
  const add = (more = {}) => t.call(api.staff.add, { body: { ...body, ...more } }, superadmin)
  expect(await add()).toMatchObject({ status: 200, message: 'Staff added successfully' })
  expect(await add({ username: 'ASHA' })).toMatchObject({
    status: 409,
    message: 'This username is taken already',
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

test('tokens and passwords are stored as hashes only', async () => {
  const staff = await t.signIn.staff()
  const { rows } = await t.db.execute(sql`SELECT to_jsonb(s) AS row FROM sessions s`)
  expect(JSON.stringify(rows)).not.toContain(staff.headers.cookie?.split('=')[1])
  await t.signIn.superadmin()
  const [superadmin] = await t.db.select().from(superadmins)
  expect(superadmin?.passwordHash).toMatch(hashed)
})

test('a password that was hashed at another cost still signs in, and is hashed anew', async () => {
  const { id } = await t.signIn.staff()
  const passwordHash =
    '$argon2id$v=19$m=1024,t=1,p=1$YW4gb2xkZXIgcGFzc3dvcmQ$kslksMIoblB/gff56Q6mC4z5RX2GkVT0gRyOXpB1yHM'
  await t.db.update(staffTable).set({ passwordHash }).where(eq(staffTable.id, id))
  expect((await login('asha', 'wrong')).status).toBe(401)
  expect((await login()).status).toBe(200)
  const [asha] = await t.db.select().from(staffTable)
  expect(asha?.passwordHash).toMatch(hashed)
  expect((await login()).status).toBe(200)
})
