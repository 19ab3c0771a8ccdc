import { Writable } from 'node:stream'
import { api } from '@kirana/contract'
import type { Need } from '@kirana/domain/permissions'
import { desc, eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, expect, test, vi } from 'vitest'
import { idOf, type LiveEvent } from '../live-event.ts'
import { findSession } from '../request/sessions.ts'
import type { CookieRole } from '../session.ts'
import { sessions, staff as staffTable } from '../tables/people.ts'
import { testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'
import { PACKER_ROLE } from '../testing/preset-roles.ts'
import { momentOf } from './access.ts'
import { endStreams, openStreams, streamEvents } from './event-stream.ts'
import type { AppContext } from '../context.ts'

const t = await testApp()
const make = factories(t)
const base = await t.app.listen({ host: '127.0.0.1', port: 0 })
afterAll(t.close)

/** Reads a stream until it has sent all `orders`; returns the received order ids in order. */
async function receive(orders: readonly string[], headers: Record<string, string>) {
  const stop = new AbortController()
  const answer = await fetch(`${base}/api/v1${api.events.listen.path}`, { headers, signal: stop.signal })
  let text = ''
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    if (orders.every((id) => text.includes(id))) break
  }
  stop.abort()
  await expect.poll(openStreams).toBe(0)
  return [...text.matchAll(/^data: .*"_id":"([^"]+)","order_id"/gm)].map(([, id]) => id)
}

test('sends events that are published during the replay after the replay', async () => {
  const staff = await t.signIn.staff()
  const customer = await make.aCustomer()
  await make.aPincode()
  const place = async () => {
    const before = t.context.live.position()
    const { data } = await make.tryOrder({ customer, items: [(await make.aProduct()).item()] })
    await expect.poll(() => t.context.live.position()).not.toEqual(before)
    return data._id
  }
  const known = t.context.live.position()
  const ids = [await place()]
  const { missed } = t.context.live
  t.context.live.missed = async (after) => {
    const batch = await missed(after)
    ids.push(await place())
    return batch
  }
  const received = receive(ids, { ...staff.headers, 'last-event-id': idOf(known) })
  await expect.poll(() => ids.length).toBe(2)
  t.context.live.missed = missed
  expect(await received).toEqual(ids)
})

/** Opens a stream to `raw` and sends `frame` to it. `signedIn` runs between the sign-in and the stream. */
async function listen(
  raw: Writable,
  frame: string,
  {
    need = 'everybody',
    role = 'staff',
    signedIn,
  }: { need?: Need; role?: CookieRole; signedIn?: (id: string) => Promise<unknown> } = {},
) {
  const [name = '', token = ''] = (await t.signIn[role]()).headers.cookie?.split('=') ?? []
  const who = await findSession(t.db, role, token, momentOf(t.context))
  if (!who) throw new Error('Nobody is signed in')
  await signedIn?.(who.id)
  let tell = (_batch: readonly LiveEvent[]) => {}
  const live = {
    position: () => ({ epoch: '', seq: 0, at: 0 }),
    poll: () => Promise.resolve(),
    subscribe: (listener: typeof tell) => {
      tell = listener
      return () => {}
    },
  }
  const reply = { raw: Object.assign(raw, { writeHead: () => {} }), hijack: () => {}, getHeaders: () => ({}) }
  streamEvents(
    { headers: {}, cookies: { [name]: token }, log: { error: () => {} } } as unknown as FastifyRequest,
    reply as unknown as FastifyReply,
    { ...t.context, live } as unknown as AppContext,
    {
      who,
      resumed: '',
      encode: (batch) => Promise.resolve(batch.map((place) => ({ place, text: frame, need }))),
    },
  )
  let seq = 0
  return () => tell([{ epoch: '', seq: ++seq, type: 'order.created', at: 0, subject: '' }])
}

test('disconnects a client that reads nothing, and drops its buffer', async () => {
  const stalled = new Writable({ write: () => {} })
  const tell = await listen(stalled, 'x'.repeat(2 * 1024 * 1024))
  expect(openStreams()).toBe(1)
  // A batch may be large for a client that reads.
  tell()
  await expect.poll(() => stalled.writableLength).toBeGreaterThan(1024 * 1024)
  expect(openStreams()).toBe(1)
  tell()
  await expect.poll(openStreams).toBe(0)
  expect(stalled.destroyed).toBe(true)
})

test('sends nothing that a role no longer includes, even if it was changed while the stream was being opened', async () => {
  const received: string[] = []
  const raw = new Writable({ write: (chunk, _, done) => (received.push(String(chunk)), done()) })
  const giveRole = (id: string) =>
    t.db.update(staffTable).set({ roleId: PACKER_ROLE }).where(eq(staffTable.id, id))
  const tell = await listen(raw, 'withdrawal', { need: 'withdrawals.read', signedIn: giveRole })
  tell()
  await expect.poll(() => received.length).toBeGreaterThan(0)
  endStreams()
  await expect.poll(openStreams).toBe(0)
  expect(received.join('')).toMatch(/^event: ready/)
  expect(received.join('')).not.toContain('withdrawal')
})

test.each([
  ['staff', true],
  ['superadmin', false],
] as const)('listening keeps %s signed in: %s', async (role, isUse) => {
  const received: string[] = []
  const raw = new Writable({ write: (chunk, _, done) => (received.push(String(chunk)), done()) })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await listen(raw, '', { role })
  const openedAt = t.context.now()
  t.clock.pass(2)
  vi.advanceTimersByTime(15_000)
  vi.useRealTimers()
  await expect.poll(() => received.join('')).toContain('event: beat')
  const [session] = await t.db
    .select()
    .from(sessions)
    .where(eq(sessions.role, role))
    .orderBy(desc(sessions.seenAt))
  expect(session?.seenAt).toEqual(isUse ? t.context.now() : openedAt)
  endStreams()
  await expect.poll(openStreams).toBe(0)
})

test('cleans up when the client disconnects before the stream begins', async () => {
  const gone = new Writable({ write: () => {} })
  gone.destroy()
  await listen(gone, '')
  expect(openStreams()).toBe(0)
})
