import { api, type ManualOrder } from '@kirana/contract'
import { withImplied } from '@kirana/domain/permissions'
import { asc, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { auditRows, liveEvents } from '../tables/journal.ts'
import { manualOrderRowsById } from '../services/photo-orders/rows.ts'
import { manualOrders } from '../tables/manual-orders.ts'
import { staff as staffTable, staffRoles } from '../tables/people.ts'
import { photo } from '../testing/files/pictures.ts'
import { staffApp } from '../testing/staff-app.ts'

const {
  t,
  make: { aCustomer },
  staff: as,
} = await staffApp()

type Status = ManualOrder['orderStatus']
const list = (page: number | string = 1, status?: Status | '', sort?: '' | 'date') =>
  t.call(api.manualOrders.list, { params: { page }, query: { status, sort } }, as)
const change = (orderId: string, status: Status) =>
  t.call(api.manualOrders.changeStatus, { body: { orderId, status } }, as)

/** Adds manual orders of one customer without photos, oldest first. */
async function someOrders(count: number, status: 'waiting' | 'delivered' | 'canceled' = 'waiting') {
  const { id: userId } = await aCustomer()
  const rows = Array.from({ length: count }, () => ({ userId, status, photos: [] }))
  const made = await t.db.insert(manualOrders).values(rows).returning({ id: manualOrders.id })
  return made.map(({ id }) => id)
}
const anOrder = async () => (await someOrders(1))[0] ?? ''

test('lists a manual order as it was sent, with its day in Asia/Kolkata', async () => {
  t.clock.set('2026-11-21T00:10:00+05:30')
  const meera = await aCustomer({ phone: '+919820098200', fullName: 'मीरा "Meera" O\'Nair 100%' })
  const files = [await photo(40), await photo(41)]
  const { data: sent } = await t.call(api.storeManualOrders.add, { body: {}, files }, meera)
  const { data } = await list()
  const [{ photos } = { photos: [] }] = await t.db.select().from(manualOrders)
  expect(photos).toHaveLength(2)
  expect(data).toEqual({
    data: [
      {
        _id: sent._id,
        date: '2026-11-21',
        dateAndTime: '2026-11-21T00:10:00+05:30',
        username: 'मीरा "Meera" O\'Nair 100%',
        phone: '+919820098200',
        orderStatus: 'Waiting',
        orderPath: photos,
        supportingDocs: [],
        isPrescription: false,
        order: null,
      },
    ],
    totalPages: 1,
  })
  t.clock.set('2026-11-21T13:00:00+05:30')
})

test('lists 30 a page, newest first unless sorted by date, optionally of one status', async () => {
  const done = await someOrders(2, 'delivered')
  const waiting = await someOrders(31)
  const ids = async (page: number, status?: Status | '') =>
    (await list(page, status)).data.data.map(({ _id }) => _id)
  const newest = [...done, ...waiting].toReversed()
  expect(await ids(1)).toEqual(newest.slice(0, 30))
  expect(await ids(2, '')).toEqual(newest.slice(30))
  expect(await ids(1, 'Waiting')).toEqual(waiting.toReversed().slice(0, 30))
  expect(await ids(2, 'Waiting')).toEqual(waiting.slice(0, 1))
  expect(await ids(1, 'Delivered')).toEqual(done.toReversed())
  const oldest = (await list(2, 'Waiting', 'date')).data.data.map(({ _id }) => _id)
  expect(oldest).toEqual(waiting.slice(30))
  expect((await list(1, '', 'date')).data.data[0]?._id).toBe(done[0])
  expect((await list(3)).data).toEqual({ data: [], totalPages: 2 })
  expect((await list(1, 'Canceled')).data).toEqual({ data: [], totalPages: 0 })
})

test.each<[page: string, status: string | undefined, message: string]>([
  ['1', 'Confirmed', 'Status is not valid'],
  ['1', 'waiting', 'Status is not valid'],
  ['1', "Waiting' OR 1=1", 'Status is not valid'],
  ['0', undefined, 'Page is not valid'],
  ['-1', undefined, 'Page is not valid'],
  ['last', undefined, 'Page is not valid'],
])('rejects page %s of status %s', async (page, status, message) => {
  expect(await list(page, status as Status)).toMatchObject({ status: 400, message })
})

test('allows any status change', async () => {
  const id = await anOrder()
  const statuses: Status[] = ['Waiting', 'Delivered', 'Canceled']
  for (const from of statuses)
    for (const to of statuses) {
      await change(id, from)
      expect(await change(id, to)).toMatchObject({
        status: 200,
        message: 'Status has been changed',
        data: null,
      })
      expect((await list()).data.data).toMatchObject([{ _id: id, orderStatus: to }])
    }
})

test('a change is audited and published; setting the current status again does nothing', async () => {
  const id = await anOrder()
  const traces = () =>
    t.db.select().from(auditRows).where(eq(auditRows.object, id)).orderBy(asc(auditRows.id))
  const told = () => t.db.select().from(liveEvents).where(eq(liveEvents.subject, id))
  await change(id, 'Delivered')
  expect(await traces()).toMatchObject([
    {
      call: 'manualOrders.changeStatus',
      personId: as.id,
      before: { status: 'waiting' },
      after: { status: 'delivered' },
    },
  ])
  expect(await told()).toMatchObject([{ type: 'manual-order.changed' }])
  expect(await change(id, 'Delivered')).toMatchObject({ status: 200, message: 'Status has been changed' })
  expect(await traces()).toHaveLength(1)
  expect(await told()).toHaveLength(1)
})

test('rejects unknown statuses and orders', async () => {
  const id = await anOrder()
  for (const wrong of ['Confirmed', 'waiting', '', null])
    expect(await change(id, wrong as Status)).toMatchObject({ status: 400, message: 'Status is not valid' })
  expect(await change(v7(), 'Delivered')).toMatchObject({ status: 404, message: 'Manual order not found' })
  for (const nonsense of ['nonsense', "'", '%', '../1'])
    expect((await change(nonsense, 'Delivered')).status).toBe(404)
  expect((await list()).data.data).toMatchObject([{ orderStatus: 'Waiting' }])
})

test('only staff read and change manual orders', async () => {
  const id = await anOrder()
  for (const headers of [{}, (await t.signIn.superadmin()).headers, (await aCustomer()).headers]) {
    const seen = await t.call(api.manualOrders.list, { params: { page: 1 }, query: {} }, { headers })
    const body = { orderId: id, status: 'Canceled' } as const
    const changed = await t.call(api.manualOrders.changeStatus, { body }, { headers })
    expect([seen.status, changed.status]).toEqual([401, 401])
  }
  expect((await list()).data.data).toMatchObject([{ orderStatus: 'Waiting' }])
})

test('a page runs one statement plus the session, a change three plus session and audit', async () => {
  const [id = ''] = await someOrders(2)
  expect(await t.statements(() => list(1, 'Waiting'))).toHaveLength(2)
  expect(await t.statements(() => list(1, 'Waiting', 'date'))).toHaveLength(2)
  expect(await t.statements(() => change(id, 'Delivered'))).toHaveLength(5)
})

test('the photos of a prescription are only for staff who may place orders from it', async () => {
  const meera = await aCustomer()
  for (const isPrescription of [false, true])
    await t.call(api.storeManualOrders.add, { body: { isPrescription }, files: [await photo()] }, meera)
  const [prescription, aList] = (await list()).data.data
  expect([prescription, aList]).toMatchObject([
    { isPrescription: true, orderPath: [expect.any(String)] },
    { isPrescription: false, orderPath: [expect.any(String)] },
  ])
  const statusOf = async (key = '', { headers }: Pick<typeof as, 'headers'>) =>
    (await t.app.inject({ url: `/api/v1/file/get/${key}`, headers })).statusCode
  const keys = [prescription?.orderPath[0], aList?.orderPath[0]]
  for (const key of keys) expect(await statusOf(key, as)).toBe(200)
  const person = await t.signIn.staff('other')
  for (const permission of ['picking', 'dispatch', 'reports'] as const) {
    const roleId = v7()
    await t.db
      .insert(staffRoles)
      .values({ id: roleId, name: permission, permissions: withImplied([permission]) })
    await t.db.update(staffTable).set({ roleId }).where(eq(staffTable.id, person.id))
    const seen = await t.call(api.manualOrders.list, { params: { page: 1 }, query: {} }, person)
    expect(seen.data.data).toEqual([{ ...prescription, orderPath: [] }, aList])
    expect(await Promise.all(keys.map((key) => statusOf(key, person)))).toEqual([404, 200])
  }
  // Every listener who reads orders gets the rows of live events.
  const rows = await manualOrderRowsById(t.db, [prescription?._id ?? '', aList?._id ?? ''])
  expect(rows.map(({ isPrescription, photos }) => [isPrescription, photos.length])).toEqual(
    expect.arrayContaining([
      [true, 0],
      [false, 1],
    ]),
  )
})
