import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@kirana/contract'
import type { BrowserContext, Page } from '@playwright/test'
import { signIn } from '@kirana/testing/server'
import { addCookie } from '@kirana/testing/cookies'
import { expect, test } from '../../test.ts'

const board = '/admin/orders/new?view=board'
const light = (page: Page) => page.getByRole('status').filter({ hasText: /^(Live|Reconnecting)$/ })
const isLive = (page: Page) => expect(light(page)).toHaveText('Live')
/** The built chunk of a source file, whose name is only a hash. */
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
  // The screen does not wait for the chunk that opens the stream.
  await tab.route(`**/${chunkOf('src/components/live/live-host.tsx')}`, async (route) => {
    await tab.getByRole('heading', { level: 1, name: order.order_id }).waitFor()
    await route.continue()
  })
  await tab.goto(`/admin/order/get/${order._id}`)
  await isLive(tab)
  await expect(page).toHaveTitle(/^New Orders/)
  await expect(tab).toHaveTitle(new RegExp(`^${order.order_id}`))
})

const RINGS_EVERY_MS = 4000

/** Counts the sounds that a page plays. */
const listenIn = `
  window.notes = 0
  const create = AudioContext.prototype.createOscillator
  AudioContext.prototype.createOscillator = function () { window.notes += 1; return create.call(this) }
`
const notes = async (pages: readonly Page[]) =>
  Promise.all(pages.map((page) => page.evaluate<number>('window.notes')))

async function twoBoards(context: BrowserContext, first: Page) {
  await context.clock.install()
  await context.addInitScript(listenIn)
  const pages = [first, await context.newPage()]
  for (const page of pages) {
    await page.goto(board)
    await isLive(page)
  }
  return pages
}

test('rings repeatedly in one tab until any tab acknowledges the order', async ({
  staffPage,
  context,
  customer,
}) => {
  const meera = await customer()
  const pages = await twoBoards(context, staffPage)
  const [one, two] = pages
  if (!one || !two) throw new Error('two pages')
  await one.getByRole('button', { name: 'Ring for new orders' }).click()
  for (const page of pages)
    await expect(page.getByRole('button', { name: 'Ring for new orders' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  // A click allows the other tab to play sounds as well.
  await two.getByRole('heading', { level: 1 }).click()
  await meera.order()
  for (const heard of [2, 4, 6]) {
    await expect.poll(async () => (await notes(pages)).toSorted((a, b) => a - b)).toEqual([0, heard])
    await context.clock.fastForward(RINGS_EVERY_MS)
  }
  await two.getByRole('button', { name: 'Acknowledge' }).click()
  for (const page of pages) {
    await expect(page).toHaveTitle(/^New Orders/)
    await expect(page.getByRole('button', { name: 'Acknowledge' })).toBeHidden()
  }
  const silent = await notes(pages)
  await context.clock.fastForward(2 * RINGS_EVERY_MS)
  expect(await notes(pages)).toEqual(silent)
})

test('rings in another tab when the ringing tab closes', async ({ staffPage, context, customer }) => {
  const meera = await customer()
  const pages = await twoBoards(context, staffPage)
  const [one, two] = pages
  if (!one || !two) throw new Error('two pages')
  await one.getByRole('button', { name: 'Ring for new orders' }).click()
  await two.getByRole('heading', { level: 1 }).click()
  await meera.order()
  await expect.poll(async () => (await notes([one]))[0]).toBe(2)
  await one.close()
  await expect.poll(async () => (await notes([two]))[0], { timeout: 10_000 }).toBeGreaterThanOrEqual(2)
})

test('remembers the bell setting, and is silent when it is off', async ({
  staffPage: page,
  context,
  customer,
}) => {
  const meera = await customer()
  await context.addInitScript(listenIn)
  await page.goto(board)
  await isLive(page)
  const bell = page.getByRole('button', { name: 'Ring for new orders' })
  await expect(bell).toHaveAttribute('aria-pressed', 'false')
  const order = await meera.order()
  await expect(card(page, order.order_id)).toBeVisible()
  expect(await notes([page])).toEqual([0])
  await bell.click()
  await expect.poll(async () => (await notes([page]))[0]).toBe(2)
  await page.reload()
  await expect(bell).toHaveAttribute('aria-pressed', 'true')
  // The first click after a reload allows sounds; it does not turn the bell off.
  await bell.click()
  await expect(bell).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await notes([page]))[0]).toBe(2)
  await bell.click()
  await expect(bell).toHaveAttribute('aria-pressed', 'false')
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
  await context.clearCookies()
  await context.setOffline(true)
  await expect(light(page)).toHaveText('Reconnecting')
  await context.setOffline(false)
  await expect(page).toHaveURL('/')
  const before = asked.length
  await page.clock.fastForward('01:00')
  // Any request started by the clock would have been sent before the reload.
  await page.reload()
  expect(asked).toHaveLength(before)
})
