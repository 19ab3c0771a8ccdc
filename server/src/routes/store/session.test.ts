import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { factories } from '../../testing/factories.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)
beforeEach(t.database.reset)

const phone = '+919800000001'
const send = (to = phone) => t.call(api.storeSession.sendCode, { body: { phone: to } })
const enter = (code: string, more: { referCode?: string; fullName?: string } = {}) =>
  t.call(api.storeSession.signIn, { body: { phone, code, ...more } })
const sentCode = async () => {
  await send()
  return t.codes.get(phone) ?? ''
}
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')
const count = async (table: string) =>
  (await t.db.execute<{ n: number }>(sql.raw(`SELECT count(*)::int AS n FROM ${table}`))).rows[0]?.n

test('sends the code to the phone, and reveals it in no response or table', async () => {
  const { status, data, raw } = await send()
  expect({ status, data }).toEqual({ status: 200, data: {} })
  const code = t.codes.get(phone) ?? ''
  expect(code).toMatch(/^\d{6}$/)
  expect(raw).not.toContain(code)
  const { rows } = await t.db.execute(sql`SELECT * FROM sign_in_codes`)
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('in sample mode the response has the code', async () => {
  const sample = await testApp({ config: { sampleMode: true }, database: t.database })
  const { data } = await sample.call(api.storeSession.sendCode, { body: { phone } })
  expect(data.code).toBe(sample.codes.get(phone))
  await sample.close()
})

test('the first sign-in creates the account with wallet and referral code; later ones find it', async () => {
  const first = await enter(await sentCode(), { fullName: 'Ravi Kumar' })
  expect(first.data.user).toMatchObject({ phone, fullName: 'Ravi Kumar', addresses: [] })
  expect(first.data.user.referCode).toMatch(/^[A-Z]{8}$/)
  const again = await enter(await sentCode())
  expect(again.data.user).toEqual(first.data.user)
  expect(again.data.token).not.toBe(first.data.token)
  expect([await count('users'), await count('wallets')]).toEqual([1, 1])
  await t.signIn.customer('+919800000002')
  const { rows } = await t.db.execute(
    sql`SELECT max(customer_number)::int - min(customer_number)::int AS step FROM users`,
  )
  expect(rows).toEqual([{ step: 1 }])
})

test('all notations of a phone number are one account', async () => {
  const { id } = await make.aCustomer({ phone })
  for (const spelling of ['9800000001', '098000 00001', '+91 98000-00001', '91 9800000001']) {
    await send(spelling)
    const code = t.codes.get(phone) ?? ''
    const { data } = await t.call(api.storeSession.signIn, { body: { phone: spelling, code } })
    expect(data.user._id).toBe(id)
  }
})

test('a code works once, within ten minutes, for its own phone', async () => {
  const used = await sentCode()
  expect((await enter(used)).status).toBe(200)
  expect(await enter(used)).toMatchObject({ status: 401, message: 'The code is wrong or has expired' })

  const late = await sentCode()
  t.clock.pass(10)
  expect((await enter(late)).status).toBe(401)

  const foreign = await sentCode()
  const other = { phone: '+919800000002', code: foreign }
  expect((await t.call(api.storeSession.signIn, { body: other })).status).toBe(401)
  expect((await enter(foreign)).status).toBe(200)
})

test('a new code replaces the previous one', async () => {
  const old = await sentCode()
  const fresh = await sentCode()
  if (old !== fresh) expect((await enter(old)).status).toBe(401)
  expect((await enter(fresh)).status).toBe(200)
})

const NEW_CODE = {
  status: 401,
  code: 'new-code-needed',
  message: 'Too many wrong codes. Please ask for a new code',
}

test('five wrong attempts invalidate a code, also concurrently; the next code works without a wait', async () => {
  const code = await sentCode()
  for (let i = 0; i < 4; i++)
    expect(await enter(wrong(code))).toMatchObject({ status: 401, code: 'wrong-credentials' })
  expect(await enter(wrong(code))).toMatchObject(NEW_CODE)
  expect(await enter(code)).toMatchObject(NEW_CODE)
  const second = await sentCode()
  const guesses = await Promise.all([1, 2, 3].map(() => enter(wrong(second))))
  expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401])
  expect((await enter(second)).status).toBe(200)
})

