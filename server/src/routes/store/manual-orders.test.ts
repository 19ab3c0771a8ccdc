import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { desc } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditRows, liveEvents } from '../../tables/journal.ts'
import { manualOrders } from '../../tables/manual-orders.ts'
import { attempts } from '../../tables/people.ts'
import { type Credentials, withHeaders, testApp } from '../../testing/app.ts'
import { factories } from '../../testing/factories.ts'
import { fileOf, photo, storedFiles } from '../../testing/files/pictures.ts'
import { interleave } from '../../testing/races/interleave.ts'

const t = await testApp()
const { aCustomer } = factories(t)
afterAll(t.close)
let meera: Awaited<ReturnType<typeof aCustomer>>
beforeEach(async () => {
  await t.database.reset()
  for (const key of (await storedFiles(t)).keys) await t.context.files.remove(key)
  meera = await aCustomer({ fullName: 'Meera Nair' })
})

const add = (files: File[], as: Pick<Credentials, 'headers'> = meera, body = {}) =>
  t.call(api.storeManualOrders.add, { body, files }, as)
const photosOf = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => photo(40 + n)))
const rows = () => t.db.select().from(manualOrders)
const nothing = { keys: [], incoming: [] }

test.each([1, 5])('%d photos make a waiting manual order', async (count) => {
  const sent = await add(await photosOf(count))
  expect(sent).toMatchObject({ status: 200, message: 'Order sent successfully' })
  const [row, ...more] = await rows()
  expect(more).toEqual([])
  expect(row).toMatchObject({
    id: sent.data._id,
    userId: meera.id,
    status: 'waiting',
    documents: [],
    createdAt: t.context.now(),
  })
  expect(await storedFiles(t)).toEqual({ keys: row?.photos.toSorted(), incoming: [] })
  expect(row?.photos).toHaveLength(count)
})

test('a prescription is marked and stored as such', async () => {
  await add([await photo()], meera, { isPrescription: 'true' })
  expect(await rows()).toMatchObject([{ isPrescription: true }])
  const refused = await add([await photo()], meera, { isPrescription: 'perhaps' })
  expect(refused).toMatchObject({ status: 400, message: 'Choose yes or no' })
})

test('keeps the order of the photos', async () => {
  await add(await photosOf(3))
  const staff = await t.signIn.staff()
  const [row] = await rows()
  const widths: number[] = []
  for (const key of row?.photos ?? []) {
    const { rawPayload } = await t.app.inject({
      url: `/api/v1/file/get/${key}`,
      headers: staff.headers,
    })
    // A WebP of this kind has its width, less one bit each side, in bytes 26 and 27.
    widths.push(rawPayload.readUInt16LE(26) & 0x3fff)
  }
  expect(widths).toEqual([40, 41, 42])
})

test('photos are for staff only, and not revealed to anyone else', async () => {
  await add([await photo()])
  const [key] = (await storedFiles(t)).keys
  const get = (headers: Record<string, string> = {}) =>
    t.app.inject({ url: `/api/v1/file/get/${key}`, headers })
  const others = [{}, meera.headers, (await t.signIn.superadmin()).headers]
  for (const headers of others) {
    const refused = await get(headers)
    expect(refused.statusCode).toBe(404)
    expect(refused.json()).toMatchObject({ message: 'File not found' })
  }
  const shown = await get((await t.signIn.staff()).headers)
  expect(shown.statusCode).toBe(200)
  expect(shown.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-store',
    'content-disposition': `inline; filename="${key}"`,
  })
})

test('accepts one to five real photos; a rejected call stores nothing', async () => {
  expect(await add([])).toMatchObject({ status: 400, message: 'Select at least 1 photo' })
  expect(await add(await photosOf(6))).toMatchObject({ status: 400, message: 'Upload 5 photos maximum' })
  const svg = fileOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'list.png')
  expect(await add([await photo(), svg])).toMatchObject({
    status: 415,
    message: 'A picture must be a PNG, JPEG, WebP or GIF file',
  })
  expect([await rows(), await storedFiles(t)]).toEqual([[], nothing])
})

