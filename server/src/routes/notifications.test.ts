import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { api } from '@kirana/contract'
import { desc } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { startFcm } from '@kirana/testing/fcm'
import { openFcm } from '../services/messaging/fcm.ts'
import { parseAccount } from '../config/fcm-account.ts'
import { auditRows } from '../tables/journal.ts'
import { pushMessages } from '../tables/push-messages.ts'
import { type Credentials, withHeaders, testApp } from '../testing/app.ts'
import { addPhones } from '@kirana/testing/phones'

const fcm = await startFcm()
const account = parseAccount(readFileSync(fcm.credentials, 'utf8'))
const now = () => new Date()
const client = account && openFcm(account, { url: fcm.url, now, firstPauseMs: 1 })
/** Two app processes, with and without push configured. */
const t = await testApp({ ...(client && { fcm: client }) })
const unset = await testApp()
afterAll(async () => {
  await t.close()
  await unset.close()
  await fcm.stop()
})

let as: Credentials
beforeEach(async () => {
  await t.database.reset()
  await unset.database.reset()
  as = await t.signIn.staff()
  fcm.received.length = 0
  fcm.reply = () => 'sent'
})

// Messages still being sent would arrive in the next test.
afterEach(async () => {
  fcm.reply = () => 'sent'
  const isQuiet = async () => (await list()).messages.every(({ status }) => status !== 'sending')
  await expect.poll(isQuiet, patient).toBe(true)
})

const text = { title: '5% \\ _ "off" <b>', body: 'आज की पेशकश: Maa’s aam' }
const toAll = (body: object = text, by = as) =>
  t.call(api.notifications.sendToAll, { body: { ...text, ...body } }, by)
const toOne = (body: object = {}, by = as) =>
  t.call(api.notifications.sendToUser, { body: { ...text, fcmToken: 'phone-1', ...body } }, by)
const list = async () => (await t.call(api.notifications.list, {}, as)).data
const newest = async () => (await list()).messages[0]
const patient = { timeout: 20_000, interval: 20 }
const arrived = (least: number) =>
  expect.poll(() => fcm.received.length, patient).toBeGreaterThanOrEqual(least)
const done = () => expect.poll(async () => (await newest())?.status, patient).toBe('done')

test('a broadcast reports its reach, is sent, and is listed with its progress', async () => {
  await addPhones(t.db, 3)
  expect((await t.call(api.notifications.reach, {}, as)).data).toEqual({ reach: 3 })
  fcm.reply = (token) => (token === 'phone-2' ? 'dead' : token === 'phone-3' ? 'tooLong' : 'sent')
  const answer = await toAll()
  expect(answer).toMatchObject({ status: 200, message: 'Notification send successfully' })
  expect(answer.data).toEqual({ _id: expect.any(String), reach: 3 })
  await done()
  expect(await list()).toEqual({
    isConfigured: true,
    messages: [
      {
        _id: answer.data._id,
        ...text,
        audience: 'all',
        status: 'done',
        reach: 3,
        sent: 1,
        failed: 1,
        dead: 1,
        by: 'Asha',
        dateAndTime: '2026-11-21T07:30:00.000Z',
      },
    ],
  })
  expect((await t.call(api.notifications.reach, {}, as)).data).toEqual({ reach: 2 })
  expect(fcm.received).toEqual(
    expect.arrayContaining([expect.objectContaining({ token: 'phone-1', ...text })]),
  )
})

test('a message to one customer is sent to that phone only', async () => {
  await addPhones(t.db, 3)
  expect(await toOne()).toMatchObject({ status: 200, message: 'Notification send successfully', data: null })
  await done()
  expect(await newest()).toMatchObject({ audience: 'one', reach: 1, sent: 1, ...text })
  expect(fcm.phones()).toEqual(['phone-1'])
})

test('rejects a token of no customer', async () => {
  await addPhones(t.db, 1)
  const missing = { status: 404, message: 'No customer has this phone any more. Refresh the list' }
  for (const fcmToken of ['phone-9', "'", '%']) expect(await toOne({ fcmToken })).toMatchObject(missing)
  expect((await list()).messages).toEqual([])
})

test.each([{ title: '' }, { title: ' ' }, { body: '' }, { title: undefined }, { body: null }])(
  'rejects %j with the message of each call',
  async (wrong) => {
    await addPhones(t.db, 1)
    const one = { status: 400, message: 'Title, body and fcm token is required' }
    expect(await toOne(wrong)).toMatchObject(one)
    expect(await toOne({ fcmToken: '' })).toMatchObject(one)
    expect(await toAll(wrong)).toMatchObject({ status: 400, message: 'Title, body is required' })
    expect((await list()).messages).toEqual([])
  },
)

