import type { AddressInfo } from 'node:net'
import { api } from '@kirana/contract'
import { afterAll, afterEach, expect, test } from 'vitest'
import { wrapTransactions, type Credentials, testApp } from '../testing/app.ts'
import { rawRequests } from '../testing/raw-requests.ts'
import { aRider } from '../testing/riders.ts'
import { openStreams } from './event-stream.ts'
import * as limits from './limits.ts'

const t = await testApp()
afterAll(t.close)
const { send, hangUp } = rawRequests(t.app)
const staff = await t.signIn.staff()
const other = await t.signIn.staff('ravi')
const lanes = limits.turnsOn[t.database.engine].lanes
const addKeyword = (name: string, as = staff) => t.call(api.keywords.add, { body: { name } }, as)
const saveMe = (as: Credentials) => t.call(api.storeMe.edit, { body: { fullName: 'Meera' } }, as)
const readMe = (as: Credentials) => t.call(api.storeMe.get, {}, as)
const sendForm = (as: Credentials) => t.call(api.storeManualOrders.add, { body: {}, files: [] }, as)

/** Hundreds of calls take long on a busy machine. */
const slowPoll = { timeout: 20_000, interval: 20 }

/** The numbers of running and queued calls. */
async function load() {
  const { body } = await t.app.inject('/metrics')
  const read = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(body)?.[1])
  return [read('kirana_calls_running'), read('kirana_calls_waiting')]
}
// The first call of a session makes it known to the process.
await addKeyword('first')
await addKeyword('second', other)

let letThrough = () => {}
/** Blocks the transactions of calls until `letThrough` is called. Returns how many wait there. */
function hold() {
  const { transaction } = t.database
  let held = 0
  const gate = Promise.withResolvers<void>()
  const restore = wrapTransactions(t.context, async (work) => {
    held++
    await gate.promise
    return transaction(work)
  })
  letThrough = () => {
    gate.resolve()
    restore()
  }
  return () => held
}
afterEach(async () => {
  letThrough()
  hangUp()
  await expect.poll(load, slowPoll).toEqual([0, 0])
})

const { runningPerCaller, waitingPerCaller } = lanes.staff
const most = runningPerCaller + waitingPerCaller
const cookie = `X-Requested-With: kirana\r\nCookie: ${staff.headers['cookie']}`
const endless = 'Content-Length: 99999'

test.each([
  '/api/v1/keyward/add',
  '/%61pi/v1/keyward/add',
  '/api/v1/%6Beyward/add',
  'http://x/api/v1/keyward/add',
])('rejects only callers with too many calls in progress: %s', async (url) => {
  hold()
  const json = ['Content-Type: application/json', 'Content-Length: 12', cookie]
  const statuses = await send(most, [`POST ${url} HTTP/1.1`, ...json], '{"name":"x"}')
  await expect.poll(load, slowPoll).toEqual([runningPerCaller, waitingPerCaller])
  const refused = await addKeyword('one too many')
  expect(refused).toMatchObject({
    status: 429,
    code: 'slow-down',
    message: 'Too many calls at once. Please try again',
  })
  expect(refused.headers['retry-after']).toBe('1')
  expect((await t.call(api.keywords.list, {}, other)).status).toBe(200)
  for (const path of ['/health/live', '/health/ready'])
    expect((await t.app.inject({ url: path })).statusCode).toBe(200)
  letThrough()
  await expect.poll(() => statuses.length, slowPoll).toBe(most)
  for (const status of statuses) expect([200, 409]).toContain(status)
})

test('removes queued calls of a disconnected client, and finishes running ones', async () => {
  const held = hold()
  const json = ['Content-Type: application/json', 'Content-Length: 12', cookie]
  await send(20, ['POST /api/v1/keyward/add HTTP/1.1', ...json], '{"name":"y"}')
  await expect.poll(load, slowPoll).toEqual([runningPerCaller, 20 - runningPerCaller])
  // One whose body is still being read ends with its connection.
  await expect.poll(held, slowPoll).toBe(runningPerCaller)
  hangUp()
  // Well before the queue's timeout.
  await expect.poll(load, { timeout: limits.MAX_WAIT_MS / 2 }).toEqual([runningPerCaller, 0])
})

