import { api } from '@kirana/contract'
import { startGupshup } from '@kirana/testing/sms/gupshup'
import { startMsg91 } from '@kirana/testing/sms/msg91'
import { startTwilio } from '@kirana/testing/sms/twilio'
import { asc } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import { codeMessages } from '../../../tables/code-messages.ts'
import { testApp, type TestApp } from '../../../testing/app.ts'
import { type TestDatabase, testDatabase } from '../../../testing/database.ts'
import { openProvider } from './open.ts'

const phone = '+919800000001'
const patient = { timeout: 20_000, interval: 20 }
const gateways = { msg91: startMsg91, twilio: startTwilio, gupshup: startGupshup }
type Name = keyof typeof gateways
/** The answers that every provider has. */
type Reply = 'sent' | 'denied' | 'number' | 'template' | 'balance' | 'busy' | 'broken' | 'silent'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

describe.each(Object.keys(gateways) as Name[])('%s', (name) => {
  let gateway: Awaited<ReturnType<(typeof gateways)[Name]>>
  let apps: TestApp[]
  const replies = (reply: (nth: number, channel: string) => Reply) => {
    gateway.reply = ({ channel }, nth) => reply(nth, channel)
  }

  async function aStore(settings: Record<string, string> = {}, isPatient = true) {
    const { sms } = readConfig({ ...gateway.environment, ...settings })
    const codes = sms && openProvider(sms)
    const app = await testApp({ database, codes, ...(!isPatient && { answerWithinMs: 1 }) })
    apps.push(app)
    return app
  }
  const ask = (app: TestApp) => app.call(api.storeSession.sendCode, { body: { phone } })
  const row = async () => (await database.db.select().from(codeMessages).orderBy(asc(codeMessages.id))).at(-1)
  const becomes = (fields: object) => expect.poll(row, patient).toMatchObject(fields)

  beforeEach(async () => {
    await database.reset()
    gateway = await gateways[name]()
    apps = []
  })
  afterEach(async () => {
    gateway.hangUp()
    await Promise.all(apps.map((app) => app.close()))
    await gateway.stop()
  })

  test('accepts a code, with which the customer signs in', async () => {
    const app = await aStore()
    expect((await ask(app)).status).toBe(200)
    const body = { phone, code: gateway.codeOf(phone) }
    expect((await app.call(api.storeSession.signIn, { body })).status).toBe(200)
    await becomes({ provider: name, channel: 'sms', state: 'sent', messageId: gateway.messageId, code: null })
    expect(gateway.refused).toEqual([])
  })

  test.each([
    ['denied', 503, 'authentication'],
    ['number', 422, 'number'],
    ['template', 503, 'template'],
    ['balance', 503, 'balance'],
  ] as const)('refuses for good: %s', async (reply, status, error) => {
    const app = await aStore()
    replies(() => reply)
    const code = status === 422 ? 'number-refused' : 'code-not-sent'
    for (let n = 0; n < 4; n++) expect(await ask(app)).toMatchObject({ status, code })
    await becomes({ state: 'failed', error, attempts: 1, recipient: null, code: null })
    const { reason } = (await row()) ?? {}
    expect(reason).toMatch(/\w/)
  })

  test('a wrong secret is refused permanently', async () => {
    const secret = { MSG91_AUTH_KEY: 'other', TWILIO_AUTH_TOKEN: 'other', GUPSHUP_PASSWORD: 'other' }
    expect((await ask(await aStore(secret))).status).toBe(503)
    await becomes({ state: 'failed', error: 'authentication' })
    expect(gateway.received).toEqual([])
  })

  test.each(['busy', 'broken', 'silent'] as const)(
    'is tried again after a temporary failure: %s',
    async (reply) => {
      const app = await aStore({}, false)
      replies((nth) => (nth === 1 ? reply : 'sent'))
      expect((await ask(app)).status).toBe(200)
      await expect.poll(() => gateway.received.length, patient).toBe(1)
      if (reply === 'silent') gateway.hangUp()
      await becomes({ state: 'asked', error: 'unavailable', attempts: 1 })
      app.clock.pass(1)
      app.context.codes.poll()
      await becomes({ state: 'sent', attempts: 2, error: '', reason: '' })
      expect(gateway.received[1]).toEqual(gateway.received[0])
    },
  )

  test('is given up when it fails for too long', async () => {
    const app = await aStore({}, false)
    replies(() => 'broken')
    await ask(app)
    await becomes({ attempts: 1 })
    app.clock.pass(4.99)
    app.context.codes.poll()
    await becomes({ state: 'given-up', error: 'unavailable', attempts: 2, recipient: null, code: null })
  })

  test('sends a code by WhatsApp if it is refused as a text message', async () => {
    const app = await aStore({ SMS_CHANNELS: 'sms, whatsapp', ...gateway.whatsapp })
    replies((_nth, channel) => (channel === 'sms' ? 'template' : 'sent'))
    expect((await ask(app)).status).toBe(200)
    await becomes({ channel: 'whatsapp', state: 'sent', attempts: 2, messageId: gateway.messageId })
    const [first, second] = gateway.received
    expect([first?.channel, second]).toEqual(['sms', { ...first, channel: 'whatsapp' }])
    expect(gateway.refused).toEqual([])
  })

  test('sends by WhatsApp alone, and reports when that refuses, too', async () => {
    const app = await aStore({ SMS_CHANNELS: 'whatsapp', ...gateway.whatsapp })
    await ask(app)
    replies(() => 'number')
    expect((await ask(app)).status).toBe(422)
    expect(gateway.received.map(({ channel }) => channel)).toEqual(['whatsapp', 'whatsapp'])
  })

  test('shows its settings, and none of its secrets', async () => {
    const { provider } = (await aStore({ SMS_CHANNELS: 'sms,whatsapp', ...gateway.whatsapp })).context.codes
    const about = JSON.stringify(provider?.about)
    for (const [variable, text] of Object.entries({ ...gateway.environment, ...gateway.whatsapp }))
      if (/AUTH|PASSWORD/.test(variable)) expect(about).not.toContain(text)
    expect(Object.keys(provider?.about ?? {}).length).toBeGreaterThan(2)
  })
})