test("a stranger's wrong attempts and code requests do not lock out the customer", async () => {
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
  const shop = await testApp({ database: t.database, config: { trustProxy: 'on' } })
  const ask = (ip: string) => shop.call(api.storeSession.sendCode, { body: { phone } }, from(ip))
  const guess = (ip: string, code: string) =>
    shop.call(api.storeSession.signIn, { body: { phone, code } }, from(ip))
  const [owner, stranger] = ['203.0.113.1', '203.0.113.2']
  const stop = { codes: 0, tries: 0 }
  await ask(owner)
  while ((await guess(stranger, wrong(shop.codes.get(phone) ?? ''))).status !== 429) stop.tries++
  while ((await ask(stranger)).status !== 429) stop.codes++
  expect(stop).toEqual({ tries: 10, codes: 3 })
  expect((await ask(owner)).status).toBe(200)
  expect((await guess(owner, shop.codes.get(phone) ?? '')).status).toBe(200)
  await shop.close()
})

test('limits attempts at one phone across many addresses', async () => {
  await t.db.execute(
    sql`INSERT INTO attempts (key, misses, since) VALUES (${`customer:code:${phone}`}, 49, ${t.context.now().toISOString()})`,
  )
  const code = await sentCode()
  expect((await enter(wrong(code))).status).toBe(401)
  expect((await enter(code)).status).toBe(429)
})

test('limits codes sent to a phone', async () => {
  for (let i = 0; i < 3; i++) expect((await send()).status).toBe(200)
  const refused = await send()
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
  expect((await send('9800000110')).status).toBe(200)
})

test('successful codes do not count, however many customers share an address', async () => {
  for (let n = 0; n < 25; n++) await t.signIn.customer(`+9198000000${10 + n}`)
})

test('a rejected request creates no code and sends nothing', async () => {
  for (let i = 0; i < 3; i++) await send()
  const code = t.codes.get(phone) ?? ''
  t.codes.clear()
  expect((await send()).status).toBe(429)
  expect(t.codes.size).toBe(0)
  expect((await enter(code)).status).toBe(200)
})

test('a referral code is stored at sign-up only; an unknown one is ignored', async () => {
  const friend = await make.aCustomer()
  const invitedWith = async (id: string) =>
    (await t.db.execute<{ code: string }>(sql`SELECT invited_with AS code FROM users WHERE id = ${id}`))
      .rows[0]?.code
  const invited = await make.aCustomer({ referCode: ` ${friend.user.referCode.toLowerCase()} ` })
  expect(await invitedWith(invited.id)).toBe(friend.user.referCode)
  const unknown = await make.aCustomer({ referCode: 'NOBODYS1' })
  expect(await invitedWith(unknown.id)).toBe('')
  const late = await make.aCustomer({ phone })
  await t.signIn.customer(phone, { referCode: friend.user.referCode })
  expect(await invitedWith(late.id)).toBe('')
})

test('signing out ends this session only', async () => {
  const one = await t.signIn.customer(phone)
  const two = await t.signIn.customer(phone)
  expect((await t.call(api.storeSession.signOut, {}, one)).status).toBe(200)
  expect((await t.call(api.storeMe.get, {}, one)).status).toBe(401)
  expect((await t.call(api.storeMe.get, {}, two)).status).toBe(200)
})

test('a customer who signs out gets no push messages on that phone any more', async () => {
  const asha = await t.signIn.customer(phone)
  await t.call(api.storeMe.edit, { body: { fcmToken: 'phone-1' } }, asha)
  await t.call(api.storeSession.signOut, {}, asha)
  const [user] = (await t.call(api.users.list, { params: { page: 1 }, query: {} }, await t.signIn.staff()))
    .data.data
  expect(user).toMatchObject({ phone, fcmToken: '' })
})

test.each(['', '12345', '5800000001', '+1 202 555 0100', 'ravi'])('rejects %j as a phone', async (to) => {
  expect(await send(to)).toMatchObject({ status: 400, message: 'Enter a 10 digit mobile number' })
})

test('a sign-in runs four statements and the audit row, plus rate limiting', async () => {
  const code = await sentCode()
  const ran = await t.statements(() => enter(code))
  expect(ran.filter((query) => !/\battempts\b/.test(query))).toHaveLength(4 + 1)
  const attempts = ran.filter((query) => /\battempts\b/.test(query))
  expect(attempts).toHaveLength(2)
})