test('only a signed-in customer may send photos', async () => {
  const others = [{ headers: {} }, await t.signIn.staff(), await t.signIn.superadmin()]
  for (const as of others) expect((await add([await photo()], as)).status).toBe(401)
  expect([await rows(), await storedFiles(t)]).toEqual([[], nothing])
})

test('one key sends one order; different photos with the same key are rejected', async () => {
  const as = withHeaders(meera, { 'idempotency-key': randomUUID() })
  const first = await add([await photo()], as)
  expect((await add([await photo()], as)).data).toEqual(first.data)
  expect((await add([await photo(41)], as)).status).toBe(422)
  expect(await rows()).toHaveLength(1)
})

test('while the store is closed a list is refused and no photo kept; a repeated key gets its answer', async () => {
  const send = async () => add([await photo()], withHeaders(meera, { 'idempotency-key': randomUUID() }))
  const as = withHeaders(meera, { 'idempotency-key': randomUUID() })
  const sent = await add([await photo()], as)
  await t.call(api.opening.close, { body: { isClosed: true } }, await t.signIn.staff())
  const before = await storedFiles(t)
  expect(await send()).toMatchObject({
    status: 422,
    code: 'closed',
    message: 'The store is closed for now. Please try again later',
  })
  expect([await storedFiles(t), await rows()]).toEqual([before, [expect.anything()]])
  expect((await add([await photo()], as)).data).toEqual(sent.data)
  await t.call(api.opening.close, { body: { isClosed: false } }, await t.signIn.staff())
  expect((await send()).status).toBe(200)
})

test('a new order is published and audited; runs few statements, plus the claim of files', async () => {
  const files = await photosOf(5)
  expect((await t.statements(() => add(files))).length).toBeLessThanOrEqual(2 + 4 + 1)
  const [{ id, photos } = { id: '', photos: [] }] = await rows()
  expect(await t.db.select().from(liveEvents)).toMatchObject([{ type: 'manual-order.created', subject: id }])
  const [trace] = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1)
  expect(trace).toMatchObject({
    call: 'storeManualOrders.add',
    personId: meera.id,
    object: id,
    after: { status: 'waiting', photos },
  })
})

test('a customer who has sent a hundred lists in a day is limited before the upload is read; others are not', async () => {
  await t.db.insert(attempts).values({ key: `manual-order:${meera.id}`, misses: 99, since: t.context.now() })
  expect((await add(await photosOf(1))).status).toBe(200)
  // Rejected before the invalid upload is parsed.
  expect(await add([fileOf(Buffer.from('no picture'))])).toMatchObject({
    status: 429,
    message: 'Too many attempts. Please try again in 60 seconds',
  })
  expect(await rows()).toHaveLength(1)
  expect((await add(await photosOf(1), await aCustomer())).status).toBe(200)
  t.clock.pass(1)
  expect((await add(await photosOf(1))).status).toBe(200)
})

test('a customer has at most 5 waiting lists and prescriptions, also of calls at once; an answered one makes room', async () => {
  for (const isPrescription of [true, false, true, false])
    expect((await add([await photo()], meera, { isPrescription: String(isPrescription) })).status).toBe(200)
  const before = await storedFiles(t)
  const send = async () => add([await photo()])
  const answers = await interleave(t, send, send)
  expect(answers.map(({ status, code, message }) => [status, code, message])).toEqual([
    [200, undefined, 'Order sent successfully'],
    [409, 'waiting-photo-orders', '5 photo orders are waiting. Wait until one is answered'],
  ])
  expect(await rows()).toHaveLength(5)
  expect((await storedFiles(t)).keys).toHaveLength(before.keys.length + 1)
  expect(await t.db.select().from(liveEvents)).toHaveLength(5)
  expect((await add([await photo()], await aCustomer())).status).toBe(200)
  const [first] = await rows()
  const body = { orderId: first?.id ?? '', status: 'Delivered' } as const
  await t.call(api.manualOrders.changeStatus, { body }, await t.signIn.staff())
  expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(409)
})