test("the longest Hindi message fits the service's limit", async () => {
  await addPhones(t.db, 1)
  const longest = { title: 'क'.repeat(200), body: 'ख'.repeat(1000) }
  expect((await toAll(longest)).status).toBe(200)
  expect(Buffer.byteLength(JSON.stringify(longest))).toBeLessThan(4096)
  for (const [longer, most] of [
    [{ title: 'क'.repeat(201) }, 200],
    [{ body: 'ख'.repeat(1001) }, 1000],
  ] as const) {
    const refused = { status: 400, message: `Use ${most} characters at most` }
    expect(await toAll(longer)).toMatchObject(refused)
    expect(await toOne(longer)).toMatchObject(refused)
  }
})

test('without credentials a message is recorded but not sent', async () => {
  const asha = await unset.signIn.staff()
  await addPhones(unset.db, 2)
  const all = await unset.call(api.notifications.sendToAll, { body: text }, asha)
  expect(all).toMatchObject({ status: 200, message: 'Notification send successfully', data: { reach: 2 } })
  const body = { ...text, fcmToken: 'phone-1' }
  expect((await unset.call(api.notifications.sendToUser, { body }, asha)).status).toBe(200)
  const { data } = await unset.call(api.notifications.list, {}, asha)
  expect(data).toMatchObject({
    isConfigured: false,
    messages: [
      { audience: 'one', status: 'recorded', sent: 0 },
      { audience: 'all', status: 'recorded', sent: 0, reach: 2 },
    ],
  })
})

test('the response does not wait for the service', async () => {
  await addPhones(t.db, 3)
  fcm.reply = () => 'slow'
  expect([(await toAll()).status, (await toOne()).status]).toEqual([200, 200])
  await arrived(4)
  expect((await list()).messages).toMatchObject([{ status: 'sending' }, { status: 'sending' }])
  fcm.reply = () => 'sent'
  fcm.hangUp()
  await done()
  expect((await list()).messages).toMatchObject([{ sent: 1 }, { audience: 'all' }])
})

test('two calls with one key are one broadcast with the same response', async () => {
  await addPhones(t.db, 2)
  const keyed = { ...as, ...withHeaders(as, { 'idempotency-key': randomUUID() }) }
  const answers = await Promise.all([toAll(text, keyed), toAll(text, keyed)])
  expect(answers.map(({ status }) => status).filter((status) => status !== 409)).toContain(200)
  const again = await toAll(text, keyed)
  expect(again.data._id).toBe(answers.find(({ status }) => status === 200)?.data._id)
  await done()
  expect((await list()).messages).toHaveLength(1)
  expect(fcm.phones().toSorted()).toEqual(['phone-1', 'phone-2'])
})

test('only staff send messages and list them', async () => {
  const others = [{ headers: {} }, await t.signIn.customer(), await t.signIn.superadmin()]
  for (const other of others) {
    expect([401, 403]).toContain((await t.call(api.notifications.sendToAll, { body: text }, other)).status)
    expect([401, 403]).toContain((await t.call(api.notifications.list, {}, other)).status)
    expect([401, 403]).toContain((await t.call(api.notifications.reach, {}, other)).status)
    const body = { ...text, fcmToken: 'phone-1' }
    expect([401, 403]).toContain((await t.call(api.notifications.sendToUser, { body }, other)).status)
  }
  expect((await list()).messages).toEqual([])
})

test('lists the 20 newest messages, newest first', async () => {
  const message = { audience: 'all', body: 'b', status: 'recorded', reach: 0, by: 'Asha' } as const
  const rows = Array.from({ length: 23 }, (_, n) => ({ ...message, title: `message ${n}` }))
  for (const row of rows) await t.db.insert(pushMessages).values(row)
  const { messages } = await list()
  expect(messages.map(({ title }) => title)).toEqual(
    rows
      .map(({ title }) => title)
      .toReversed()
      .slice(0, 20),
  )
})

test('audits text and recipient, without the token', async () => {
  await addPhones(t.db, 1)
  await toAll()
  await toOne()
  const rows = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(2)
  const ids = (await list()).messages.map(({ _id }) => _id)
  expect(rows).toMatchObject([
    { call: 'notifications.sendToUser', object: ids[0], person: 'Asha', after: { ...text } },
    { call: 'notifications.sendToAll', object: ids[1], person: 'Asha', after: { ...text, reach: 1 } },
  ])
  expect(JSON.stringify(rows)).not.toContain('phone-1')
})

test('runs few statements, plus session and audit', async () => {
  const asha = await unset.signIn.staff()
  await addPhones(unset.db, 2)
  const cost = async (work: () => Promise<unknown>) => (await unset.statements(work)).length
  const body = { ...text, fcmToken: 'phone-1' }
  expect(await cost(() => unset.call(api.notifications.list, {}, asha))).toBeLessThanOrEqual(2)
  expect(await cost(() => unset.call(api.notifications.reach, {}, asha))).toBeLessThanOrEqual(2)
  expect(await cost(() => unset.call(api.notifications.sendToUser, { body }, asha))).toBeLessThanOrEqual(4)
  expect(await cost(() => unset.call(api.notifications.sendToAll, { body: text }, asha))).toBeLessThanOrEqual(
    4,
  )
})
