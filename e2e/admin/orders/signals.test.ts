import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../../test.ts'

const board = '/admin/orders/new?view=board'
const isLive = (page: Page) =>
  expect(page.getByRole('status').filter({ hasText: /^(Live|Reconnecting)$/ })).toHaveText('Live')
const card = (page: Page, orderId: string) => page.getByRole('listitem').filter({ hasText: orderId }).first()

const acknowledge = async (page: Page) => {
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByRole('button', { name: 'Acknowledge' })).toBeHidden()
}

const RINGS_EVERY_MS = 4000

/** Counts the chimes that a page plays, by their first note: `fresh` for new orders, `late` for late ones. */
const listenIn = `
  window.chimes = { fresh: 0, late: 0 }
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (when) {
    const kind = { 1047: 'fresh', 784: 'late' }[Math.round(this.frequency.value)]
    if (kind) window.chimes[kind] += 1
    return start.call(this, when)
  }
`
const chimes = (page: Page) => page.evaluate<{ fresh: number; late: number }>('window.chimes')
/** Counts only the chimes for new orders, because another order may become late during the test. */
const rings = async (page: Page) => (await chimes(page)).fresh

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
  if (!one || !two) throw new Error('Expected two pages')
  await one.getByRole('button', { name: 'Ring for new orders' }).click()
  for (const page of pages)
    await expect(page.getByRole('button', { name: 'Ring for new orders' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  // A click allows the other tab to play sounds as well.
  await two.getByRole('heading', { level: 1 }).click()
  await meera.order()
  const heard = async () => (await Promise.all(pages.map(rings))).toSorted((a, b) => a - b)
  for (const least of [1, 2, 3]) {
    // The count may be higher, because the page's clock also runs by itself.
    await expect.poll(async () => (await heard())[1]).toBeGreaterThanOrEqual(least)
    expect((await heard())[0]).toBe(0)
    await context.clock.fastForward(RINGS_EVERY_MS)
  }
  await two.getByRole('button', { name: 'Acknowledge' }).click()
  for (const page of pages) {
    await expect(page).toHaveTitle(/^New Orders/)
    await expect(page.getByRole('button', { name: 'Acknowledge' })).toBeHidden()
  }
  const silent = await heard()
  await context.clock.fastForward(2 * RINGS_EVERY_MS)
  expect(await heard()).toEqual(silent)
})

/** Replaces the system's notifications, which headless browsers lack. No tab has the focus until `isLooking` is set. */
const notifications = `
  localStorage.setItem('kirana-bell', 'on')
  window.shown = []
  window.isLooking = false
  Document.prototype.hasFocus = () => window.isLooking
  window.Notification = class {
    static permission = 'granted'
    constructor(title, { body } = {}) {
      window.shown.push(title + ', ' + body)
    }
  }
`

test('shows one system notification for a new order, and none while a tab has the focus', async ({
  staffPage,
  context,
  customer,
}) => {
  const meera = await customer()
  await context.addInitScript(notifications)
  const looked = await context.newPage()
  const pages = [staffPage, looked, await context.newPage()]
  for (const page of pages) {
    await page.goto(board)
    await isLive(page)
  }
  const shown = async () =>
    (await Promise.all(pages.map((page) => page.evaluate<string[]>('window.shown')))).flat()
  const { order_id: orderId, totalPrice } = await meera.order({ lines: 2 })
  const order = `New order ${orderId}, ₹${totalPrice.toFixed(2)} · 2 items`
  await expect.poll(shown).toEqual([order])
  await looked.evaluate('window.isLooking = true')
  const seen = await meera.order()
  for (const page of pages) await expect(card(page, seen.order_id)).toBeVisible()
  await looked.evaluate('window.isLooking = false')
  // A notification of the seen order would be shown before that of this later one.
  await meera.photos()
  await expect.poll(shown).toContain('New photo order, Meera Nair')
  expect(await shown()).toHaveLength(2)
})

test('offers notifications only where they work: phone browsers have none without a service worker', async ({
  staffPage: page,
}) => {
  await page.addInitScript(`${notifications}
    Notification.permission = 'default'`)
  await page.goto(board)
  await isLive(page)
  await page.getByRole('heading', { level: 1 }).click()
  const offer = page.getByText('Show new orders on top of other windows?', { exact: true })
  await expect(offer).toBeVisible()
  await page.addInitScript(`Notification = class {
    static permission = 'default'
    constructor() {
      throw new TypeError('Illegal constructor')
    }
  }`)
  await page.reload()
  await isLive(page)
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.getByText('Sound is on', { exact: true })).toBeVisible()
  await expect(offer).toBeHidden()
})

