import { api } from '@kirana/contract'
import { startHttpSms } from '@kirana/testing/sms/http'
import { asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { codeMessages } from '../../tables/code-messages.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { openProvider } from './providers/open.ts'

const phone = '+919800000001'
const patient = { timeout: 20_000, interval: 20 }
let database: TestDatabase
let gateway: Awaited<ReturnType<typeof startHttpSms>>
let t: TestApp
let apps: TestApp[]

/** A process of the store; processes share `database`. It does not wait for a pending outcome. */
async function aProcess({ isPatient = true } = {}) {
  const { sms } = readConfig(gateway.environment)
  const codes = sms && openProvider(sms)
  const app = await testApp({ database, codes, ...(!isPatient && { answerWithinMs: 1 }) })
  apps.push(app)
  return app
}

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.reset()
  gateway = await startHttpSms()
  apps = []
  t = await aProcess()
})
afterEach(async () => {
  gateway.hangUp()
  await Promise.all(apps.map((app) => app.close()))
  await gateway.stop()
})

const ask = (app = t, to = phone) => app.call(api.storeSession.sendCode, { body: { phone: to } })
const rows = () => database.db.select().from(codeMessages).orderBy(asc(codeMessages.id))
const row = async () => (await rows()).at(-1)
const becomes = (state: string) => expect.poll(async () => (await row())?.state, patient).toBe(state)
const attempted = (attempts: number) =>
  expect.poll(async () => (await row())?.attempts, patient).toBe(attempts)
const forgotten = { recipient: null, code: null, phone: '•••••••••0001' }
/** Moves the clock, then a process sends what is due. */
const later = (minutes: number, app = t) => {
  app.clock.pass(minutes)
  app.context.codes.poll()
}
/** A message that a process has left behind. */
const aMessage = async (fields: Partial<typeof codeMessages.$inferInsert> = {}) => {
  const at = t.context.now()
  await database.db.insert(codeMessages).values({
    purpose: 'sign-in',
    phone: '•••••••••0001',
    recipient: phone,
    code: '123456',
    provider: 'http',
    channel: 'sms',
    state: 'asked',
    createdAt: at,
    dueAt: at,
    giveUpAt: new Date(at.getTime() + 5 * 60_000),
    ...fields,
  })
}

test('hands the code to the gateway, and keeps neither code nor phone', async () => {
  const { status, data, message } = await ask()
  expect({ status, data, message }).toEqual({ status: 200, data: {}, message: 'Code sent successfully' })
  const code = gateway.codeOf(phone)
  expect((await t.call(api.storeSession.signIn, { body: { phone, code } })).status).toBe(200)
  expect(await rows()).toMatchObject([
    {
      ...forgotten,
      state: 'sent',
      messageId: 'm-1',
      attempts: 1,
      error: '',
      claimedAt: null,
      finishedAt: expect.any(Date),
    },
  ])
  expect([gateway.refused, t.failures]).toEqual([[], []])
})

test('the database refuses to keep the code of a finished message', async () => {
  await aMessage()
  await expect(database.db.update(codeMessages).set({ state: 'sent' })).rejects.toThrow()
})

test.each([
  ['refused', 'rejected', '422 {"error":"Unknown template for +91••••••0001: code ••••••"}'],
  ['denied', 'authentication', '401 {"error":"Unknown key"}'],
] as const)(
  'answers at once that a %s code was not sent, and does not count it',
  async (reply, error, reason) => {
    gateway.reply = () => reply
    for (let n = 0; n < 5; n++)
      expect(await ask()).toMatchObject({
        status: 503,
        code: 'code-not-sent',
        message: expect.stringContaining('could not be sent'),
      })
    expect(await row()).toMatchObject({ ...forgotten, state: 'failed', error, reason, attempts: 1 })
    expect(t.failures.map(String).join()).not.toContain(gateway.codeOf(phone))
    gateway.reply = () => 'sent'
    for (let n = 0; n < 3; n++) expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
  },
)

test('a number that the provider rejects still counts for its network and the alarm', async () => {
  gateway.reply = () => 'refused'
  await ask()
  const { rows } = await database.db.execute<{ key: string }>(
    'SELECT key FROM attempts WHERE misses > 0 ORDER BY key',
  )
  expect(rows.map(({ key }) => key)).toEqual([
    expect.stringMatching(/^codes:all:/),
    expect.stringMatching(/^customer:send-network:/),
  ])
})

test('tries again after a temporary failure, at the time that the gateway asks for', async () => {
  t = await aProcess({ isPatient: false })
  gateway.reply = (_message, nth) => (nth === 1 ? 'busy' : nth === 2 ? 'broken' : 'sent')
  expect(await ask()).toMatchObject({ status: 200, message: 'Code sent successfully' })
  await attempted(1)
  const first = await row()
  expect(first).toMatchObject({
    state: 'asked',
    error: 'unavailable',
    reason: '429 {"error":"Slow down"}',
    claimedAt: null,
  })
  expect(first && first.dueAt.getTime() - first.createdAt.getTime()).toBe(7_000)
  later(0)
  later(0.5)
  await attempted(2)
  later(0.5)
  await becomes('sent')
  expect(await row()).toMatchObject({ ...forgotten, attempts: 3, error: '', reason: '' })
  expect(new Set(gateway.received.map(({ code }) => code)).size).toBe(1)
  const { status } = await t.call(api.storeSession.signIn, { body: { phone, code: gateway.codeOf(phone) } })
  expect(status).toBe(200)
})

