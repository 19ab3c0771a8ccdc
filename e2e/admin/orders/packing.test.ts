import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../test.ts'
import { packOf } from './pack-of.ts'
import { packWithoutPicking, turnTo } from './pack.ts'

const cards = (page: Page) => page.getByRole('list', { name: /^Orders to .+, oldest first$/ })
const card = (page: Page, orderId: string) =>
  cards(page)
    .locator('> li')
    .filter({ has: page.getByRole('link', { name: orderId }) })

/** Replaces the wake lock, because headless browsers reject it. */
const wakeLock = `Object.defineProperty(navigator, 'wakeLock', {
  value: { request: async () => Object.assign(new EventTarget(), { release: async () => {} }) },
})`

test('packing mode has no menus, keeps the screen on, and switches between the stages', async ({
  staffPage: page,
  customer,
}) => {
  await page.addInitScript(wakeLock)
  await page.setViewportSize({ width: 1280, height: 800 })
  const meera = await customer()
  const order = await meera.order({ lines: 12 })
  await page.goto('/admin/orders/new?view=board')
  await page.getByRole('link', { name: 'Packing mode' }).click()
  await expect(page.getByText(/^\d+ waiting · \d+ late · oldest \d/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Admin' })).toHaveCount(0)
  await expect(page.getByRole('img', { name: 'The screen stays on' })).toBeVisible()
  // A new order adds a button to the bar; the slots below do not move.
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const slots = await cards(page).boundingBox()
  await meera.order()
  await expect(page.getByRole('button', { name: /^\d+ new · Acknowledge$/ })).toBeVisible()
  expect(await cards(page).boundingBox()).toEqual(slots)
  const mine = card(page, order.order_id)
  const find = async () => {
    await expect(cards(page)).toBeVisible()
    await turnTo(page, mine)
  }
  await find()
  const sheet = page.getByRole('dialog', { name: order.order_id })
  await mine.getByRole('button', { name: /^and \d+ more items/ }).click()
  // The sheet is a plain list: picking has its own screen, and no button here sets a status without confirmation.
  await expect(sheet.getByRole('list', { name: 'Items' }).getByRole('listitem')).toHaveCount(12)
  await expect(sheet).toContainText('12 lines, 12 pieces')
  await expect(sheet.getByRole('checkbox')).toHaveCount(0)
  await expect(sheet.getByRole('button', { name: 'Prepeared' })).toHaveCount(0)
  await expect(sheet.getByRole('link', { name: /^Start picking/ })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Escape')
  await find()
  // Cards ignore a press right after they have moved.
  await page.waitForTimeout(320)
  await packWithoutPicking(page, order.order_id)
  await expect(page.getByRole('button', { name: `Undo, ${order.order_id}` })).toBeVisible()
  const stages = page.getByRole('navigation', { name: 'Stage' })
  await stages.getByRole('link', { name: /^Prepeared \d/ }).click()
  await find()
  const sent = page.waitForRequest(/\/Dispatched\?from=Prepeared$/)
  await page.getByRole('button', { name: `Dispatch, ${order.order_id}` }).click()
  await sent
  // The address takes the space of an item and does not push the button out of the card.
  await stages.getByRole('link', { name: /^Dispatched \d/ }).click()
  await find()
  const bottom = async (part: Locator) => {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
    return y + height
  }
  const button = mine.getByRole('button', { name: `Send out, ${order.order_id}` })
  expect(await bottom(button)).toBeLessThan(await bottom(mine))
})

/** The number of lines of a title on its card, and whether the card shows all of it. */
const shapeOf = (page: Page, title: string) =>
  page.evaluate<{ rows: number; isWhole: boolean }>(`(() => {
    const one = [...document.querySelectorAll('[data-slot] span')].find(({ textContent }) => textContent === ${JSON.stringify(title)})
    const range = document.createRange()
    range.selectNodeContents(one)
    const boxes = [...range.getClientRects()]
    const { right } = one.parentElement.getBoundingClientRect()
    return {
      rows: new Set(boxes.map(({ top }) => Math.round(top))).size,
      isWhole: boxes.every((box) => box.right <= right + 1),
    }
  })()`)

test('a card of 300 px shows a title of 60 characters in two lines, and shortens a longer one in the middle', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const whole = 'Stoneground whole wheat flour of the fields of Sehore, extra'
  expect(whole).toHaveLength(60)
  const long = `${whole}, milled slowly, family pack`
  const packs = [await packOf(call, whole, 'A1'), await packOf(call, long, 'A2')]
  const order = await (await customer()).order({ items: packs.map(({ item }) => item(2)) })
  // The narrowest width with two columns.
  await page.setViewportSize({ width: 660, height: 900 })
  await page.goto('/admin/orders/new?view=board')
  const mine = card(page, order.order_id)
  expect((await mine.boundingBox())?.width).toBeLessThanOrEqual(300)
  await expect(mine.getByText(whole, { exact: true })).toBeVisible()
  const { rows, isWhole } = await shapeOf(page, whole)
  expect([isWhole, rows]).toEqual([true, 2])
  await expect(mine.getByText(/^Stoneground whole wheat.*….*family pack$/)).toBeVisible()
  // In packing mode the buttons keep their position with titles of any length.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/orders/new?view=board&full=1')
  await expect(cards(page)).toBeVisible()
  await turnTo(page, mine)
  await expect(mine.getByText(whole)).toBeVisible()
  const start = await mine.getByRole('link', { name: /^Start picking/ }).boundingBox()
  const slot = await mine.boundingBox()
  expect((start?.y ?? 0) + (start?.height ?? 0)).toBeLessThan((slot?.y ?? 0) + (slot?.height ?? 0))
})

test('in packing mode a card cuts off no line, and counts the items that do not fit', async ({
  staffPage: page,
  customer,
  call,
}) => {
  // Each title with its pack size has 29 characters, which take two lines.
  const titles = [...'ABCDEFGH'].map((letter) => `AMUL GOLD FULL CREAM ${letter}`)
  const packs = await Promise.all(titles.map((title, n) => packOf(call, title, `A${n + 1}`)))
  const order = await (await customer()).order({ items: packs.map(({ item }) => item(1)) })
  const mine = card(page, order.order_id)
  const list = mine.getByRole('list', { name: 'Items' })
  const lines = list.getByRole('listitem')
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(size)
    await page.goto('/admin/orders/new?view=board&full=1')
    await expect(cards(page)).toBeVisible()
    await turnTo(page, mine)
    const more = mine.getByRole('button', { name: /^and \d+ more items of / })
    await expect(more).toBeInViewport({ ratio: 1 })
    // A font that arrives after the orders may change how many lines fit.
    await expect(async () => {
      const hidden = titles.length - (await lines.count())
      await expect(more).toHaveText(`and ${hidden} more items`, { timeout: 500 })
    }).toPass()
    const start = mine.getByRole('link', { name: /^Start picking/ })
    const [last, number, action] = await Promise.all(
      [lines.last(), more, start].map((part) => part.boundingBox()),
    )
    if (!last || !number || !action) throw new Error('The card shows no items')
    expect(last.height).toBeGreaterThan(40)
    expect(last.y + last.height).toBeLessThanOrEqual(number.y + 1)
    // Below the count of hidden items there are only the margin and the line above the buttons. One more item would not
    // fit.
    const room = action.y - (number.y + number.height)
    expect(room).toBeGreaterThan(0)
    expect(room).toBeLessThan(last.height + 20)
    // The counts are not cut off, whatever else the bar shows.
    const counts = page.getByText(/^\d+ waiting · \d+ late · oldest \d/)
    expect(await counts.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
    await expect(counts).toBeInViewport({ ratio: 1 })
  }
})

test('Undo of the last status stays until the next change, also after leaving and returning; the menu opens the chosen view', async ({
  staffPage: page,
  customer,
}) => {
  const meera = await customer()
  const [order, next] = [await meera.order(), await meera.order()]
  await page.clock.install()
  await page.goto('/admin/orders/new')
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Board' }).click()
  const undo = ({ order_id: number }: typeof order) =>
    page.getByRole('region', { name: 'Recall' }).getByRole('button', { name: `Undo Prepeared, ${number}` })
  await packWithoutPicking(page, order.order_id)
  await expect(undo(order)).toBeVisible()
  await page.clock.fastForward('20:00')
  await expect(undo(order)).toBeVisible()
  await page.getByRole('link', { name: 'Order History' }).click()
  await page.getByRole('link', { name: 'New Orders', exact: true }).click()
  await expect(page).toHaveURL('/admin/orders/new?view=board')
  await expect(undo(order)).toBeVisible()
  await packWithoutPicking(page, next.order_id)
  await expect(undo(next)).toBeVisible()
  await expect(undo(order)).toHaveCount(0)
})
