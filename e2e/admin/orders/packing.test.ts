import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../test.ts'
import { packWithoutPicking } from './pack.ts'

const cards = (page: Page) => page.getByRole('list', { name: /^Orders to .+, oldest first$/ })
const card = (page: Page, orderId: string) =>
  cards(page)
    .locator('> li')
    .filter({ has: page.getByRole('link', { name: orderId }) })

/** Stands for the wake lock, which a browser without a screen refuses. */
const wakeLock = `Object.defineProperty(navigator, 'wakeLock', {
  value: { request: async () => Object.assign(new EventTarget(), { release: async () => {} }) },
})`

test('packing mode has no menus, keeps the screen on, and goes from stage to stage', async ({
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
  // A new order brings a button into the bar; the slots below stay where the finger goes.
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const slots = await cards(page).boundingBox()
  await meera.order()
  await expect(page.getByRole('button', { name: /^\d+ new · Acknowledge$/ })).toBeVisible()
  expect(await cards(page).boundingBox()).toEqual(slots)
  const mine = card(page, order.order_id)
  const find = async () => {
    const next = page.getByRole('button', { name: 'Next page' })
    await expect(cards(page)).toBeVisible()
    while (!(await mine.isVisible()) && (await next.isEnabled())) await next.click()
  }
  await find()
  const sheet = page.getByRole('dialog', { name: order.order_id })
  const first = sheet.getByRole('checkbox').first()
  await mine.getByRole('button', { name: /^and \d+ more items/ }).click()
  await expect(sheet.getByRole('checkbox')).toHaveCount(12)
  await first.check()
  await expect(sheet).toContainText('11 of 12 left')
  await page.reload()
  await find()
  await mine.getByRole('button', { name: `Items of ${order.order_id}`, exact: true }).click()
  await expect(first).toBeChecked()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Escape')
  await find()
  await packWithoutPicking(page, order.order_id)
  await expect(page.getByRole('button', { name: `Undo, ${order.order_id}` })).toBeVisible()
  const stages = page.getByRole('navigation', { name: 'Stage' })
  await stages.getByRole('link', { name: /^Prepeared \d/ }).click()
  await find()
  const sent = page.waitForRequest(/\/Dispatched\?from=Prepeared$/)
  await page.getByRole('button', { name: `Dispatch, ${order.order_id}` }).click()
  await sent
  // The address takes the room of an item, not of the button.
  await stages.getByRole('link', { name: /^Dispatched \d/ }).click()
  await find()
  const bottom = async (part: Locator) => {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
    return y + height
  }
  const button = mine.getByRole('button', { name: `Send out, ${order.order_id}` })
  expect(await bottom(button)).toBeLessThan(await bottom(mine))
})
