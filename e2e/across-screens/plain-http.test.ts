import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import { caller, request, type Call } from '@kirana/testing/caller'
import { freshPhone, newCustomer } from '@kirana/testing/customer'
import { aPictureFile } from '@kirana/testing/png'
import { owner as superadmin, startNewStore } from '@kirana/testing/server'
import { startHttpSms } from '@kirana/testing/sms/http'
import { expect, test as base } from '../test.ts'
import { answers } from './answers.ts'

const person = { name: 'Asha Rao', username: 'asha', password: 'Asha@2026' }

type Shop = { origin: string; owner: Call; staff: Call; orderId: string }

/** Sets up staff, one product and an order for it. */
async function openShop(origin: string, codeOf: (phone: string) => string, worker: number) {
  const cookieOf = ({ headers }: Awaited<ReturnType<typeof request>>) =>
    headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const owner = caller(origin, {
    cookie: cookieOf(await request(origin, api.superadmin.login, { body: superadmin })),
  })
  await owner(api.staff.add, { body: person })
  const staff = caller(origin, {
    cookie: cookieOf(await request(origin, api.staff.login, { body: person })),
  })
  await staff(api.pincodes.add, { body: { pincode: '400050' } })
  await staff(api.sections.add, { params: { name: 'Staples' } })
  const section = (await staff(api.sections.list, {}))[0]?._id ?? ''
  await staff(api.categories.add, { body: { name: 'Rice', sectionId: section }, files: [aPictureFile()] })
  const category = (await staff(api.categories.list, { query: {} }))[0]?._id ?? ''
  await staff(api.subcategories.add, {
    body: { name: 'Basmati', categoryId: category },
    files: [aPictureFile()],
  })
  const subcategory = (await staff(api.subcategories.list, { query: {} }))[0]?._id ?? ''
  const words = { title: 'Rice', subTitle: 'Long', description: 'Good' }
  const { _id: productId } = await staff(api.products.add, {
    body: { ...words, section, category, subcategory },
  })
  await staff(api.variants.add, { body: { productId, value: 1, unit: 'Kilo', sellingPrice: 90 } })
  const customer = await newCustomer(origin, freshPhone(worker), 'Meera Nair', codeOf)
  return { origin, owner, staff, orderId: (await customer.order())._id }
}

/**
 * A store on plain HTTP with a host name other than localhost, for which browsers send no Sec-Fetch-* headers. The
 * foreign pages send no referrer: one is on another site, and one on the same site at another port, to which browsers
 * send all cookies.
 */
const test = base.extend<{ shop: Shop; foreignPort: string }>({
  shop: [
    // Playwright reads from the pattern which fixtures this one needs: none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give, info) => {
      const sms = await startHttpSms()
      const { origin, stop } = await startNewStore({
        ...sms.environment,
        // An unused proxy address: without one, a server on loopback accepts only local host names.
        TRUST_PROXY: '192.0.2.1',
      })
      await give(await openShop(origin, sms.codeOf, info.workerIndex))
      await stop()
      await sms.stop()
    },
    { timeout: 120_000 },
  ],
  // oxlint-disable-next-line no-empty-pattern
  foreignPort: async ({}, give) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').setHeader('referrer-policy', 'no-referrer')
      response.end('<!doctype html><title>A free recipe</title><body>Mix and bake.')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    await give(String((server.address() as AddressInfo).port))
    server.closeAllConnections()
    server.close()
  },
})

/** Ways in which a page requests `address` without navigating. */
const embeds = [
  'put("img", { src: address })',
  'put("iframe", { src: address })',
  'put("object", { data: address })',
  'put("link", { href: address, rel: "stylesheet" })',
  'put("script", { src: address })',
  'put("video", { src: address })',
  'fetch(address, { mode: "no-cors", credentials: "include" }).catch(() => {})',
]
/** Ways in which a page navigates to `address`. */
const leads = [
  'location.href = address',
  'put("a", { href: address, rel: "noreferrer" }).click()',
  'put("form", { action: address }).submit()',
  'put("meta", { httpEquiv: "refresh", content: "0;url=" + address })',
]
const script = (address: string, way: string) => `{
  const address = ${JSON.stringify(address)}
  const put = (name, more) => {
    const made = Object.assign(document.createElement(name), more)
    document.body.append(made)
    return made
  }
  ${way}
}`

