import { gunzipSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { api } from '@kirana/contract'
import { urlOf } from '@kirana/contract/wire/request'
import type { Route } from '@kirana/contract/wire/route'
import { afterEach, expect, test, vi } from 'vitest'
import { photo, storedFiles } from '../testing/files/pictures.ts'
import { copyOrders } from '../testing/orders.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff } = await staffApp()
afterEach(() => void vi.restoreAllMocks())

/** Gets a file as a browser does, which accepts a compressed response. */
async function download({ path }: Route, sent: Parameters<typeof urlOf>[1], as = staff) {
  const { statusCode, headers, rawPayload } = await t.app.inject({
    url: urlOf(path, sent),
    headers: { ...as.headers, 'accept-encoding': 'gzip' },
  })
  const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload).toString()
  return { status: statusCode, headers, text }
}

/** Fails the statement number `n` from now on, like a database that is restarted. */
function failStatement(n: number) {
  const { db } = t.context.database
  const execute = db.execute.bind(db)
  let count = 0
  vi.spyOn(db, 'execute').mockImplementation((statement: Parameters<typeof execute>[0]) => {
    if (++count < n) return execute(statement)
    throw Object.assign(new Error('terminating connection'), { code: '57P01' })
  })
}

const busy = { message: 'The server is busy. Please try again' }

async function expectFailure(answer: Awaited<ReturnType<typeof download>>) {
  expect(JSON.parse(answer.text)).toMatchObject(busy)
  expect(answer).toMatchObject({
    status: 503,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })
  expect(answer.headers).not.toHaveProperty('content-disposition')
  expect(answer.headers).not.toHaveProperty('content-encoding')
  expect((await storedFiles(t)).incoming).toEqual([])
}

test.each([1, 2, 3])('an export of orders whose batch %i fails has a status', async (batch) => {
  await make.aPincode()
  const product = await make.aProduct()
  await make.anOrder({ items: [product.item()] })
  await copyOrders(t.db, 1003)
  const complete = await download(api.orders.export, { query: {} })
  expect(complete).toMatchObject({ status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' } })
  expect(complete.text.trimEnd().split('\r\n')).toHaveLength(1 + 1004)
  expect((await storedFiles(t)).incoming).toEqual([])
  failStatement(batch)
  await expectFailure(await download(api.orders.export, { query: {} }))
})

test.each([
  ['products', api.productFiles.export, { query: {} }],
  ['stock', api.stockFiles.export, { query: {} }],
  ['audit entries', api.audit.export, { query: {} }],
  [
    'reports',
    api.reports.export,
    { params: { part: 'days' }, query: { from: '2026-11-01', to: '2026-11-20' } },
  ],
] as const)('an export of %s that fails has a status', async (_, route, sent) => {
  const as = route.access === 'superadmin' ? await t.signIn.superadmin() : staff
  expect(await download(route, sent, as)).toMatchObject({ status: 200 })
  failStatement(1)
  await expectFailure(await download(route, sent, as))
})

test('an export of a customer whose files cannot be read has a status', async () => {
  const customer = await make.aCustomer()
  for (const width of [40, 50])
    await t.call(api.storeManualOrders.add, { body: {}, files: [await photo(width)] }, customer)
  const params = { userId: customer.id }
  const { status, text } = await download(api.users.export, { params })
  expect([status, JSON.parse(text).files.length]).toEqual([200, 2])
  const { files } = t.context
  let opened = 0
  vi.spyOn(files, 'open').mockImplementation(async () => {
    if (++opened === 1) return { stream: Readable.from(['bytes']), size: 5 }
    throw Object.assign(new Error('terminating connection'), { code: '57P01' })
  })
  await expectFailure(await download(api.users.export, { params }))
})

test('a picture that cannot be read has a status and is not kept by caches', async () => {
  const product = await make.aProduct()
  const added = await t.call(
    api.productImages.add,
    { body: { productId: product.id }, files: [await photo()] },
    staff,
  )
  const [key = ''] = added.data.images
  vi.spyOn(t.context.files, 'open').mockImplementation(async () => {
    const stream = new Readable({
      read() {
        this.destroy(Object.assign(new Error('terminating connection'), { code: '57P01' }))
      },
    })
    return { stream, size: 5 }
  })
  const answer = await download(api.files.get, { params: { key } })
  await expectFailure(answer)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers).not.toHaveProperty('etag')
})
