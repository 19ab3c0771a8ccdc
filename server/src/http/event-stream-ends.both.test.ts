import { api } from '@kirana/contract'
import { eq, type SQL } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../db/types.ts'
import { resetSuperadmin } from '../services/people/superadmin.ts'
import { staff } from '../tables/people.ts'
import { type Credentials, testApp } from '../testing/app.ts'
import { PACKER_ROLE } from '../testing/preset-roles.ts'
import { openStreams } from './event-stream.ts'

const t = await testApp()
/** A second process on the same database, which has the streams. */
const other = await testApp({ database: t.database })
const address = await other.app.listen({ host: '127.0.0.1', port: 0 })
afterAll(async () => {
  await other.close()
  await t.close()
})

let owner: Credentials
let asha: Credentials
const open: AbortController[] = []
beforeEach(async () => {
  await t.database.reset()
  owner = await t.signIn.superadmin()
  asha = await t.signIn.staff()
})
afterEach(async () => {
  for (const stream of open.splice(0)) stream.abort()
  await expect.poll(openStreams).toBe(0)
})

/** Opens a stream in the second process; returns a function that says whether it is still open. */
async function listen({ headers }: { headers: Record<string, string> }) {
  const stop = new AbortController()
  open.push(stop)
  const answer = await fetch(`${address}/api/v1${api.events.listen.path}`, { headers, signal: stop.signal })
  let isOpen = true
  let text = ''
  const read = async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk
  }
  void read()
    .catch(() => {})
    .finally(() => (isOpen = false))
  await expect.poll(() => text).toContain('event: ready')
  return () => isOpen
}

const edit = (isActive: boolean) =>
  t.call(api.staff.edit, { body: { staffId: asha.id, name: 'Asha', email: '', isActive } }, owner)

async function requireFactor() {
  await t.db.update(staff).set({ roleId: PACKER_ROLE }).where(eq(staff.id, asha.id))
  const role = {
    roleId: PACKER_ROLE,
    name: 'Packer',
    permissions: ['picking' as const],
    requiresSecondFactor: true,
  }
  return t.call(api.roles.edit, { body: role }, owner)
}

/** Actions in the first process that end the streams of all of Asha's sessions. */
const endings: [string, () => Promise<unknown>][] = [
  ['when the person is disabled', () => edit(false)],
  [
    'when the superadmin resets the password',
    () => t.call(api.staff.resetPassword, { body: { staffId: asha.id, password: 'Better@123' } }, owner),
  ],
  [
    'when the person changes their own password',
    () => t.call(api.staff.changePassword, { body: { password: 'longer than before' } }, asha),
  ],
  ['when the role comes to require a second factor that the person does not have', requireFactor],
]

// Before the first heartbeat, which would end them after 15 seconds.
const soon = { timeout: 14_000 }

test.each(endings)('ends streams in every process immediately %s', async (_, end) => {
  const [one, two] = [await listen(asha), await listen(await t.signIn.staff())]
  const neighbour = await listen(await t.signIn.staff('neighbour'))
  await end()
  await expect.poll(() => [one(), two(), neighbour()], soon).toEqual([false, false, true])
})

test('ends only the streams of the session that signs out', async () => {
  const [one, two] = [await listen(asha), await listen(await t.signIn.staff())]
  await t.call(api.staff.logout, {}, asha)
  await expect.poll(() => [one(), two()], soon).toEqual([false, true])
})

test('ends a stream whose person was disabled while it opened', async () => {
  const { database } = other.context
  // After the session was found, but before the stream is registered.
  const disableNext = async (query: SQL) => {
    other.context.database = database
    const found = await database.db.execute(query)
    await edit(false)
    return found
  }
  const get = (db: Db, name: string) =>
    name === 'execute'
      ? (query: SQL) => ({ execute: () => disableNext(query) })
      : (Reflect.get(db, name) as unknown)
  other.context.database = { ...database, db: new Proxy(database.db, { get }) }
  const stream = await fetch(`${address}/api/v1${api.events.listen.path}`, {
    headers: asha.headers,
    signal: AbortSignal.timeout(soon.timeout),
  })
  expect(await stream.text()).toBe('')
})

test('keeps the staff’s streams open when the superadmin’s sessions end', async () => {
  const stream = await listen(asha)
  await t.call(api.superadmin.logout, {}, owner)
  await resetSuperadmin(t.database, { username: null, password: 'Chosen@1234', now: t.context.now() })
  expect((await t.call(api.superadmin.get, {}, owner)).status).toBe(401)
  await edit(true)
  expect(stream()).toBe(true)
})
