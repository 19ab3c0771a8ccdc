import { readFileSync } from 'node:fs'
import { asc, eq, isNull, type SQL } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FcmServer, startFcm } from '@kirana/testing/fcm'
import type { Database } from '../../db/types.ts'
import { pushMessages } from '../../tables/push-messages.ts'
import { users } from '../../tables/users.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { addPhones, phonesUpTo } from '@kirana/testing/phones'
import { openFcm } from './fcm.ts'
import { parseAccount } from '../../config/fcm-account.ts'
import { batchSize, openPush, type Push } from './push.ts'

let database: TestDatabase
let server: FcmServer
let open: Push[]
let failures: unknown[]
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.reset()
  server = await startFcm()
  open = []
  failures = []
})
afterEach(async () => {
  await Promise.all(open.map((push) => push.close()))
  await server.stop()
})

/** The sender of one process; `on` replaces its database. */
async function aSender(on: Database = database) {
  const account = parseAccount(readFileSync(server.credentials, 'utf8'))
  const fcm = account && openFcm(account, { url: server.url, now: () => new Date(), firstPauseMs: 1 })
  const push = openPush(on, fcm, (error) => failures.push(error))
  open.push(push)
  await push.start()
  return push
}

const patient = { timeout: 20_000, interval: 20 }
type New = Partial<typeof pushMessages.$inferInsert>
async function aMessage(fields: New = {}) {
  const message = { audience: 'all', title: 'Sale', body: 'Today', reach: 0, by: 'Asha' } as const
  const [row] = await database.db
    .insert(pushMessages)
    .values({ ...message, status: 'sending', ...fields })
    .returning()
  return row?.id ?? ''
}
const seen = async (id: string) => {
  const [row] = await database.db.select().from(pushMessages).where(eq(pushMessages.id, id))
  return row
}
const done = (id: string) => expect.poll(async () => (await seen(id))?.status, patient).toBe('done')
const arrived = (least: number) =>
  expect.poll(() => server.received.length, patient).toBeGreaterThanOrEqual(least)
const sorted = (phones: string[]) => phones.toSorted()

test('sends a broadcast to every phone once despite failures and removes dead tokens', async () => {
  const count = 2 * batchSize + 50
  await addPhones(database.db, count)
  server.reply = (token, nth) => {
    if (token.endsWith('7')) return 'dead'
    if (token.endsWith('13')) return nth === 1 ? 'internal' : 'sent'
    return token.endsWith('99') ? 'tooLong' : 'sent'
  }
  const id = await aMessage()
  await aSender()
  await done(id)
  const [dead, failed] = [45, 4]
  expect(await seen(id)).toMatchObject({
    sent: count - dead - failed,
    dead,
    failed,
    finishedAt: expect.any(Date),
  })
  expect(sorted([...new Set(server.phones())])).toEqual(sorted(phonesUpTo(count)))
  expect(server.phones()).toHaveLength(count + 5)
  const without = await database.db.select().from(users).where(isNull(users.fcmToken))
  expect(without).toHaveLength(dead)
  expect(without.every(({ phone }) => phone.endsWith('7'))).toBe(true)
  expect(String(failures[0])).toContain('400 INVALID_ARGUMENT')
})

test('finishes broadcasts to exactly one batch and to no customer', async () => {
  const nobody = await aMessage()
  const push = await aSender()
  await done(nobody)
  await addPhones(database.db, batchSize)
  const id = await aMessage()
  await push.wake()
  await done(id)
  expect(await seen(id)).toMatchObject({ sent: batchSize, dead: 0, failed: 0 })
})

test('notifies a shared phone once and removes its dead token from both accounts', async () => {
  await addPhones(database.db, 2)
  await database.db.update(users).set({ fcmToken: 'shared' })
  const first = await aMessage()
  const push = await aSender()
  await done(first)
  expect(server.phones()).toEqual(['shared'])
  server.reply = () => 'dead'
  const second = await aMessage()
  await push.wake()
  await done(second)
  expect(await seen(second)).toMatchObject({ dead: 1 })
  expect(await database.db.select().from(users).where(isNull(users.fcmToken))).toHaveLength(2)
})

