import { api } from '@kirana/contract'
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../test.ts'
import { secondPicker } from './second-picker.ts'

/** Waits until the element is entirely inside the window. */
async function expectInWindow(page: Page, shown: Locator) {
  await expect(shown).toBeVisible()
  const window = page.viewportSize() ?? { width: 0, height: 0 }
  await expect
    .poll(async () => {
      const { x = -1, y = -1, width = 0, height = 0 } = (await shown.boundingBox()) ?? {}
      return [x >= 0, y >= 0, x + width <= window.width, y + height <= window.height]
    })
    .toEqual([true, true, true, true])
}

const found = (page: Page) => page.getByRole('button', { name: /^Found, / })
const scrollDown = async (page: Page) => page.evaluate(`document.querySelector('main').scrollTo(0, 1e6)`)

/**
 * Presses a button inside `around` one frame after it has appeared, like a press that was meant for the previous
 * content.
 */
const pressOnceShown = (page: Page, around: string, name: string) =>
  page.evaluate(`new MutationObserver((_, observer) => {
    const button = [...document.querySelectorAll('${around} button')].find((one) => one.textContent.trim() === '${name}')
    if (!button) return
    observer.disconnect()
    requestAnimationFrame(() => {
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
      window.isPressed = true
    })
  }).observe(document.body, { subtree: true, childList: true })`)