test('reserves capacity for staff, also for unknown sessions, during a flood by many customers', async () => {
  const { turns } = limits.turnsOn[t.database.engine]
  const people = []
  for (let n = 0; n < turns; n++) people.push(await t.signIn.customer(`+919800003${100 + n}`))
  for (const as of people) await readMe(as)
  hold()
  const calls = people.map(saveMe)
  const left = lanes.staff.reserved + lanes.lookup.reserved
  await expect.poll(load, slowPoll).toEqual([turns - left, left])
  for (const as of [staff, await t.signIn.staff('meera')])
    expect((await t.call(api.keywords.list, {}, as)).status).toBe(200)
  letThrough()
  for (const { status } of await Promise.all(calls)) expect(status).toBe(200)
})

test('drops the newest queued call of the busiest caller when the queue is full', async () => {
  const { waiting } = lanes.customers
  const people = []
  for (let n = 0; n < 6; n++) people.push(await t.signIn.customer(`+919800001${100 + n}`))
  const late = await t.signIn.customer('+919800001199')
  for (const as of [...people, late]) await readMe(as)
  hold()
  const calls = people.flatMap((as) => Array.from({ length: waiting / 5 }, () => saveMe(as)))
  await expect.poll(async () => (await load())[1], slowPoll).toBe(waiting)
  const last = saveMe(late)
  letThrough()
  const refused = (await Promise.all(calls)).filter(({ status }) => status !== 200)
  expect((await last).status).toBe(200)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) {
    expect(answer).toMatchObject({
      status: 503,
      code: 'unavailable',
      message: 'The server is busy. Please try again',
    })
    expect(answer.headers['retry-after']).toBe('1')
  }
})

test('uses no capacity for rejected calls and slow bodies', async () => {
  const json = ['Content-Type: application/json', endless, cookie]
  await send(120, ['POST /api/v1/keyward/add HTTP/1.1', ...json], '{"na')
  expect((await addKeyword('beside them')).status).toBe(200)
  await expect.poll(load, slowPoll).toEqual([0, 0])
  hangUp()
  for (let n = 0; n <= 120; n++) expect((await t.app.inject('/api/v1/staff/get')).statusCode).toBe(401)
  expect((await addKeyword('after them')).status).toBe(200)
})

test('rejects a body of the wrong content type before reading it', async () => {
  const { headers } = await t.signIn.customer()
  const token = `Authorization: ${headers['authorization']}`
  const types = ['Multipart/Form-Data; boundary=x', 'multipart/MIXED; boundary=x', 'MULTIPART/form-data']
  for (const type of types) {
    const statuses = await send(1, ['PUT /api/v1/store/me HTTP/1.1', `Content-Type: ${type}`, endless, token])
    await expect.poll(() => statuses, slowPoll).toEqual([415])
  }
  for (const type of ['application/json', 'Multipart/Mixed; boundary=x', 'text/plain']) {
    const lines = ['POST /api/v1/store/manual-orders HTTP/1.1', `Content-Type: ${type}`, endless, token]
    const statuses = await send(1, lines)
    await expect.poll(() => statuses, slowPoll).toEqual([415])
  }
})

const capitals = 'Content-Type: Multipart/Form-Data; boundary=x'
const part = '--x\r\nContent-Disposition: form-data; name="isPrescription"\r\n\r\nfa'

test.each(['/api', '/%61pi', 'http://localhost/api'])(
  'limits how many unfinished uploads are open: %s',
  async (start) => {
    const [meera, ravi] = [await t.signIn.customer('+919800000001'), await t.signIn.customer('+919800000002')]
    const token = `Authorization: ${meera.headers['authorization']}`
    const line = `POST ${start}/v1/store/manual-orders HTTP/1.1`
    const statuses = await send(101, [line, capitals, endless, token], part)
    await expect.poll(() => statuses.length, slowPoll).toBe(98)
    expect(new Set(statuses)).toEqual(new Set([429]))
    expect(await sendForm(meera)).toMatchObject({ status: 429, code: 'slow-down' })
    expect(await sendForm(ravi)).toMatchObject({ status: 400, message: 'Select at least 1 photo' })
    expect((await readMe(meera)).status).toBe(200)
    expect((await addKeyword(`beside ${start}`)).status).toBe(200)
    hangUp()
    await expect.poll(async () => (await sendForm(meera)).status, slowPoll).toBe(400)
  },
)

