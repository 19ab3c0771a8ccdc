import { api, callsOf } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import type { Route } from '@kirana/contract/wire/route'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withHeaders, testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'
import { aRider } from '../testing/riders.ts'

// Not on loopback, where foreign host names are rejected before the origin check.
const host = '0.0.0.0'
const t = await testApp({ config: { host } })
const listed = await testApp({ database: t.database, config: { host, webOrigins: ['https://shop.example'] } })
const named = await testApp({ database: t.database, config: { host, publicUrl: 'https://office.example' } })
const make = factories(t)
afterAll(async () => {
  await named.close()
  await listed.close()
  await t.close()
})

// A signed call ignores cookies, so another site cannot misuse it.
const writing = callsOf(api).filter(({ route }) => route.writes && !route.isSigned)
const written = async () => (await t.db.execute(sql`SELECT count(*)::int AS n FROM audit_rows`)).rows
const nobody = '01a1fd41-f2a3-769d-9900-17803f8126b3'
const headers: Record<string, string> = {}
beforeAll(async () => {
  const [staff, superadmin] = [await t.signIn.staff(), await t.signIn.superadmin()]
  const customer = await make.aCustomer()
  const rider = await aRider(t)
  headers.cookie = [staff, superadmin, rider.as].map(({ headers: { cookie } }) => cookie).join('; ')
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

const isStopped = ({ statusCode, body }: Awaited<ReturnType<typeof send>>) =>
  statusCode === 403 && (JSON.parse(body) as { code: string }).code === 'other-site'

const own = 'http://kirana.example'
const evil = 'https://evil.example'

/** Fetch metadata headers of a request, and whether it may pass. */
const fetches = sites.flatMap((site) =>
  modes.flatMap((mode) =>
    origins.map((origin) => ({
      said: {
        'sec-fetch-site': site,
        ...(mode && { 'sec-fetch-mode': mode }),
        ...(origin && { origin }),
      } as Record<string, string>,
      passes: {
        alone: site === 'same-origin' && mode !== 'navigate' && origin === undefined,
        listed:
          mode !== 'navigate' &&
          (origin === undefined
            ? site === 'same-origin'
            : origin === 'https://shop.example' && (site === 'same-origin' || mode === 'cors')),
      },
    })),
  ),
)
const never = { alone: false, listed: false }
const always = { alone: true, listed: true }
const others: typeof fetches = [
  { said: {}, passes: never },
  { said: ownPage, passes: always },
  { said: { 'x-requested-with': 'XMLHttpRequest' }, passes: never },
  { said: { ...ownPage, origin: evil }, passes: never },
  { said: { ...ownPage, referer: `${evil}/page` }, passes: never },
  { said: { ...ownPage, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }, passes: never },
  { said: { ...ownPage, 'sec-purpose': 'prefetch' }, passes: never },
  { said: { origin: own, referer: `${evil}/page` }, passes: never },
  { said: { 'sec-fetch-site': 'same-origin', referer: `${evil}/page` }, passes: never },
  { said: { origin: '', referer: '' }, passes: never },
  { said: { 'x-forwarded-host': 'evil.example', origin: 'http://evil.example' }, passes: never },
  { said: { origin: 'http://kirana.example' }, passes: always },
  { said: { origin: 'http://kirana.example:8080' }, passes: never },
  { said: { origin: 'https://kirana.example' }, passes: never },
  { said: { origin: 'https://kirana.example.evil.example' }, passes: never },
  { said: { origin: 'null' }, passes: never },
  { said: { origin: 'https://shop.example' }, passes: { alone: false, listed: true } },
  { said: { referer: 'http://kirana.example/admin/orders' }, passes: always },
  { said: { referer: 'https://shop.example/cart' }, passes: never },
  { said: { ...ownPage, referer: 'https://shop.example/cart' }, passes: { alone: false, listed: true } },
  { said: { referer: 'https://evil.example/?http://kirana.example' }, passes: never },
  { said: { referer: 'nonsense' }, passes: never },
  { said: { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }, passes: never },
  { said: { 'sec-fetch-site': 'same-origin', purpose: 'prefetch' }, passes: never },
  { said: { 'sec-purpose': 'prefetch;prerender' }, passes: never },
  { said: { referer: `${own}/admin`, 'x-moz': 'prefetch' }, passes: never },
]

/** One call per method, tested with all headers; all calls are tested with those of a foreign page. */
const samples = ['GET', 'POST', 'PUT', 'DELETE'].flatMap(
  (method) => writing.find(({ route }) => route.method === method) ?? [],
)

test.each(samples)('checks the origin of $name for all header combinations', async ({ route }) => {
  const wrong: string[] = []
  for (const { said, passes } of [...fetches, ...others]) {
    for (const [app, name] of [
      [t, 'alone'],
      [listed, 'listed'],
    ] as const) {
      const answer = await send(app, route, said)
      if (isStopped(answer) === passes[name])
        wrong.push(`${name} ${JSON.stringify(said)}: ${answer.statusCode}`)
    }
  }
  expect(wrong).toEqual([])
})

const dests = { cors: 'empty', 'no-cors': 'image', navigate: 'document' }
/** Headers that may identify the sender of a request: an own page, a foreign page, or none. */
const evidence: [said: Record<string, string>, says: 'ours' | 'foreign' | 'nothing'][] = [
  [{}, 'nothing'],
  [ownPage, 'ours'],
  [{ origin: own }, 'ours'],
  [{ referer: `${own}/admin/dashboard` }, 'ours'],
  [{ origin: evil }, 'foreign'],
  [{ origin: 'null' }, 'foreign'],
  [{ referer: `${evil}/page` }, 'foreign'],
  [{ ...ownPage, origin: evil }, 'foreign'],
]
const matrix = ['same-origin', 'same-site', 'cross-site', 'none', ''].flatMap((site) =>
  // A browser without Sec-Fetch-Site does not send the mode either.
  (site ? Object.entries(dests) : [['', '']]).flatMap(([mode, dest]) =>
    evidence.map(([said, says]) => {
      const fetched = { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest }
      const present = Object.fromEntries(Object.entries(fetched).filter(([, value]) => value))
      const isAgainst = says === 'foreign' || mode === 'navigate' || (site !== '' && site !== 'same-origin')
      const isFor = says === 'ours' || site === 'same-origin'
      return { said: { ...present, ...said }, passes: isAgainst ? 'never' : isFor ? 'always' : 'by token' }
    }),
  ),
)
/** Whether a cookie can authenticate the caller. */
const isByCookie = ({ access }: Route) => access !== 'customer'

test('checks site, mode, destination and origin headers of every call that changes data', async () => {
  // Counts as a session cookie, but is invalid over plain HTTP, so calls that pass the check run no statement.
  const nobodys = { cookie: '__Host-kirana_staff=x', authorization: '' }
  const wrong: string[] = []
  for (const { name, route } of writing)
    for (const { said, passes } of matrix) {
      const mayPass = passes === 'always' || (passes === 'by token' && !isByCookie(route))
      if (isStopped(await send(t, route, { ...nobodys, ...said })) === mayPass)
        wrong.push(`${name} ${JSON.stringify(said)}`)
    }
  expect(wrong).toEqual([])
}, 240_000)

test('rejects a session cookie without an origin header, and accepts programs without a cookie', async () => {
  const before = await written()
  const wrong: string[] = []
  const names = ['kirana_staff', 'kirana_superadmin', '__Host-kirana_staff', '__Host-kirana_superadmin']
  const [staff] = headers.cookie?.split('; ') ?? []
  const cookies = [...names.map((name) => `${name}=x`), 'a=b; kirana_staff=', `theme=dark;${staff}`]
  for (const { name, route } of writing) {
    for (const cookie of cookies)
      if (isStopped(await send(t, route, { cookie })) !== isByCookie(route)) wrong.push(`${name} ${cookie}`)
    for (const cookie of ['', 'theme=kirana_staff', 'kirana_staff2=x'])
      if (isStopped(await send(t, route, { cookie, authorization: '' }))) wrong.push(`${name} ${cookie}`)
  }
  expect(wrong).toEqual([])
  expect(await written()).toEqual(before)
})

test('accepts only PUBLIC_URL as the own origin, whatever the Host header says', async () => {
  const [route] = samples.map(({ route }) => route)
  const passes = async (said: Record<string, string>) => route && !isStopped(await send(named, route, said))
  expect(await passes({ origin: 'https://office.example' })).toBe(true)
  expect(await passes({ origin: own })).toBe(false)
  expect(await passes({ referer: `${own}/admin` })).toBe(false)
  expect(await passes({ origin: evil, host: 'evil.example', 'x-forwarded-host': 'evil.example' })).toBe(false)
})

/** The mode and destination that a browser sends for each kind of request (Fetch Standard). */
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

test('rejects every kind of request from a foreign page to every call that changes data', async () => {
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

test('rejects older browsers and prefetches of own pages for every call that changes data', async () => {
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

test('does not check the origin of reads, so links from e-mail and chat work', async () => {
  const said = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  const answer = await t.call(api.dashboard.get, {}, withHeaders(await t.signIn.staff(), said))
  expect(answer.status).toBe(200)
})

test('responds with 405 to HEAD for a GET that changes data', async () => {
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
])('rejects %s from a form of another site', async (type) => {
  for (const { name, route } of writing) {
    if (route.method === 'GET' || route.files) continue
    const answer = await send(t, route, { ...ownPage, 'content-type': type })
    expect(answer.statusCode, name).toBe(415)
  }
})
