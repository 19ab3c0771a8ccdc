import { api, callsOf } from '@kirana/contract'
import type { Route } from '@kirana/contract/route'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saying, testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'

const t = await testApp()
const listed = await testApp({ database: t.database, config: { webOrigins: ['https://shop.example'] } })
const make = factories(t)
afterAll(async () => {
  await listed.close()
  await t.close()
})

const writing = callsOf(api).filter(({ route }) => route.writes)
const nobody = '01a1fd41-f2a3-769d-9900-17803f8126b3'
const headers: Record<string, string> = {}
beforeAll(async () => {
  const [staff, superadmin] = [await t.signIn.staff(), await t.signIn.superadmin()]
  const customer = await make.aCustomer()
  headers.cookie = `${staff.headers.cookie}; ${superadmin.headers.cookie}`
  headers.authorization = customer.headers.authorization
})

const send = (app: typeof t, route: Route, said: Record<string, string>, method: string = route.method) =>
  app.app.inject({
    method: method as 'GET',
    url: `/api/v1${route.path.replace(/:(\w+)/g, nobody)}`,
    headers: { ...headers, host: 'kirana.example', ...said },
    ...(method === 'GET' || method === 'HEAD' ? {} : { payload: '{' }),
  })

const sites = ['same-origin', 'same-site', 'cross-site', 'none', 'nonsense']
const modes = ['cors', 'no-cors', 'navigate', 'websocket', undefined]
const origins = ['https://shop.example', 'https://evil.example', 'null', undefined]

/** Headers of a request and whether they may pass: by what browsers say of themselves. */
const fetches = sites.flatMap((site) =>
  modes.flatMap((mode) =>
    origins.map((origin) => ({
      said: {
        'sec-fetch-site': site,
        ...(mode && { 'sec-fetch-mode': mode }),
        ...(origin && { origin }),
      } as Record<string, string>,
      passes: {
        alone: site === 'same-origin' && mode !== 'navigate',
        listed:
          mode !== 'navigate' &&
          (site === 'same-origin' || (mode === 'cors' && origin === 'https://shop.example')),
      },
    })),
  ),
)
const never = { alone: false, listed: false }
const always = { alone: true, listed: true }
const others: typeof fetches = [
  { said: {}, passes: always },
  { said: { origin: 'http://kirana.example' }, passes: always },
  { said: { origin: 'http://kirana.example:8080' }, passes: never },
  { said: { origin: 'https://kirana.example' }, passes: never },
  { said: { origin: 'https://kirana.example.evil.example' }, passes: never },
  { said: { origin: 'null' }, passes: never },
  { said: { origin: 'https://shop.example' }, passes: { alone: false, listed: true } },
  { said: { referer: 'http://kirana.example/admin/orders' }, passes: always },
  { said: { referer: 'https://shop.example/cart' }, passes: { alone: false, listed: true } },
  { said: { referer: 'https://evil.example/?http://kirana.example' }, passes: never },
  { said: { referer: 'nonsense' }, passes: never },
  { said: { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }, passes: never },
  { said: { 'sec-fetch-site': 'same-origin', purpose: 'prefetch' }, passes: never },
  { said: { 'sec-purpose': 'prefetch;prerender' }, passes: never },
]

/** One of each method in full; the whole list of calls with what a foreign page sends. */
const samples = ['GET', 'POST', 'PUT', 'DELETE'].flatMap(
  (method) => writing.find(({ route }) => route.method === method) ?? [],
)

test.each(samples)('the gate before $name, whatever a browser says', async ({ route }) => {
  const wrong: string[] = []
  for (const { said, passes } of [...fetches, ...others]) {
    for (const [app, name] of [
      [t, 'alone'],
      [listed, 'listed'],
    ] as const) {
      const answer = await send(app, route, said)
      const stopped = answer.statusCode === 403 && answer.json<{ code: string }>().code === 'other-site'
      if (stopped === passes[name]) wrong.push(`${name} ${JSON.stringify(said)}: ${answer.statusCode}`)
    }
  }
  expect(wrong).toEqual([])
})

