import { api } from '@kirana/contract'
import { expect, expectAccessible, test } from '../test.ts'
import { aProduct } from './products/product.ts'
import { answer, DATE_TIME, refuse } from './table.ts'

const ORDERS = '**/api/v1/payment/get/all/orders/staff/**'
const COUNTS = '**/api/v1/dashboard/get/data/all'

test('shows six tiles with counts and links to their screens', async ({ staffPage: page, call }) => {
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  const counts = await call(api.dashboard.get, {})
  const tiles = page.getByRole('list', { name: 'Counts' }).getByRole('link')
  const shown = (label: string, count: number) => `${label}${count.toLocaleString('en-IN')}`
  await expect(tiles).toHaveText([
    // Other tests of this worker may have placed orders.
    /^Today Order\d/,
    shown('Categories', counts.totalCategory),
    shown('Manual Order', counts.totalManualOrder),
    shown('All Products', counts.totalProduct),
    shown('Total Referrals', counts.totalReferredOrders),
    shown('Coupons', counts.totalCoupons),
  ])
  expect(await tiles.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/admin/orders/new',
    '/admin/catagories',
    '/admin/manual/orders/new',
    '/admin/products',
    '/admin/referred/orders',
    '/admin/coupons',
  ])
})

test('shows the newest order first in All Recent Orders, accessibly', async ({
  staffPage: page,
  customer,
}) => {
  const meera = await customer('Meera Nair')
  const order = await meera.order()
  const asked = page.waitForRequest(/orders\/staff\/1\?keywords=Confirmed$/)
  await page.goto('/admin/dashboard')
  await asked
  await expect(page.getByRole('heading', { name: 'All Recent Orders', exact: true })).toBeVisible()
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: `More about ${order.order_id}` }) })
  await expect(row.getByText('1', { exact: true })).toBeVisible()
  await expect(row.getByText('Meera Nair', { exact: true })).toBeVisible()
  await expect(row.getByText(meera.phone.replace(/^(\+91)(\d{5})/, '$1 $2 '), { exact: true })).toBeVisible()
  await expect(row.getByText(DATE_TIME)).toBeVisible()
  await expect(row.getByText(`Delivery in ${order.deliveryTime}`, { exact: true })).toBeVisible()
  const more = row.getByText('More', { exact: true })
  await expect(more).toHaveAttribute('href', `/admin/order/get/${order._id}`)
  const needs = page.getByRole('region', { name: 'Needs attention' })
  await expect(needs).toBeInViewport()
  // The attention list is above the tiles at every width, and on a laptop the tiles are in one row.
  const counts = page.getByRole('list', { name: 'Counts' })
  const topOf = async (of: typeof needs) => (await of.boundingBox())?.y ?? -1
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(needs).toBeInViewport()
    expect(await topOf(needs)).toBeLessThan(await topOf(counts))
    const tops = await Promise.all((await counts.getByRole('link').all()).map(topOf))
    if (width === 1280) expect(new Set(tops).size).toBe(1)
  }
  await expectAccessible(page)
})

test('shows the date if the date-time is invalid', async ({ staffPage: page, customer }) => {
  const order = await (await customer()).order()
  await page.route(ORDERS, answer([{ ...order, dateAndTime: 'soon', date: '2026-11-21' }]))
  await page.goto('/admin/dashboard')
  await expect(page.getByText('2026-11-21', { exact: true })).toBeVisible()
})

test('shows No order found without orders', async ({ staffPage: page }) => {
  await page.route(ORDERS, answer([]))
  await page.goto('/admin/dashboard')
  await expect(page.getByText('No order found', { exact: true })).toBeVisible()
})

test('shows the server’s message in one toast after a failure', async ({ staffPage: page }) => {
  await page.route(ORDERS, refuse('The orders are being counted'))
  await page.route(COUNTS, refuse('The orders are being counted'))
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('button', { name: 'Close message' })).toHaveCount(1)
  // The message is shown twice: in the toast, and in place of the orders.
  await expect(page.getByRole('alert').filter({ hasText: 'The orders are being counted' })).toHaveCount(2)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()
  await expect(page.getByText('–', { exact: true })).toHaveCount(0)
})

