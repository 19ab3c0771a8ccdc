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
  await expect(page.getByText('Sound is off.', { exact: true })).toBeVisible()
  const order = await meera.order()
  await expect(card(page, order.order_id)).toBeVisible()
  expect(await notes([page])).toEqual([0])
  await bell.click()
  await expect.poll(async () => (await notes([page]))[0]).toBe(2)
  await page.reload()
  await expect(bell).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Tap anywhere to hear orders', { exact: true })).toBeVisible()
  // The first click after a reload allows sounds; it does not turn the bell off.
  await bell.click()
  await expect(bell).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await notes([page]))[0]).toBe(2)
  await expect(page.getByText('Sound is on', { exact: true })).toBeVisible()
  await bell.click()
  await expect(bell).toHaveAttribute('aria-pressed', 'false')
  await acknowledge(page)
  const before = (await notes([page]))[0] ?? 0
  await page.getByRole('button', { name: 'Test ring' }).click()
  await expect.poll(async () => (await notes([page]))[0]).toBe(before + 2)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(bell).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await notes([page]))[0]).toBe(before + 4)
})

test('rings a second time when an order becomes late', async ({ staffPage: page, context, customer }) => {
  const meera = await customer()
  await context.clock.install()
  await context.addInitScript(listenIn)
  const order = await meera.order()
  // Orders of other tests become late as well.
  await page.route('**/payment/get/all/orders/staff/**', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: { data: { _id: string }[] } }
    const rows = data.data.filter(({ _id }) => _id === order._id)
    await route.fulfill({ json: { data: { data: rows, totalPages: 1 } } })
  })
  await page.goto(board)
  await isLive(page)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect.poll(async () => (await notes([page]))[0]).toBe(2)
  await expect(card(page, order.order_id)).toBeVisible()
  await context.clock.fastForward('06:00')
  await context.clock.fastForward('00:05')
  expect(await notes([page])).toEqual([2])
  await context.clock.fastForward('02:00')
  await expect.poll(async () => (await notes([page]))[0]).toBe(5)
  await context.clock.fastForward('01:00')
  expect(await notes([page])).toEqual([5])
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
