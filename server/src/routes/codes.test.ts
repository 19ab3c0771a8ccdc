import { api } from '@kirana/contract'
import { startHttpSms } from '@kirana/testing/sms/http'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { openProvider } from '../services/messaging/providers/open.ts'
import { auditRows } from '../tables/journal.ts'
import { type Credentials, testApp } from '../testing/app.ts'

const gateway = await startHttpSms()
const { sms } = readConfig({ ...gateway.environment, SMS_SENDER_ID: 'KIRANA' })
const t = await testApp({ codes: sms && openProvider(sms) })
let superadmin: Credentials
beforeEach(async () => {
  await t.database.reset()
  superadmin = await t.signIn.superadmin()
})
afterEach(() => {
  gateway.received.length = 0
  gateway.reply = () => 'sent'
})
afterAll(async () => {
  await t.close()
  await gateway.stop()
})

const phone = '+919800000001'
const send = (to = phone) => t.call(api.codes.test, { body: { phone: to } }, superadmin)
const list = () => t.call(api.codes.list, {}, superadmin)

test('shows the provider without secrets, the counts of a day and masked phones', async () => {
  await t.call(api.storeSession.sendCode, { body: { phone } })
  t.clock.pass(25 * 60)
  gateway.reply = (_message, nth) => (nth === 2 ? 'denied' : 'sent')
  for (let n = 0; n < 2; n++) await t.call(api.storeSession.sendCode, { body: { phone } })
  superadmin = await t.signIn.superadmin()
  const { data, raw } = await list()
  expect(data).toMatchObject({
    isSample: false,
    provider: {
      name: 'http',
      channels: ['sms'],
      settings: [
        { name: 'Sender ID', value: 'KIRANA' },
        { name: 'Gateway', value: new URL(gateway.url).host },
      ],
    },
    counts: { asked: 0, sent: 1, failed: 1, 'given-up': 0 },
    messages: [{ state: 'sent' }, { state: 'failed', error: 'authentication' }, { state: 'sent' }],
  })
  expect(data.messages.map((message) => message.phone)).toEqual(Array(3).fill('•••••••••0001'))
  for (const secret of [phone.slice(1), 'gateway-secret', ...gateway.received.map(({ code }) => code)])
    expect(raw).not.toContain(secret)
})

test('sends a test code, which cannot be used to sign in, and returns the response of the provider', async () => {
  const first = await send('98000 00001')
  const body = { phone, code: gateway.codeOf(phone) }
  expect((await t.call(api.storeSession.signIn, { body })).status).toBe(401)
  gateway.reply = () => 'denied'
  const second = await send()
  const { messages } = (await list()).data
  const denied = { state: 'failed', error: 'authentication', reason: '401 {"error":"Unknown key"}' }
  expect(messages).toMatchObject([
    { _id: second.data._id, purpose: 'test', ...denied },
    { _id: first.data._id, purpose: 'test', state: 'sent', error: '', reason: '' },
  ])
  const [audited] = await t.db.select().from(auditRows).where(eq(auditRows.object, second.data._id))
  expect(audited).toMatchObject({ call: 'codes.test', role: 'superadmin', after: { phone: '•••••••••0001' } })
})

test('a test does not change the code of a customer', async () => {
  await t.call(api.storeSession.sendCode, { body: { phone } })
  const body = { phone, code: gateway.codeOf(phone) }
  await send()
  expect((await t.call(api.storeSession.signIn, { body })).status).toBe(200)
})

test('is for the superadmin alone', async () => {
  const staff = await t.signIn.staff()
  for (const as of [staff, { headers: {} }]) {
    expect((await t.call(api.codes.list, {}, as)).status).toBe(401)
    expect((await t.call(api.codes.test, { body: { phone } }, as)).status).toBe(401)
  }
  expect(gateway.received).toEqual([])
})

test('allows three tests, then one a minute', async () => {
  for (let n = 0; n < 3; n++) expect((await send()).status).toBe(200)
  expect((await send()).headers['retry-after']).toBe('60')
  expect(gateway.received).toHaveLength(3)
  t.clock.pass(1)
  expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(429)
})

test('rejects text that is not a phone number, and tests nothing without a provider', async () => {
  expect(await send('12345')).toMatchObject({ status: 400, message: 'Enter a 10 digit mobile number' })
  const without = await testApp({ database: t.database, codes: null })
  expect(await without.call(api.codes.test, { body: { phone } }, superadmin)).toMatchObject({
    status: 409,
    message: 'No provider is set: SMS_PROVIDER is empty',
  })
  expect((await without.call(api.codes.list, {}, superadmin)).data).toMatchObject({
    provider: null,
    messages: [],
  })
  await without.close()
})

test('a list runs two statements and a test four, beside the session', async () => {
  const asks = (ran: string[]) => ran.filter((query) => !/\bsessions\b/.test(query))
  expect(asks(await t.statements(list))).toHaveLength(2)
  expect(asks(await t.statements(() => send()))).toHaveLength(4)
})