test('limits uploads per address, and reserves some for staff', async () => {
  const behind = await testApp({ config: { trustProxy: 'on' }, database: t.database })
  const wire = rawRequests(behind.app)
  const { total, kept, perCustomer: each, perAddress } = limits.forms
  const free = total - kept
  const send3 = async (n: number, address: number) => {
    const { headers } = await behind.signIn.customer(`+919800002${100 + n}`)
    const who = [`Authorization: ${headers['authorization']}`, `X-Forwarded-For: 10.0.0.${address}`]
    const list = 'POST /api/v1/store/manual-orders HTTP/1.1'
    return wire.send(each, [list, capitals, endless, ...who], part)
  }
  const answered: number[][] = []
  for (let n = 0; n < perAddress / each + 1; n++) answered.push(await send3(n, 1))
  const refused = (status: number) => answered.flat().filter((answer) => answer === status).length
  await expect.poll(() => refused(429), slowPoll).toBe(each)
  for (let n = perAddress / each; n < free / each + 1; n++) answered.push(await send3(n + 10, n))
  await expect.poll(() => refused(503), slowPoll).toBeGreaterThan(0)
  const banner = await behind.call(api.banners.add, { files: [] }, staff)
  expect(banner.status).toBe(400)
  wire.hangUp()
  await behind.close()
})

test('two riders with unfinished forms leave places to staff', async () => {
  const { total, perRider } = limits.forms
  const riders = [await aRider(t), await aRider(t)]
  const answered: number[][] = []
  for (const { as } of riders) {
    const who = [`Cookie: ${as.headers.cookie}`, 'X-Requested-With: kirana']
    answered.push(await send(total, ['POST /api/v1/rider/fail HTTP/1.1', capitals, endless, ...who], part))
  }
  await expect.poll(() => answered.flat().length, slowPoll).toBe(2 * (total - perRider))
  expect(new Set(answered.flat())).toEqual(new Set([429]))
  expect((await t.call(api.banners.add, { files: [] }, staff)).status).toBe(400)
  expect((await t.call(api.rider.me, {}, riders[0]?.as ?? staff)).status).toBe(200)
})

test('limits slow bodies per address, whatever their credentials', async () => {
  const behind = await testApp({ config: { trustProxy: 'on' }, database: t.database })
  const wire = rawRequests(behind.app)
  const { headers: meera } = await behind.signIn.customer('+919800003001')
  const each = limits.pauses.perCustomer
  const json = ['Content-Type: application/json', endless, 'X-Forwarded-For: 10.0.0.1']
  const answered = await Promise.all(
    [
      ['POST /api/v1/store/quote HTTP/1.1'],
      ['POST /api/v1/store/contact HTTP/1.1'],
      ['PUT /api/v1/store/me HTTP/1.1', `Authorization: ${meera['authorization']}`],
    ].map((lines) => wire.send(each, [...lines, ...json], '{')),
  )
  const perAddress = limits.pauses.perNetwork
  await expect.poll(() => answered.flat(), slowPoll).toHaveLength(3 * each - perAddress)
  expect(new Set(answered.flat())).toEqual(new Set([429]))

  const { headers: ravi } = await behind.signIn.customer('+919800003002')
  const { port } = behind.app.server.address() as AddressInfo
  const inTwoParts = new ReadableStream({
    async start(parts) {
      parts.enqueue(Buffer.from('{"fullName":'))
      await new Promise((later) => setTimeout(later, 200))
      parts.enqueue(Buffer.from('"Ravi"}'))
      parts.close()
    },
  })
  const other = await fetch(`http://127.0.0.1:${port}/api/v1/store/me`, {
    method: 'PUT',
    headers: { ...ravi, 'content-type': 'application/json', 'x-forwarded-for': '10.0.0.2' },
    body: inTwoParts,
    duplex: 'half',
  })
  expect(other.status).toBe(200)
  wire.hangUp()
  await behind.close()
})

test.each(['/api/v1/events', '/api/v1/%65vents', '/%61pi/v1/events'])(
  'limits live streams per person, without affecting other calls: %s',
  async (url) => {
    const { perPerson: mostStreams } = limits.streams
    const open = () => send(101, [`GET ${url} HTTP/1.1`, cookie])
    const statuses = await open()
    await expect.poll(() => statuses.length, slowPoll).toBe(101)
    expect(statuses.filter((status) => status === 200)).toHaveLength(mostStreams)
    expect(statuses.filter((status) => status === 429)).toHaveLength(101 - mostStreams)
    expect((await addKeyword(`beside ${url}`)).status).toBe(200)
    expect(await load()).toEqual([0, 0])
    hangUp()
    await expect.poll(openStreams, slowPoll).toBe(0)
    expect((await addKeyword(`after ${url}`)).status).toBe(200)
    const again = await send(1, [`GET ${url} HTTP/1.1`, cookie])
    await expect.poll(() => again, slowPoll).toEqual([200])
  },
)
