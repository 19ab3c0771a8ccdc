import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { desc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { company } from '../tables/company.ts'
import { auditRows, liveEvents } from '../tables/journal.ts'
import { opening } from '../tables/opening.ts'
import { orders } from '../tables/orders.ts'
import { interleave } from '../testing/races/interleave.ts'
import { onServer } from '../testing/on-server.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff: as, signInStaff } = await staffApp()

type Hours = Sent<typeof api.opening.editHours>['body']
const get = async () => (await t.call(api.opening.get, {}, as)).data
const editHours = (body: Partial<Hours>) =>
  t.call(api.opening.editHours, { body: { version: 0, week: null, closedDays: [], ...body } }, as)
const close = (body: Sent<typeof api.opening.close>['body']) => t.call(api.opening.close, { body }, as)
const setBusy = (busyMinutes: number | string) => t.call(api.opening.setBusy, { body: { busyMinutes } }, as)
const week = (...spans: [from: string, to: string][]): NonNullable<Hours['week']> =>
  Array.from({ length: 7 }, () => spans.map(([from, to]) => ({ from, to })))
const openNow = async () => {
  const { isOpen, opensAt, eta } = (await t.call(api.storeCatalogue.get, {})).data
  return { isOpen, opensAt, eta }
}

const always = {
  isOpen: true,
  opensAt: null,
  eta: '10 minutes',
  version: 0,
  week: null,
  closedDays: [],
  isClosed: false,
  closedUntil: null,
  closedAt: null,
  closedBy: '',
  busyMinutes: 0,
  deliveryTime: '10 minutes',
}

test('a store without hours is always open', async () => {
  expect(await get()).toEqual(always)
  expect(await openNow()).toEqual({ isOpen: true, opensAt: null, eta: '10 minutes' })
  await make.aPincode()
  expect((await make.tryOrder()).status).toBe(200)
})

test('hours of several spans, past midnight too, and closed days are kept as sent', async () => {
  const hours = week(['07:00', '13:00'], ['18:00', '02:00'])
  const closedDays = [
    { date: '2026-12-25', reason: '' },
    { date: '2026-11-23', reason: 'Guru Nanak Jayanti' },
  ]
  expect(await editHours({ week: hours, closedDays })).toMatchObject({
    status: 200,
    message: 'Opening hours updated successfully',
    data: null,
  })
  expect(await get()).toEqual({
    ...always,
    isOpen: false,
    opensAt: '2026-11-21T12:30:00.000Z',
    eta: null,
    version: 1,
    week: hours,
    closedDays: closedDays.toReversed(),
  })
  expect((await editHours({ version: 1 })).status).toBe(200)
  expect(await get()).toEqual({ ...always, version: 2 })
})

test('customers see in catalogue and quote whether the store is open, and when it opens', async () => {
  await make.aPincode()
  const rice = await make.aProduct()
  await editHours({ week: week(['07:00', '22:00']), closedDays: [{ date: '2026-11-22', reason: 'Rest' }] })
  const quote = async () =>
    (await t.call(api.storeOrders.quote, { body: { items: [rice.item()], pincode: '400001' } })).data
  expect(await openNow()).toEqual({ isOpen: true, opensAt: null, eta: '10 minutes' })
  expect(await quote()).toMatchObject({ isOpen: true, opensAt: null, eta: '10 minutes', notes: [] })
  t.clock.set('2026-11-21T22:00:00+05:30')
  const closed = { isOpen: false, opensAt: '2026-11-23T01:30:00.000Z', eta: null }
  expect(await openNow()).toEqual(closed)
  expect(await quote()).toMatchObject({
    ...closed,
    totalPrice: 50,
    notes: ['The store is closed. It opens on 23 Nov 2026 at 7:00 am'],
  })
})

test('an order placed while closed is refused and stores nothing; a repeated key gets its order', async () => {
  await make.aPincode()
  const rice = await make.aProduct()
  const customer = await make.aCustomer({ money: 100_000 })
  const key = randomUUID()
  const order = (fields: object = {}) => make.tryOrder({ customer, items: [rice.item()], ...fields })
  const placed = await order({ key })
  await editHours({ week: week(['07:00', '22:00']) })
  t.clock.set('2026-11-21T22:00:00+05:30')
  for (const payment of ['cod', 'wallet'] as const)
    expect(await order({ payment })).toMatchObject({
      status: 422,
      code: 'closed',
      message: 'The store is closed. It opens on 22 Nov 2026 at 7:00 am',
    })
  expect(await t.db.$count(orders)).toBe(1)
  expect((await order({ key })).data).toEqual(placed.data)
  t.clock.set('2026-11-22T06:59:59+05:30')
  expect((await order()).message).toBe('The store is closed. It opens at 7:00 am')
  t.clock.set('2026-11-22T07:00:00+05:30')
  expect((await order()).status).toBe(200)
})

test('closing now holds until reopened', async () => {
  await make.aPincode()
  const order = async () => make.tryOrder()
  expect(await close({ isClosed: true })).toMatchObject({
    status: 200,
    message: 'Store status updated successfully',
  })
  expect(await get()).toEqual({
    ...always,
    isOpen: false,
    eta: null,
    isClosed: true,
    closedAt: '2026-11-21T07:30:00.000Z',
    closedBy: 'Asha',
  })
  t.clock.pass(30 * 24 * 60)
  await signInStaff()
  expect(await order()).toMatchObject({
    status: 422,
    code: 'closed',
    message: 'The store is closed for now. Please try again later',
  })
  expect((await close({ isClosed: false })).status).toBe(200)
  expect(await get()).toEqual(always)
  expect((await order()).status).toBe(200)
})

test('closing until a time ends automatically', async () => {
  await close({ isClosed: true, closedUntil: '2026-11-21T14:00:00+05:30' })
  const until = '2026-11-21T08:30:00.000Z'
  expect(await get()).toMatchObject({ isOpen: false, opensAt: until, isClosed: true, closedUntil: until })
  expect(await openNow()).toEqual({ isOpen: false, opensAt: until, eta: null })
  t.clock.set('2026-11-21T14:00:00+05:30')
  await signInStaff()
  expect(await get()).toEqual(always)
})

test('a busy store names a longer estimate, in the quote and in the order', async () => {
  await make.aPincode()
  await t.db.update(company).set({ deliveryTime: 'about 15 minutes' })
  await setBusy('10')
  expect(await get()).toMatchObject({ eta: 'about 25 minutes', busyMinutes: 10 })
  expect(await openNow()).toMatchObject({ isOpen: true, eta: 'about 25 minutes' })
  expect((await make.anOrder()).deliveryTime).toBe('about 25 minutes')
  await setBusy(0)
  expect((await make.anOrder()).deliveryTime).toBe('about 15 minutes')
  await t.db.update(company).set({ deliveryTime: '' })
  await setBusy(10)
  expect(await openNow()).toMatchObject({ isOpen: true, eta: null })
})

const oneDay = (...spans: [string, string][]) => week().map((_, day) => (day === 2 ? week(...spans)[0] : []))
const TIMES = 'Enter both times of the hours'
const SEVEN = 'Send the hours of seven days, Monday first'
const DATE = 'Enter the date of the closed day'
const years = Array.from({ length: 101 }, (_, n) => ({ date: `${2026 - n}-01-26`, reason: 'Republic Day' }))
test.each<[object, string]>([
  [{ week: week(['07:00', '24:00']) }, TIMES],
  [{ week: week(['7:00', '22:00']) }, TIMES],
  [{ week: week(['', '22:00']) }, TIMES],
  [{ week: week().slice(1) }, SEVEN],
  [{ week: 'always' }, SEVEN],
  [{ week: oneDay(['07:00', '13:00'], ['12:59', '20:00']) }, 'The hours of Wednesday overlap other hours'],
  [{ week: week(['08:00', '08:01'], ['20:00', '08:01']) }, 'The hours of Tuesday overlap other hours'],
  [
    { week: oneDay(...Array.from({ length: 7 }, (_, n): [string, string] => [`0${n}:00`, `0${n}:30`])) },
    'A day has 6 opening hours at most',
  ],
  [{ closedDays: [{ date: '2026-02-30', reason: '' }] }, DATE],
  [{ closedDays: [{ date: '1/2/2026', reason: '' }] }, DATE],
  [{ closedDays: [{ date: '2026-12-25', reason: 'k'.repeat(101) }] }, 'Use 100 characters at most'],
  [
    { closedDays: ['a', 'b'].map((reason) => ({ date: '2026-12-25', reason })) },
    '25 Dec 2026 is in the list twice',
  ],
  [{ closedDays: years }, 'Enter 100 closed days at most'],
  [{ version: '1' }, 'Version is not valid'],
])('hours with %j are refused', async (wrong, message) => {
  expect(await editHours(wrong as Partial<Hours>)).toMatchObject({ status: 400, message })
  expect(await get()).toEqual(always)
})

test.each([
  ['2026-11-21T13:00:00+05:30', 'Choose a time to reopen that has not passed'],
  ['2027-11-21T13:00:00+05:30', 'The store can be closed for 90 days at most'],
  ['tomorrow', 'Time is not valid'],
  ['2026-11-22T13:00', 'Time is not valid'],
])('closing until %s is refused', async (closedUntil, message) => {
  expect(await close({ isClosed: true, closedUntil })).toMatchObject({ status: 400, message })
  expect(await get()).toEqual(always)
})

test.each([-1, 181, 2.5, 'many', ''])('%j minutes more are refused', async (busyMinutes) => {
  expect(await setBusy(busyMinutes)).toMatchObject({
    status: 400,
    message: 'Minutes must be a whole number from 0 to 180',
  })
})

const STALE = {
  status: 409,
  code: 'stale',
  message: 'Somebody has changed the opening hours. Load them and try again',
}

test('an edit of hours that others have changed since is refused; the switch does not make it stale', async () => {
  expect(await editHours({ version: 3 })).toMatchObject(STALE)
  const mine = week(['07:00', '22:00'])
  expect((await editHours({ week: mine })).status).toBe(200)
  await close({ isClosed: true })
  await setBusy(15)
  expect(await editHours({ week: week(['09:00', '21:00']) })).toMatchObject(STALE)
  expect(await get()).toMatchObject({ version: 1, week: mine, isClosed: true, busyMinutes: 15 })
  expect((await editHours({ version: 1, week: null })).status).toBe(200)
  expect(await get()).toMatchObject({ version: 2, week: null, isClosed: true, busyMinutes: 15 })
})

onServer(() => {
  test('of two first edits at once one is refused', async () => {
    const answers = await interleave(
      t,
      () => editHours({ week: week(['07:00', '22:00']) }),
      () => editHours({ week: week(['09:00', '21:00']) }),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 409])
    expect(await get()).toMatchObject({ version: 1, week: week(['07:00', '22:00']) })
  })
})