test('keeps a token that was replaced while the old one was being sent to', async () => {
  await addPhones(database.db, 1)
  server.reply = () => 'dead'
  server.delay = 200
  const id = await aMessage()
  await aSender()
  await arrived(1)
  await database.db.update(users).set({ fcmToken: 'new' })
  await done(id)
  expect(await database.db.select({ token: users.fcmToken }).from(users)).toEqual([{ token: 'new' }])
})

test('sends a single message during a broadcast', async () => {
  await addPhones(database.db, 2)
  server.reply = (token) => (token === 'phone-1' ? 'quota' : 'sent')
  const all = await aMessage()
  const push = await aSender()
  await arrived(2)
  const one = await aMessage({ audience: 'one', token: 'phone-2', title: 'Yours' })
  await push.wake()
  await done(one)
  expect(await seen(one)).toMatchObject({ sent: 1, cursor: null })
  expect(server.received.filter(({ title }) => title === 'Yours')).toMatchObject([{ token: 'phone-2' }])
  expect((await seen(all))?.status).toBe('sending')
})

test('resumes a broadcast after the saved cursor', async () => {
  await addPhones(database.db, 10)
  const ids = await database.db.select().from(users).orderBy(asc(users.id))
  const id = await aMessage({ cursor: ids[5]?.id ?? null, sent: 6 })
  await aSender()
  await done(id)
  expect(sorted(server.phones())).toEqual(sorted(ids.slice(6).map(({ fcmToken }) => fcmToken ?? '')))
  expect(await seen(id)).toMatchObject({ sent: 10 })
})

test('sends no message twice after a graceful shutdown', async () => {
  await addPhones(database.db, 300)
  server.delay = 10
  const id = await aMessage()
  const first = await aSender()
  await arrived(40)
  await first.close()
  const sent = server.received.length
  expect(await seen(id)).toMatchObject({ status: 'sending', sent })
  expect(sent).toBeLessThan(300)
  await aSender()
  await done(id)
  expect(sorted(server.phones())).toEqual(sorted(phonesUpTo(300)))
})

test('sends from one process at a time and fails over to another', async () => {
  await addPhones(database.db, 3 * batchSize)
  server.delay = 5
  const [first] = await Promise.all([aSender(), aSender(), aSender()])
  const id = await aMessage()
  await Promise.all(open.map((push) => push.wake()))
  await arrived(20)
  await first?.close()
  await done(id)
  expect(sorted(server.phones())).toEqual(sorted(phonesUpTo(3 * batchSize)))
})

/** The database with every statement that contains `words` passed to `instead`. */
function through(words: string, instead: (run: () => Promise<unknown>) => Promise<unknown>): Database {
  const { db } = database
  const execute = (query: SQL) =>
    JSON.stringify(query).includes(words)
      ? { execute: () => instead(async () => db.execute(query)) }
      : db.execute(query)
  const get = (it: typeof db, name: string | symbol) =>
    name === 'execute' ? execute : (Reflect.get(it, name) as unknown)
  return { ...database, db: new Proxy(db, { get }) }
}

test('saves the progress once the database is back instead of sending the batch again', async () => {
  await addPhones(database.db, 5)
  let isAway = true
  const id = await aMessage()
  await aSender(
    through('UPDATE push_messages', async (run) => {
      if (!isAway) return run()
      isAway = false
      throw new Error('away')
    }),
  )
  await done(id)
  expect(failures).toMatchObject([{ message: 'away' }])
  expect(server.phones()).toHaveLength(5)
  expect(await seen(id)).toMatchObject({ sent: 5 })
})

test('does not resend a message that was finished during a poll', async () => {
  await addPhones(database.db, 1)
  server.delay = 200
  const gate = Promise.withResolvers<void>()
  let polls = 0
  const id = await aMessage({ audience: 'one', token: 'phone-1' })
  const push = await aSender(
    through('SELECT id, audience FROM', async (run) => {
      const result = await run()
      if (++polls === 2) await gate.promise
      return result
    }),
  )
  await arrived(1)
  await push.wake()
  await expect.poll(() => polls, patient).toBe(2)
  await done(id)
  gate.resolve()
  await push.wake()
  await expect.poll(() => polls, patient).toBeGreaterThan(2)
  await push.close()
  expect(server.phones()).toEqual(['phone-1'])
})
