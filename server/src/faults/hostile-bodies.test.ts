import { gzipSync } from 'node:zlib'
import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { home } from '../testing/factories.ts'
import { serverProcesses } from '../testing/processes/process.ts'
import { callOver, openShop } from '../testing/processes/process-shop.ts'
import { repeat, wait } from '../testing/processes/repeat.ts'
import { noteResult } from '../testing/results.ts'

const { started } = serverProcesses()
const seconds = Number(process.env.SECONDS ?? 30)
const connections = 12

/** Bodies of up to 100 KB that once took seconds: accents to sort, and elements to validate one by one. */
const accents = `a${'\u0301\u0316'.repeat(24_000)}`
const bodies = [
  { items: [], pincode: accents },
  { items: [], pincode: home.pincode, coupon: accents },
  { items: Array.from({ length: 45_000 }, () => 0), pincode: home.pincode },
  { items: Array.from({ length: 30_000 }, () => ({})), pincode: home.pincode },
].map((body) => JSON.stringify(body))

/** Files of 400 KB that once took half a minute. */
const columns = Array.from({ length: 70_000 }, (_, n) => n)
const sheets = [
  `Title,Description\n${'\u0301\u0316'.repeat(100_000)},x\n`,
  columns.join(','),
  `Title\n"${'a"'.repeat(100_000)}${' '.repeat(200_000)},`,
]

test('serves staff while one client sends bodies that are slow to read', async () => {
  const server = await started({ LOG_LEVEL: 'error' })
  const { address } = server
  const shop = await openShop(server)
  const list = () => callOver(address, api.orders.list, { params: { page: 1 }, query: {} }, shop.staff)
  const live = () => fetch(`${address}/health/live`)
  const watch = () => {
    const ends = [repeat(list, 50), repeat(live, 50)] as const
    return async () => ({ staff: await ends[0](), live: await ends[1]() })
  }
  const calm = watch()
  await wait(3_000)
  const alone = await calm()

  const statuses: Record<string, number> = {}
  const send = async (kind: string, path: string, init: RequestInit) => {
    const { status } = await fetch(`${address}/api/v1${path}`, { method: 'POST', ...init })
    statuses[`${kind} ${status}`] = (statuses[`${kind} ${status}`] ?? 0) + 1
  }
  const json = { 'content-type': 'application/json' }
  const until = performance.now() + seconds * 1_000
  const hammer = async () => {
    while (performance.now() < until)
      for (const body of bodies) {
        const gzipped = { body: gzipSync(body), headers: { ...json, 'content-encoding': 'gzip' } }
        await send('plain', api.storeOrders.quote.path, { body, headers: json })
        await send('compressed', api.storeOrders.quote.path, gzipped)
      }
  }
  const upload = async () => {
    while (performance.now() < until)
      for (const text of sheets) {
        const body = new FormData()
        body.append('csv', new File([text], 'products.csv'))
        await send('file', api.productFiles.check.path, { body, headers: shop.staff })
      }
  }
  const beside = watch()
  await Promise.all([upload(), ...Array.from({ length: connections }, hammer)])
  const others = await beside()
  noteResult('hostileBodies', { alone, sent: statuses, others })
  server.child.kill('SIGTERM')
  await server.ended

  expect(Object.keys(statuses).toSorted()).toEqual(['compressed 415', 'file 200', 'plain 400'])
  for (const { statuses: answered, answeredMs } of Object.values(others)) {
    expect(Object.keys(answered)).toEqual(['200'])
    expect(answeredMs.p99).toBeLessThan(1_000)
  }
})