test('each change is audited in words and published to the other screens', async () => {
  const last = async () => (await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1))[0]
  await editHours({ week: week(['07:00', '02:00']), closedDays: [{ date: '2026-12-25', reason: 'Rest' }] })
  expect(await last()).toMatchObject({
    call: 'opening.editHours',
    person: 'Asha',
    object: 'opening',
    before: { Monday: 'Round the clock', Sunday: 'Round the clock', closedDays: '' },
    after: { Monday: '07:00 to 02:00', Sunday: '07:00 to 02:00', closedDays: '2026-12-25 Rest' },
  })
  await close({ isClosed: true, closedUntil: '2026-11-21T14:00:00+05:30' })
  expect(await last()).toMatchObject({
    call: 'opening.close',
    before: { isClosed: false, closedUntil: null },
    after: { isClosed: true, closedUntil: '21 Nov 2026, 2:00 pm' },
  })
  await setBusy(20)
  expect(await last()).toMatchObject({ before: { busyMinutes: 0 }, after: { busyMinutes: 20 } })
  expect((await t.db.select().from(liveEvents)).map(({ type }) => type)).toEqual(
    Array.from({ length: 3 }, () => 'opening.changed'),
  )
})

test('only staff read and change the hours', async () => {
  for (const other of [await t.signIn.superadmin(), await make.aCustomer(), { headers: {} }]) {
    const statuses = [
      await t.call(api.opening.get, {}, other),
      await t.call(api.opening.editHours, { body: { version: 0, week: null, closedDays: [] } }, other),
      await t.call(api.opening.close, { body: { isClosed: true } }, other),
      await t.call(api.opening.setBusy, { body: { busyMinutes: 10 } }, other),
    ].map(({ status }) => status)
    expect(statuses).toEqual([401, 401, 401, 401])
  }
  expect(await t.db.$count(opening)).toBe(0)
})

test('runs few statements, plus the session', async () => {
  expect((await t.statements(get)).length).toBeLessThanOrEqual(2)
  expect((await t.statements(() => editHours({}))).length).toBeLessThanOrEqual(5)
  expect((await t.statements(() => close({ isClosed: true }))).length).toBeLessThanOrEqual(5)
  expect((await t.statements(() => setBusy(10))).length).toBeLessThanOrEqual(5)
  expect((await t.statements(openNow)).length).toBe(1)
})
