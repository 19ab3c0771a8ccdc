import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { signIn } from '@kirana/testing/server'
import { addCookie } from '@kirana/testing/cookies'
import { expect, test } from '../../test.ts'

const board = '/admin/orders/new?view=board'
const light = (page: Page) => page.getByRole('status').filter({ hasText: /^(Live|Reconnecting)$/ })
const isLive = (page: Page) => expect(light(page)).toHaveText('Live')
/** The name of the built chunk of a source file, which is a hash. */
function chunkOf(source: string) {
  const manifest = readFileSync(join(import.meta.dirname, '../../../web/dist/.vite/manifest.json'), 'utf8')
  return (JSON.parse(manifest) as Record<string, { file: string }>)[source]?.file ?? 'not built'
}
const card = (page: Page, orderId: string) => page.getByRole('listitem').filter({ hasText: orderId }).first()

test('shows an order from the app on the board without a reload', async ({ staffPage: page, customer }) => {
  const meera = await customer()
  await page.goto(board)
  await isLive(page)
  let loads = 0
  page.on('load', () => (loads += 1))
  const { order_id: orderId } = await meera.order({ lines: 2 })
  const answered = Date.now()
  await expect(card(page, orderId)).toBeVisible()
  test.info().annotations.push({ type: 'seen', description: `${Date.now() - answered} ms after the answer` })
  await expect(card(page, orderId)).toContainText('Meera Nair')
  expect(loads).toBe(0)
})

test('updates the dashboard, New Orders and the order history live', async ({
  staffPage: page,
  context,
  customer,
}) => {
  const meera = await customer()
  await page.goto('/admin/dashboard')
  const table = await context.newPage()
  await table.goto('/admin/orders/new')
  const history = await context.newPage()
  await history.goto('/admin/orders')
  await isLive(table)
  const today = page.getByRole('link', { name: /Today Order/ })
  await expect(today).toContainText(/\d/)
  const before = Number((await today.innerText()).replace(/\D/g, ''))
  const { order_id: orderId } = await meera.order()
  await expect(table.getByRole('row').filter({ hasText: orderId })).toBeVisible()
  await expect(history.getByRole('row').filter({ hasText: orderId })).toBeVisible()
  await expect(page.getByText(meera.fullName).first()).toBeVisible()
  await expect(today).toContainText(String(before + 1))
})

test('catches up after a network failure, and shows that it is disconnected', async ({
  staffPage: page,
  context,
  customer,
  call,
}) => {
  const meera = await customer()
  const early = await meera.order()
  await page.goto(board)
  await isLive(page)
  await expect(card(page, early.order_id)).toBeVisible()
  await context.setOffline(true)
  await expect(light(page)).toHaveText('Reconnecting')
  await expect(page.getByText('You are offline')).toBeVisible()
  const missed = [await meera.order(), await meera.order(), await meera.order()]
  await call(api.orders.changeStatus, {
    params: { orderId: early._id, status: 'Prepeared' },
    query: {},
  })
  await expect(card(page, early.order_id)).toBeVisible()
  await context.setOffline(false)
  for (const { order_id: orderId } of missed) await expect(card(page, orderId)).toBeVisible()
  await expect(card(page, early.order_id)).toBeHidden()
  await isLive(page)
  await expect(page).toHaveTitle(/^\(3\) New Orders/)

  // The database was restored while the page was offline. A new epoch has begun, so the server replays no events, and
  // the board loads again.
  await context.setOffline(true)
  await expect(light(page)).toHaveText('Reconnecting')
  const { order_id: orderId } = await meera.order()
  const resumed: string[] = []
  await page.route('**/api/v1/events?*', (route) => {
    const url = new URL(route.request().url())
    resumed.push(url.searchParams.get('lastEventId') ?? '')
    url.searchParams.set('lastEventId', `${crypto.randomUUID()}:1:1`)
    return route.continue({ url: url.href })
  })
  const isLoaded = page.waitForRequest('**/api/v1/payment/get/all/orders/staff/1*')
  await context.setOffline(false)
  await isLoaded
  await expect(card(page, orderId)).toBeVisible()
  await isLive(page)
  expect(resumed[0]).toMatch(/^[\da-f-]{36}:\d+:\d+$/)
})

test('shows an order that was placed between the first list and the stream', async ({
  staffPage: page,
  customer,
}) => {
  const meera = await customer()
  const early = await meera.order()
  let open = () => {}
  const isPlaced = new Promise<void>((resolve) => (open = resolve))
  await page.route('**/api/v1/events?*', async (route) => {
    await isPlaced
    await route.continue()
  })
  await page.goto(board)
  await expect(card(page, early.order_id)).toBeVisible()
  const { order_id: orderId } = await meera.order()
  open()
  await expect(card(page, orderId)).toBeVisible()
  await isLive(page)
})

test('reconnects after a response that is not a stream', async ({ staffPage: page, customer }) => {
  const meera = await customer()
  await page.route('**/api/v1/events*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto(board)
  await expect(light(page)).toHaveText('Reconnecting')
  const { order_id: orderId } = await meera.order()
  await page.unroute('**/api/v1/events*')
  await isLive(page)
  await expect(card(page, orderId)).toBeVisible()
})

test('counts a new order in the title and announces it until it is opened', async ({
  staffPage: page,
  customer,
}) => {
  const meera = await customer()
  await page.goto('/admin/orders')
  await page.goto(board)
  await isLive(page)
  const order = await meera.order()
  await expect(page.getByRole('status').filter({ hasText: `New order ${order.order_id}, ₹` })).toBeAttached()
  await expect(page).toHaveTitle(/^\(1\) New Orders/)
  await expect(card(page, order.order_id).getByText('New', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page).toHaveTitle(/^\(1\) New Orders/)
  await card(page, order.order_id).getByRole('link', { name: order.order_id }).click()
  await expect(page.getByRole('heading', { level: 1, name: order.order_id })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${order.order_id}`))
})

test('stops signalling an order in all tabs when one opens it', async ({
  staffPage: page,
  context,
  customer,
}) => {
  const meera = await customer()
  await page.goto(board)
  await isLive(page)
  const order = await meera.order()
  await expect(page).toHaveTitle(/^\(1\) New Orders/)
  const tab = await context.newPage()
  // The screen loads before the chunk that opens the stream.
  await tab.route(`**/${chunkOf('src/components/live/live-host.tsx')}`, async (route) => {
    await tab.getByRole('heading', { level: 1, name: order.order_id }).waitFor()
    await route.continue()
  })
  await tab.goto(`/admin/order/get/${order._id}`)
  await isLive(tab)
  await expect(page).toHaveTitle(/^New Orders/)
  await expect(tab).toHaveTitle(new RegExp(`^${order.order_id}`))
})

test('ends the stream on sign-out', async ({ page, context, server }) => {
  await addCookie(context, server.origin, await signIn(server.origin, 'staff'))
  await page.clock.install()
  await page.goto(board)
  await isLive(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/events')) asked.push(request.url())
  })
  await context.setOffline(true)
  await expect(light(page)).toHaveText('Reconnecting')
  // Cleared only while the page is offline, because a call rejected earlier would redirect to the home page, which
  // needs the network.
  await context.clearCookies()
  await context.setOffline(false)
  await expect(page).toHaveURL('/')
  const before = asked.length
  await page.clock.fastForward('01:00')
  // Any request started by the clock would have been sent before the reload.
  await page.reload()
  expect(asked).toHaveLength(before)
})
