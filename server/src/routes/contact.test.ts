import { api } from '@kirana/contract'
import { desc, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditRows } from '../tables/journal.ts'
import { type Credentials, testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'
import { raceOnLock } from '../testing/races/race-on-lock.ts'

const t = await testApp()
const { aCustomer } = factories(t)
afterAll(t.close)
beforeEach(async () => {
  await t.database.reset()
  t.clock.set('2026-11-21T13:00:00+05:30')
})

const write = (name: string) =>
  t.call(api.storeContact.add, { body: { name, phone: '9820098200', msg: `Message of ${name}` } })

test('lists messages newest first, each with the ticket number its sender got', async () => {
  const staff = await t.signIn.staff()
  const list = () => t.call(api.contact.list, {}, staff)
  expect((await list()).data).toEqual([])
  const names = ['Asha', '<b>"Ravi\'s" 100%</b>', 'मीरा']
  const tickets: string[] = []
  for (const name of names) tickets.push((await write(name)).data.ticket)
  expect(tickets).toEqual(['KM-000001', 'KM-000002', 'KM-000003'])
  const { data } = await list()
  expect(data.map(({ name }) => name)).toEqual(names.toReversed())
  expect(data.map(({ ticket }) => ticket)).toEqual(tickets.toReversed())
  expect(data[0]).toEqual({
    _id: expect.any(String),
    ticket: 'KM-000003',
    name: 'मीरा',
    email: '',
    phone: '+919820098200',
    msg: 'Message of मीरा',
    dateAndTime: '2026-11-21T07:30:00.000Z',
    state: 'new',
    owner: '',
    startedAt: null,
    answeredAt: null,
    dueAt: '2026-11-23T07:30:00.000Z',
    isOverdue: false,
    version: 1,
  })
  expect((await t.statements(list)).length).toBeLessThanOrEqual(1 + 3)
})

test('only staff read messages', async () => {
  await write('Asha')
  for (const headers of [{}, (await t.signIn.superadmin()).headers, (await aCustomer()).headers])
    expect((await t.call(api.contact.list, {}, { headers })).status).toBe(401)
})

const listed = async (as: Credentials) => {
  const [row] = (await t.call(api.contact.list, {}, as)).data
  if (!row) throw new Error('No message')
  return row
}
type State = 'new' | 'in-work' | 'answered'
const set = (messageId: string, state: State, version: number, as: Credentials) =>
  t.call(api.contact.setState, { body: { messageId, state, version } }, as)

test('a staff member who starts work on a message owns it until it is new again; each step is dated and audited', async () => {
  const asha = await t.signIn.staff()
  const { ticket } = (await write('Meera')).data
  const { _id: id } = await listed(asha)
  t.clock.pass(20)
  const taken = await set(id, 'in-work', 1, asha)
  expect(taken).toMatchObject({ status: 200, message: 'Status has been changed' })
  const started = { state: 'in-work', owner: 'Asha', startedAt: '2026-11-21T07:50:00.000Z', answeredAt: null }
  expect(taken.data).toMatchObject({ ...started, dueAt: '2026-12-21T07:30:00.000Z', version: 2 })
  expect(await listed(asha)).toEqual(taken.data)
  t.clock.pass(20)
  await set(id, 'answered', 2, asha)
  const answered = { ...started, state: 'answered', answeredAt: '2026-11-21T08:10:00.000Z', dueAt: null }
  expect(await listed(asha)).toMatchObject(answered)
  const [audited] = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1)
  expect(audited).toMatchObject({
    call: 'contact.setState',
    object: ticket,
    before: { state: 'in-work', owner: 'Asha' },
    after: { state: 'answered', owner: 'Asha' },
  })
  await set(id, 'new', 3, asha)
  expect(await listed(asha)).toMatchObject({ state: 'new', owner: '', startedAt: null, answeredAt: null })
  const ravi = await t.signIn.staff('ravi')
  await set(id, 'in-work', 4, asha)
  await set(id, 'in-work', 5, ravi)
  const { rows } = await t.db.execute(sql`SELECT owner_id AS id FROM contact_messages`)
  expect(rows).toEqual([{ id: ravi.id }])
  expect((await t.statements(() => set(id, 'answered', 6, asha))).length).toBeLessThanOrEqual(1 + 4)
})

test('marks messages that are not acknowledged in 48 hours or resolved in 30 days', async () => {
  const hours = (count: number) => t.clock.pass(count * 60)
  await write('Meera')
  let asha = await t.signIn.staff()
  const { _id: id } = await listed(asha)
  hours(48)
  asha = await t.signIn.staff()
  expect((await listed(asha)).isOverdue).toBe(false)
  t.clock.pass(1)
  expect((await listed(asha)).isOverdue).toBe(true)
  expect((await set(id, 'in-work', 1, asha)).data.isOverdue).toBe(false)
  hours(30 * 24 - 48)
  asha = await t.signIn.staff()
  expect((await listed(asha)).isOverdue).toBe(true)
  expect((await set(id, 'answered', 2, asha)).data.isOverdue).toBe(false)
})

test('of two staff members who take a message, the second gets an error', async () => {
  const [asha, ravi] = [await t.signIn.staff(), await t.signIn.staff('ravi')]
  await write('Meera')
  const { _id: id } = await listed(asha)
  const take = (as: Credentials) => () => set(id, 'in-work', 1, as)
  const lock = sql`SELECT 1 FROM contact_messages FOR UPDATE`
  const both = await raceOnLock(t, lock, [take(asha), take(ravi)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)).toMatchObject({
    code: 'stale',
    message: 'Somebody has changed this message since you opened it',
    data: { state: 'in-work', owner: 'Asha', version: 2 },
  })
})

test('refuses unknown messages, states and callers', async () => {
  const asha = await t.signIn.staff()
  await write('Meera')
  const { _id: id } = await listed(asha)
  expect(await set('unknown', 'answered', 1, asha)).toMatchObject({ status: 404 })
  expect(await set('01a1fd41-f2a3-769d-9900-17803f8126b3', 'answered', 1, asha)).toMatchObject({
    status: 404,
    message: 'Message not found',
  })
  expect(await set(id, 'closed' as State, 1, asha)).toMatchObject({
    status: 400,
    message: 'Status is not valid',
  })
  for (const as of [await t.signIn.superadmin(), await aCustomer()])
    expect((await set(id, 'answered', 1, as)).status).toBe(401)
})