test('rejects changes by foreign pages without a referrer over plain HTTP, and accepts those by pages of the app', async ({
  page,
  shop,
  foreignPort,
}) => {
  test.slow()
  const { owner, staff, orderId } = shop
  const origin = `http://shop.test:${new URL(shop.origin).port}`
  const call = (path: string) => `${origin}/api/v1${path}`
  const planted = call('/product/section/add/Planted')
  const statusTo = (status: string) => call(`/payment/change/delivary/status/${orderId}/${status}`)
  const targets = [
    [api.sections.add.path, planted],
    [api.orders.changeStatus.path, statusTo('Delivered')],
    [api.orders.changeStatus.path, statusTo('Canceled')],
  ] as const
  const state = async () => ({
    sections: await staff(api.sections.list, {}),
    order: await staff(api.orders.get, { params: { orderId } }),
    log: await owner(api.audit.list, { params: { page: 1 }, query: {} }),
  })

  await page.goto(`${origin}/admin/signin`)
  await page.getByLabel('Username', { exact: true }).fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'log in', exact: true }).click()
  await expect(page).toHaveURL(`${origin}/admin/dashboard`)
  const before = await state()

  const refused = { '401': 0, '403': 0 }
  const counted = await Promise.all(targets.map(([path]) => answers(shop.origin, path)))
  const asked: Promise<Record<string, string>>[] = []
  page.context().on('request', (one) => {
    if (targets.some(([, address]) => one.url().startsWith(address))) asked.push(one.allHeaders())
  })
  for (const site of ['evil.test', 'shop.test'])
    for (const [path, address] of targets) {
      // Requests embedded on another site have no cookie, so they are anonymous.
      const status = site === 'evil.test' ? '401' : '403'
      const seen = (await answers(shop.origin, path))[status] ?? 0
      await page.goto(`http://${site}:${foreignPort}`)
      await page.evaluate(embeds.map((way, n) => script(`${address}?${n}`, way)).join('\n'))
      const grown = async () => ((await answers(shop.origin, path))[status] ?? 0) - seen
      await expect.poll(grown).toBe(embeds.length)
      for (const lead of leads) {
        await page.goto(`http://${site}:${foreignPort}`)
        await page.evaluate(script(address, lead))
        await expect(page.locator('body')).toContainText('This request came from another site')
      }
    }
  // All requests were rejected, although they had a valid cookie and no header that identifies their origin.
  for (const [i, [path]] of targets.entries())
    expect({ ...(await answers(shop.origin, path)), ...refused }).toEqual({ ...counted[i], ...refused })
  const bare = (await Promise.all(asked)).filter(({ cookie }) => cookie?.includes('kirana_staff='))
  expect(bare.length).toBeGreaterThanOrEqual(2 * targets.length * leads.length)
  for (const headers of bare)
    for (const name of ['sec-fetch-site', 'sec-fetch-mode', 'referer', 'origin'])
      expect(headers[name]).toBeUndefined()
  expect(await state()).toEqual(before)

  await page.goto(`${origin}/admin/catagories`)
  const own = (more: object) =>
    page.evaluate<number>(
      `fetch(${JSON.stringify(planted)}, ${JSON.stringify({ referrerPolicy: 'no-referrer', ...more })}).then(({ status }) => status)`,
    )
  expect(await own({})).toBe(403)
  expect(await own({ headers: ownPage })).toBe(200)
  expect((await staff(api.sections.list, {})).map(({ name }) => name)).toContain('Planted')

  // Without HTTPS there is no service worker, so a reload of a picking screen needs the network. A note says so once.
  await page.goto(`${origin}/admin/order/pick/${orderId}`)
  const note = page.getByRole('status').filter({ hasText: 'a reload of this page needs it' })
  await note.getByRole('button', { name: 'OK' }).click()
  await expect(note).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Found, / })).toBeVisible()
  await expect(note).toHaveCount(0)
})