/** Offset of Asia/Kolkata from UTC. */
const KOLKATA_MS = 5.5 * 3_600_000

test("shows today's figures beside those of a week before, and links to unfinished products", async ({
  staffPage: page,
  call,
}) => {
  await aProduct(call, 'Nothing to see')
  await page.goto('/admin/dashboard')
  const today = page.getByRole('region', { name: 'Today', exact: true })
  await expect(today.getByText(/^Compared with \w+day, \d+ \w+ \d+, up to/)).toBeVisible()
  for (const name of ['Sales', 'Orders', 'Average bill', 'Canceled', 'Until Prepeared', 'Until Delivered'])
    await expect(today.getByRole('term').filter({ hasText: new RegExp(`^${name}`) })).toBeVisible()
  const table = today.getByRole('table', { name: 'Orders by hour' })
  await expect(table.getByRole('row')).toHaveCount(1 + 24)
  const chart = today.getByRole('group', { name: 'Orders by hour' })
  const hour = (name: string) =>
    chart.getByRole('img', { name: new RegExp(`^${name}, \\d+ orders?, \\w+day, `) })
  await hour('00:00').focus()
  await page.keyboard.press('ArrowRight')
  await expect(hour('01:00')).toBeFocused()
  await page.keyboard.press('End')
  await expect(hour('23:00')).toBeFocused()
  await expect(today.getByText(/^23:00, /)).toBeVisible()
  await expect(chart.locator('polyline')).toBeAttached()
  await expectAccessible(page)
  await today.getByRole('button', { name: 'Show table: Orders by hour' }).click()
  await expect(table.getByRole('rowheader', { name: '12 am to 1 am' })).toBeInViewport()
  await page.getByRole('link', { name: /without price or picture$/ }).click()
  await expect(page).toHaveURL(/\/admin\/products\?status=unfinished$/)
  await expect(page.getByRole('row').filter({ hasText: 'Nothing to see' })).toBeVisible()
})

test('shows open tasks, the state of the till and the best sellers at 1280 × 720 without scrolling', async ({
  staffPage: page,
  customer,
  call,
}) => {
  await (await customer()).order()
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/admin/dashboard')
  const inTill = page.getByRole('listitem').filter({ hasText: /^In the till/ })
  const needs = page.getByRole('region', { name: 'Needs attention' })
  const today = page.getByRole('region', { name: 'Today', exact: true })
  const sales = today.getByRole('definition').first()
  const sold = today.getByText('Most sold today', { exact: true })
  for (const answer of [needs, inTill, sales, sold]) await expect(answer).toBeInViewport({ ratio: 1 })
  const { top } = await call(api.reports.today, {})
  await expect(sold.locator('xpath=..')).toHaveText(
    `Most sold today${top.map(({ title, quantity }) => `${title}, ${quantity === 1 ? '1 piece' : `${quantity} pieces`}`).join('')}`,
  )

  const { store } = await call(api.cash.get, {})
  // At least one rupee is missing.
  const rupees = Math.floor(store) - 1
  const count = async () => {
    const { store: expected } = await call(api.cash.get, {})
    await call(api.cash.close, { body: { actionId: crypto.randomUUID(), expected, counted: { 1: rupees } } })
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  }
  await count()
  await expect(inTill).toContainText(`₹${(store - rupees).toFixed(2)} short, counted`)
  await count()
  await expect(inTill).toContainText(/adds up, counted \d+:\d\d [ap]m/)
  await expectAccessible(page)
})

test('links to the late orders of today', async ({ staffPage: page }) => {
  // Just after midnight no order of today can be late.
  if (new Date(Date.now() + KOLKATA_MS).getUTCHours() === 0) return
  await page.goto('/admin/dashboard')
  // The status of the late orders depends on the tests before this one.
  await page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('link', { name: /late orders?: / })
    .first()
    .click()
  await expect(page).toHaveURL(/\/admin\/orders(\/new\?view=board|\?status=\w+)/)
})

test('reloads counts and orders on Refresh', async ({ staffPage: page, customer }) => {
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  const order = await (await customer('Kabir Singh')).order()
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByRole('link', { name: `More about ${order.order_id}` })).toBeVisible()
  await expect(page.getByText(/^Updated \d/)).toBeVisible()
})