test('rings in another tab when the ringing tab closes', async ({ staffPage, context, customer }) => {
  const meera = await customer()
  const pages = await twoBoards(context, staffPage)
  const [one, two] = pages
  if (!one || !two) throw new Error('Expected two pages')
  await one.getByRole('button', { name: 'Ring for new orders' }).click()
  await two.getByRole('heading', { level: 1 }).click()
  await meera.order()
  await expect.poll(() => rings(one)).toBe(1)
  await one.close()
  await expect.poll(() => rings(two), { timeout: 10_000 }).toBeGreaterThanOrEqual(1)
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
  await expect(page.getByText('Sound is off.', { exact: true })).toBeVisible()
  const order = await meera.order()
  await expect(card(page, order.order_id)).toBeVisible()
  expect(await rings(page)).toBe(0)
  await bell.click()
  await expect.poll(() => rings(page)).toBe(1)
  await page.reload()
  await expect(bell).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Tap anywhere to hear orders', { exact: true })).toBeVisible()
  // The first click after a reload allows sounds; it does not turn the bell off.
  await bell.click()
  await expect(bell).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => rings(page)).toBe(1)
  await expect(page.getByText('Sound is on', { exact: true })).toBeVisible()
  // The message stays when the cards of another stage replace these.
  await page
    .getByRole('navigation', { name: 'Stage' })
    .getByRole('link', { name: /^Prepeared/ })
    .click()
  await expect(page).toHaveURL(/stage=Prepeared/)
  await expect(page.getByRole('status', { name: 'Loading orders' })).toBeHidden()
  await expect(page.getByText('Sound is on', { exact: true })).toBeVisible()
  await page.goBack()
  await bell.click()
  await expect(bell).toHaveAttribute('aria-pressed', 'false')
  await acknowledge(page)
  const before = await rings(page)
  await page.getByRole('button', { name: 'Test ring' }).click()
  await expect.poll(() => rings(page)).toBe(before + 1)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(bell).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => rings(page)).toBe(before + 2)
})

test('rings a second time when an order becomes late', async ({ staffPage: page, context, customer }) => {
  const meera = await customer()
  await context.clock.install()
  await context.addInitScript(listenIn)
  const order = await meera.order()
  // Shows only this order, because orders of other tests become late as well.
  await page.route('**/payment/get/all/orders/staff/**', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: { data: { _id: string }[] } }
    const rows = data.data.filter(({ _id }) => _id === order._id)
    await route.fulfill({ json: { data: { data: rows, totalPages: 1 } } })
  })
  await page.goto(board)
  await isLive(page)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect.poll(() => chimes(page)).toEqual({ fresh: 1, late: 0 })
  await expect(card(page, order.order_id)).toBeVisible()
  await context.clock.fastForward('06:00')
  await context.clock.fastForward('00:05')
  expect(await chimes(page)).toEqual({ fresh: 1, late: 0 })
  await context.clock.fastForward('02:00')
  await expect.poll(() => chimes(page)).toEqual({ fresh: 1, late: 1 })
  await context.clock.fastForward('01:00')
  expect(await chimes(page)).toEqual({ fresh: 1, late: 1 })
  // Another request for the list may still be running.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('shows a new order in the header without moving anything, and leads to its card', async ({
  staffPage: page,
  customer,
}) => {
  const meera = await customer()
  await meera.order()
  for (const [width, text] of [
    [390, '1 new'],
    [1280, '₹'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(board)
    await isLive(page)
    await expect(page.getByRole('button', { name: 'Turn on' })).toBeInViewport({ ratio: 1 })
    const first = page.getByRole('list', { name: 'Orders to prepare, oldest first' }).locator('> li').first()
    const before = await first.boundingBox()
    const order = await meera.order()
    const strip = page.getByRole('banner').getByRole('complementary', { name: 'New orders' })
    await expect(strip.getByText(text).filter({ visible: true })).toBeVisible()
    expect(await first.boundingBox()).toEqual(before)
    const link = page.getByRole('link', { name: order.order_id, exact: true })
    await expect(link).not.toBeInViewport()
    await strip.getByRole('button').first().click()
    await expect(link).toBeInViewport()
    await expect(link).toBeFocused()
    await expect(strip).toBeHidden()
  }
})

test('a collapsed group of the menu shows how many new orders wait in it', async ({
  staffPage: page,
  customer,
}) => {
  const meera = await customer()
  await page.goto('/admin/orders/new')
  await isLive(page)
  const menu = page.getByRole('navigation', { name: 'Admin', exact: true })
  const link = menu.getByRole('link', { name: 'New Orders', exact: true })
  await menu.getByRole('button', { name: 'orders', exact: true }).click()
  await expect(link).toHaveCount(0)
  await meera.order()
  const folded = menu.getByRole('button', { name: /^orders \d+ waiting$/, expanded: false })
  await expect(folded).toBeVisible()
  await page.reload()
  await expect(folded).toBeVisible()
  await expect(link).toHaveCount(0)
  await folded.click()
  await expect(link).toBeVisible()
})

test('can be installed, and fetches Devanagari for a name in Hindi only', async ({ staffPage: page }) => {
  const fonts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('devanagari')) fonts.push(request.url())
  })
  await page.goto('/admin/change/password')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate('document.fonts.ready')
  expect(fonts).toEqual([])
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await page.request.get(href ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = (await answer.json()) as { start_url: string; icons: { src: string }[] }
  expect(manifest.start_url).toBe(board)
  for (const { src } of manifest.icons) {
    const icon = await page.request.get(src)
    expect(icon.headers()['content-type']).toBe('image/png')
  }
  await page.evaluate(`document.querySelector('h1').append(' मीरा')`)
  await expect.poll(() => fonts.length).toBe(1)
  expect(
    await page.evaluate(`document.fonts.load('600 20px Devanagari', 'मीरा').then(([face]) => face.status)`),
  ).toBe('loaded')
})
