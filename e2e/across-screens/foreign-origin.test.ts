import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@kirana/contract'
import { caller } from '@kirana/testing/caller'
import { expect, test as base } from '../test.ts'
import { answers } from './answers.ts'

/**
 * Foreign pages: one on another site, and one on the same site at another port, to which browsers send the cookies as
 * well.
 */
const test = base.extend<{ foreign: { site: string; port: string } }>({
  foreign: [
    // Playwright reads from the pattern which fixtures this one needs: none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const page = '<!doctype html><title>A free recipe</title><body>Mix and bake.'
      const server = createServer((_request, response) => {
        response.setHeader('content-type', 'text/html').end(page)
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      await give({ site: `http://localhost:${port}`, port: `http://127.0.0.1:${port}` })
      server.closeAllConnections()
      server.close()
    },
    { scope: 'test' },
  ],
})

/** A script that requests an address in every way that needs no user action. */
const embed = (address: string) => `(async () => {
  const address = ${JSON.stringify(address)}
  const put = (name, more) => document.body.append(Object.assign(document.createElement(name), more))
  put('img', { src: address + '?img' })
  put('iframe', { src: address + '?iframe' })
  put('object', { data: address + '?object' })
  put('script', { src: address + '?script' })
  put('link', { href: address + '?style', rel: 'stylesheet' })
  put('link', { href: address + '?prefetch', rel: 'prefetch' })
  put('video', { src: address + '?video' })
  const style = '@font-face{font-family:x;src:url(' + address + '?font)}body{font-family:x}'
  put('style', { textContent: style })
  const events = new EventSource(address + '?events', { withCredentials: true })
  events.onerror = () => events.close()
  new WebSocket(address.replace('http', 'ws') + '?socket')
  navigator.sendBeacon(address + '?beacon', 'x')
  const tries = ['no-cors', 'cors'].flatMap((mode) => ['GET', 'HEAD', 'POST'].map((method) =>
    fetch(address + '?' + mode, { mode, method, credentials: 'include' })))
  await Promise.allSettled(tries)
})()`
/** The number of GET requests of `embed`, without those that a browser may omit (prefetch, WebSocket). */
const GETS = 9

/** Submits forms in every encoding that needs no preflight, each into its own frame. */
const submit = (addresses: readonly string[]) => `
for (const action of ${JSON.stringify(addresses)})
  for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const frame = Object.assign(document.createElement('iframe'), { name: action + enctype })
    const form = Object.assign(document.createElement('form'), { method: 'POST', action, enctype, target: frame.name })
    form.append(Object.assign(document.createElement('input'), { name: '{"status":"Delivered","x":"', value: '"}' }))
    document.body.append(frame, form)
    form.submit()
  }`

/** Scripts that navigate the browser to an address. */
const leads = [
  'document.body.append(Object.assign(document.createElement("a"), { href: address })); document.links[0].click()',
  'location.href = address',
  'const form = Object.assign(document.createElement("form"), { action: address }); document.body.append(form); form.submit()',
]

test('rejects every request of a foreign page in the browser of signed-in staff', async ({
  staffPage: page,
  server,
  customer,
  call,
  foreign,
}) => {
  const order = await (await customer()).order()
  const superadmin = caller(server.origin, { cookie: server.cookies.superadmin })
  const state = async () => ({
    log: await superadmin(api.audit.list, { params: { page: 1 }, query: {} }),
    sections: await call(api.sections.list, {}),
    order: await call(api.orders.get, { params: { orderId: order._id } }),
  })
  const written = [
    [api.sections.add.path, '/product/section/add/Planted'],
    [api.orders.changeStatus.path, `/payment/change/delivary/status/${order._id}/Delivered`],
  ] as const
  const addressOf = (path: string) => `${server.origin}/api/v1${path}`
  const before = await state()
  const counted = await Promise.all(written.map(([route]) => answers(server.origin, route)))

  for (const origin of Object.values(foreign)) {
    for (const [route, path] of written) {
      const asked = (await answers(server.origin, route))['403'] ?? 0
      await page.goto(origin)
      await page.evaluate(embed(addressOf(path)))
      const refused = async () => ((await answers(server.origin, route))['403'] ?? 0) - asked
      await expect.poll(refused).toBeGreaterThanOrEqual(GETS)
      for (const lead of leads) {
        await page.goto(origin)
        await page.evaluate(`{ const address = ${JSON.stringify(addressOf(path))}; ${lead} }`)
        await expect(page.locator('body')).toContainText('This request came from another site')
      }
    }
    const posts = [api.manualOrders.changeStatus, api.banners.add, api.wallet.addCoins, api.staff.logout]
    await page.goto(origin)
    await page.evaluate(submit(posts.map((post) => addressOf(post.path))))
    for (const { path } of posts)
      await expect
        .poll(async () => (await answers(server.origin, path))['403'] ?? 0)
        .toBeGreaterThanOrEqual(origin === foreign.site ? 3 : 6)
  }
  for (const [i, [route]] of written.entries()) {
    const grown = Object.entries(await answers(server.origin, route)).filter(
      ([status, n]) => n !== counted[i]?.[status],
    )
    expect(grown.map(([status]) => status)).toEqual(['403', '405'])
  }
  await page.goto(addressOf(written[0][1]))
  await expect(page.locator('body')).toContainText('This request came from another site')
  expect(await state()).toEqual(before)

  // The cookie is valid: the same call from a page of the app succeeds.
  await page.goto('/admin/catagories')
  const own = `fetch(${JSON.stringify(addressOf('/product/section/add/Planted'))}).then(({ status }) => status)`
  expect(await page.evaluate<number>(own)).toBe(200)
  const planted = (await call(api.sections.list, {})).find(({ name }) => name === 'Planted')
  await call(api.sections.remove, { params: { id: planted?._id ?? '' } })
})