/** What a browser says of a request by what made it: mode and destination (Fetch Standard). */
const makers: [maker: string, mode: string, dest: string, more?: Record<string, string>][] = [
  ['an image', 'no-cors', 'image'],
  ['a script', 'no-cors', 'script'],
  ['a module', 'cors', 'script'],
  ['a style sheet', 'no-cors', 'style'],
  ['a font', 'cors', 'font'],
  ['a sound', 'no-cors', 'audio'],
  ['a film', 'no-cors', 'video'],
  ['a subtitle', 'cors', 'track'],
  ['a manifest', 'cors', 'manifest'],
  ['an object', 'navigate', 'object'],
  ['an embed', 'navigate', 'embed'],
  ['a frame', 'navigate', 'iframe'],
  ['a link, a form or a redirect', 'navigate', 'document', { 'sec-fetch-user': '?1' }],
  ['a prerendered page', 'navigate', 'document', { 'sec-purpose': 'prefetch;prerender' }],
  ['a prefetch', 'no-cors', 'empty', { 'sec-purpose': 'prefetch' }],
  ['a ping or a beacon', 'no-cors', 'empty'],
  ['a fetch without an answer', 'no-cors', 'empty', { origin: 'https://evil.example' }],
  ['a fetch', 'cors', 'empty', { origin: 'https://evil.example' }],
  ['a fetch out of a sandbox', 'cors', 'empty', { origin: 'null' }],
  ['a socket', 'websocket', 'websocket', { origin: 'https://evil.example' }],
  ['a worker', 'same-origin', 'worker'],
]

test('before every call that changes data stands the gate, whatever a foreign page makes a browser send', async () => {
  const written = async () => (await t.db.execute(sql`SELECT count(*)::int AS n FROM audit_rows`)).rows
  const before = await written()
  const open: string[] = []
  for (const { name, route } of writing)
    for (const site of ['cross-site', 'same-site', 'none'])
      for (const [maker, mode, dest, more] of makers) {
        const said = { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest, ...more }
        const { statusCode } = await send(t, route, said)
        if (statusCode !== 403) open.push(`${name} by ${maker}, ${site}: ${statusCode}`)
      }
  expect(open).toEqual([])
  expect(await written()).toEqual(before)
})

test('older browsers and prefetches of our own page are stopped before every call that changes data', async () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { referer: 'https://evil.example/page' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-purpose': 'prefetch' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  ]
  const open: string[] = []
  for (const { name, route } of writing)
    for (const said of foreign)
      if ((await send(t, route, said)).statusCode !== 403) open.push(`${name} ${JSON.stringify(said)}`)
  expect(open).toEqual([])
})

test('a call that only reads is not behind the gate: links from mail and chat open', async () => {
  const said = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  const answer = await t.call(api.dashboard.get, {}, saying(await t.signIn.staff(), said))
  expect(answer.status).toBe(200)
})

test('a GET that changes data answers HEAD with 405 and changes nothing', async () => {
  const staff = await t.signIn.staff()
  const order = await make.anOrder()
  const url = `/api/v1/payment/change/delivary/status/${order._id}/Prepeared`
  const answer = await t.app.inject({ method: 'HEAD', url, headers: staff.headers })
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET'])
  const seen = await t.call(api.orders.get, { params: { orderId: order._id } }, staff)
  expect(seen.data[0]?.delivaryStatus).toBe('Confirmed')
  for (const { route } of writing.filter(({ route }) => route.method === 'GET'))
    expect((await send(t, route, {}, 'HEAD')).statusCode).toBe(405)
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data; boundary=x',
])('a form of another site cannot send %s where JSON belongs', async (type) => {
  for (const { name, route } of writing) {
    if (route.method === 'GET' || route.files) continue
    const answer = await send(t, route, { 'content-type': type })
    expect(answer.statusCode, name).toBe(415)
  }
})