test('a dialog in front of the picking screen says that the order was canceled', async ({
  staffPage: page,
  customer,
}) => {
  const meera = await customer()
  const { _id: orderId } = await meera.order({ lines: 12 })
  await page.addInitScript(`
    localStorage.setItem('kirana-bell', 'on')
    window.pitches = []
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (when) {
      window.pitches.push(this.frequency.value)
      return start.call(this, when)
    }`)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/order/pick/${orderId}`)
  await found(page).click()
  await expect(page.getByRole('region', { name: 'Bill' })).toContainText(/(\d+) actions?, \1 stored/)
  await scrollDown(page)
  // A press meant for the picking screen does not acknowledge the dialog.
  await pressOnceShown(page, '[role=alertdialog]', 'OK')
  await meera.call(api.storeOrders.cancel, { params: { id: orderId } })
  const canceled = page.getByRole('alertdialog', { name: 'Canceled: put everything back' })
  await expectInWindow(page, canceled)
  await expect(canceled).toContainText('1 piece to put back.')
  await expect.poll(() => page.evaluate('window.isPressed')).toBe(true)
  // The notice also plays a sound, because the sound is on.
  expect(await page.evaluate('window.pitches')).toContain(165)
  await expect(found(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Release', includeHidden: true })).toHaveCount(0)
  await expectAccessible(page)
  await canceled.getByRole('button', { name: 'OK' }).click()
  await expect(canceled).toBeHidden()
  await expect(page.getByRole('alert').filter({ hasText: 'Canceled: put everything back' })).toBeVisible()
})

test('a dialog says who took the order over, and which actions of the picker are not stored', async ({
  staffPage: page,
  customer,
  server,
}) => {
  const ravi = await secondPicker(server, 'ravi.takes')
  const { _id: orderId } = await (await customer()).order({ lines: 12 })
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`/admin/order/pick/${orderId}`)
  const bill = page.getByRole('region', { name: 'Bill' })
  await found(page).click()
  await expect(bill).toContainText('1 action, 1 stored')
  await page.context().setOffline(true)
  await page.getByRole('listitem').last().getByRole('button').click()
  await found(page).click()
  await expect(bill).toContainText('2 actions, 1 stored')
  await ravi(api.pick.claim, { body: { orderId, takeOver: true } })
  await page.context().setOffline(false)
  const taken = page.getByRole('alertdialog', { name: 'Ravi Kumar has taken over this order' })
  await expectInWindow(page, taken)
  await expect(found(page)).toHaveCount(0)
  // The dialog ignores presses for its first 300 ms.
  await page.waitForTimeout(320)
  await taken.getByRole('button', { name: 'OK' }).click()
  // Wait for the rejection first: after a takeover the order would belong to the sender, and the action would be
  // stored.
  const others = page.getByRole('alert').filter({ hasText: 'Ravi Kumar is picking this order' })
  await expect(others).toContainText('1 of 2 actions not stored')
  await others.getByRole('button', { name: 'Take over' }).click()
  const notStored = page.getByRole('alert').filter({ hasText: '1 of 2 actions not stored' })
  await expectInWindow(page, notStored)
  await expect(notStored.getByRole('listitem')).toContainText(': 1 found')
  await expectAccessible(page)
  // The rejected action can be retried after a reload.
  await page.reload()
  await expect(notStored.getByRole('listitem')).toContainText(': 1 found')
  await notStored.getByRole('button', { name: 'Try again' }).click()
  await expect(bill).toContainText('2 actions, 2 stored')
  await expect(bill).toContainText('2 of 12 lines')
})

test('a large quantity takes one press, and can be reduced or entered as a number', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const meera = await customer()
  const { data } = await call(api.stock.list, { params: { page: '1' }, query: {} })
  const row = data.find(({ available }) => available === null || available >= 5)
  const { productId = '', variantId = '' } = row ?? {}
  const { _id: orderId } = await meera.order({ items: [{ productId, variantId, quantity: 5 }] })
  await page.goto(`/admin/order/pick/${orderId}`)
  const count = page.getByRole('button', { name: /^\d of 5 found$/ })
  await page.getByRole('button', { name: /^All 5, / }).click()
  const done = page.getByRole('button', { name: '1 line done' })
  await done.click()
  await page.getByRole('list', { name: 'Done', exact: true }).getByRole('button').click()
  await expect(count).toHaveAccessibleName('5 of 5 found')
  await page.getByRole('button', { name: /^Take one back, / }).click()
  await expect(count).toHaveAccessibleName('4 of 5 found')
  await count.focus()
  await page.keyboard.press('2')
  const figure = page.getByRole('dialog').getByRole('textbox')
  await expect(figure).toHaveValue('2')
  await page.keyboard.press('Enter')
  await expect(count).toHaveAccessibleName('2 of 5 found')
})

test('Undo after Done restores the pick, and is not offered after the status was changed', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const meera = await customer()
  const { _id: orderId } = await meera.order({ lines: 2 })
  await page.goto(`/admin/order/pick/${orderId}`)
  const bill = page.getByRole('region', { name: 'Bill' })
  for (const done of [1, 2]) {
    await found(page).click()
    await expect(bill).toContainText(`${done} of 2 lines`)
    // A press within 300 ms of the one that completed a line is ignored.
    await page.waitForTimeout(350)
  }
  // Simulates the second press of a double press.
  await pressOnceShown(page, '[role=status]', 'Undo')
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  const finished = page.getByRole('status').filter({ hasText: 'The order is Prepeared.' })
  const next = finished.getByRole('link').first()
  await expect(next).toBeFocused()
  // The notice is in the lower third of the window.
  expect((await next.boundingBox())?.y).toBeGreaterThanOrEqual(((page.viewportSize()?.height ?? 0) * 2) / 3)
  await expect.poll(() => page.evaluate('window.isPressed')).toBe(true)
  await page.waitForTimeout(320)
  expect((await call(api.pick.get, { params: { orderId } })).state).toBe('done')
  await finished.getByRole('button', { name: 'Undo' }).click()
  await expect(finished).toBeHidden()
  await expect(bill).toContainText('2 of 2 lines')
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(finished).toBeVisible()

  for (const status of ['Dispatched', 'Prepeared'] as const)
    await call(api.orders.changeStatus, { params: { orderId, status }, query: {} })
  await expect(finished).toContainText('It cannot be undone: its status was changed since.')
  await expect(finished.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expectAccessible(page)
})