test('MSG91 sends through a flow, and waits after a repeated request', async () => {
  await database.reset()
  const gateway = await startMsg91()
  const flow = { ...gateway.environment, MSG91_API: 'flow', MSG91_VARIABLE: 'number' }
  const { sms } = readConfig(flow)
  const app = await testApp({ database, codes: sms && openProvider(sms), answerWithinMs: 1 })
  gateway.reply = (_message, nth) => (nth === 1 ? 'tooSoon' : 'sent')
  await app.call(api.storeSession.sendCode, { body: { phone } })
  const row = async () => (await database.db.select().from(codeMessages))[0]
  await expect.poll(row, patient).toMatchObject({ state: 'asked', attempts: 1 })
  const { dueAt, createdAt } = (await row()) ?? {}
  expect(Number(dueAt) - Number(createdAt)).toBe(11_000)
  app.clock.pass(1)
  app.context.codes.poll()
  await expect.poll(row, patient).toMatchObject({ state: 'sent', messageId: gateway.messageId })
  await app.close()
  await gateway.stop()
})

test('Twilio sends from a number and with a content template', async () => {
  await database.reset()
  const gateway = await startTwilio()
  const { TWILIO_WHATSAPP_CONTENT_SID: content, TWILIO_WHATSAPP_FROM: number } = gateway.whatsapp
  const settings = { ...gateway.environment, TWILIO_MESSAGING_SERVICE_SID: '', SMS_TEXT: '' }
  const { sms } = readConfig({ ...settings, TWILIO_FROM: number, TWILIO_CONTENT_SID: content })
  const answer = await (sms && openProvider(sms).channels[0]?.send({ phone, code: '123456' }))
  expect(answer).toEqual({ outcome: 'sent', messageId: gateway.messageId })
  await gateway.stop()
})