test('does not wait for a gateway that does not answer', async () => {
  t = await aProcess({ isPatient: false })
  gateway.reply = (_message, nth) => (nth === 1 ? 'silent' : 'sent')
  expect((await ask()).status).toBe(200)
  await expect.poll(() => gateway.received.length, patient).toBe(1)
  gateway.hangUp()
  await attempted(1)
  expect(await row()).toMatchObject({ state: 'asked', error: 'unavailable', code: gateway.codeOf(phone) })
  later(1)
  await becomes('sent')
})

test('gives up while there is time to ask for another code', async () => {
  t = await aProcess({ isPatient: false })
  gateway.reply = () => 'broken'
  await ask()
  await attempted(1)
  for (let n = 2; n <= 9; n++) {
    later(0.55)
    await attempted(n)
  }
  later(0.55)
  await becomes('given-up')
  later(5)
  const ended = await row()
  expect(ended).toMatchObject({ ...forgotten, state: 'given-up', error: 'unavailable' })
  expect(ended?.finishedAt?.getTime()).toBeLessThanOrEqual((ended?.createdAt.getTime() ?? 0) + 5 * 60_000)
  expect(gateway.received).toHaveLength(ended?.attempts ?? 0)
})

test('a process that starts makes the attempts that another one has left', async () => {
  await aMessage({ attempts: 1, error: 'unavailable' })
  t.context.codes.start()
  await becomes('sent')
  expect(gateway.received).toEqual([{ phone, code: '123456', channel: 'sms' }])
  expect(await row()).toMatchObject({ ...forgotten, attempts: 2 })
})

test('gives up what a killed process was handing over, instead of sending it twice', async () => {
  await aMessage({ claimedAt: t.context.now() })
  later(0.9)
  later(0.2)
  await becomes('given-up')
  expect(await row()).toMatchObject({ ...forgotten, error: 'interrupted' })
  expect(gateway.received).toEqual([])
})

test('a stopped process leaves its next attempts to another one', async () => {
  const stopped = await aProcess({ isPatient: false })
  gateway.reply = (_message, nth) => (nth === 1 ? 'broken' : 'sent')
  await ask(stopped)
  await attempted(1)
  await stopped.close()
  later(1)
  await becomes('sent')
  expect(gateway.received).toHaveLength(2)
})

test('several processes send no code twice', async () => {
  const others = await Promise.all([aProcess(), aProcess()])
  const phones = Array.from({ length: 20 }, (_, n) => `+9198000001${String(n).padStart(2, '0')}`)
  for (const recipient of phones) await aMessage({ recipient })
  for (const app of [t, ...others]) app.context.codes.poll()
  const sent = () => database.db.$count(codeMessages, eq(codeMessages.state, 'sent'))
  await expect.poll(sent, patient).toBe(phones.length)
  expect(gateway.received.map(({ phone: to }) => to).toSorted()).toEqual(phones)
})

test('a new code ends the attempts of the previous one', async () => {
  const impatient = await aProcess({ isPatient: false })
  gateway.reply = (_message, nth) => (nth === 1 ? 'broken' : nth === 2 ? 'silent' : 'sent')
  await ask(impatient)
  await attempted(1)
  await ask(impatient)
  await expect.poll(() => gateway.received.length, patient).toBe(2)
  await ask(impatient)
  await becomes('sent')
  gateway.hangUp()
  await expect
    .poll(async () => (await rows()).map(({ state, error }) => [state, error]), patient)
    .toEqual([
      ['given-up', 'replaced'],
      ['given-up', 'replaced'],
      ['sent', ''],
    ])
  later(2)
  expect(gateway.received).toHaveLength(3)
})

test('without a provider no code is made, and nothing is counted', async () => {
  const without = await testApp({ database, codes: null })
  apps.push(without)
  for (let n = 0; n < 5; n++) expect(await ask(without)).toMatchObject({ status: 503, code: 'code-not-sent' })
  expect((await database.db.execute('SELECT phone FROM sign_in_codes')).rows).toEqual([])
  expect((await database.db.execute('SELECT key FROM attempts')).rows).toEqual([])
})

test('a code takes four statements beside the count of attempts', async () => {
  const ran = await t.statements(() => ask())
  const isCount = (query: string) => /\battempts (AS|a)\b/.test(query) && !query.includes('code_messages')
  expect(ran.filter((query) => !isCount(query))).toHaveLength(4)
})

test('counts codes by provider and outcome', async () => {
  gateway.reply = (_message, nth) => (nth === 1 ? 'denied' : 'sent')
  await ask()
  await ask()
  const { body } = await t.app.inject({ url: '/metrics' })
  expect(body).toContain('kirana_codes_total{provider="http",channel="sms",outcome="failed"} 1')
  expect(body).toContain('kirana_codes_total{provider="http",channel="sms",outcome="sent"} 1')
  expect(body).toContain('kirana_code_seconds_count{provider="http",channel="sms"} 1')
})
