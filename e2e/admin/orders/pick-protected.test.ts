import { api } from '@kirana/contract'
import { addCookie } from '@kirana/testing/cookies'
import type { Customer } from '@kirana/testing/customer'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../test.ts'
import { popup } from '../dialogs.ts'
import { type Picker, secondPicker } from './second-picker.ts'
import { packWithoutPicking, turnTo } from './pack.ts'

/** An order of three pieces: Ravi has found one and marked one as missing. */
async function halfPicked(ravi: Picker, meera: Customer) {
  const order = await meera.order({ lines: 3 })
  const orderId = order._id
  await ravi(api.pick.claim, { body: { orderId } })
  await ravi(api.pick.line, { body: { orderId, line: 1, actionId: 'a1', found: 1 } })
  const short = { quantity: 1, reason: 'not there' } as const
  await ravi(api.pick.line, { body: { orderId, line: 2, actionId: 'a2', short } })
  return order
}
const FAR = 'Ravi Kumar is picking: 1 of 3 pieces found, 1 missing'
const question = (page: Page) => page.getByRole('alertdialog', { name: FAR, exact: true })
const choose = (page: Page, name: string) => question(page).getByRole('button', { name, exact: true }).click()
const card = (page: Page, orderId: string) =>
  page
    .getByRole('list', { name: /^Orders to .+, oldest first$/ })
    .locator('> li')
    .filter({ has: page.getByRole('link', { name: orderId }) })

test('setting a status does not discard the pick of another picker: the board and the order page ask first', async ({
  staffPage: page,
  customer,
  server,
  call,
}) => {
  test.slow()
  const ravi = await secondPicker(server, 'ravi.board')
  const meera = await customer()
  const [first, second, third] = [
    await halfPicked(ravi, meera),
    await halfPicked(ravi, meera),
    await halfPicked(ravi, meera),
  ]
  const statusOf = async (orderId: string) =>
    (await call(api.orders.get, { params: { orderId } }))[0]?.delivaryStatus

  // On the board, the card returns with the message, and picking continues with the recorded lines.
  await page.goto('/admin/orders/new?view=board')
  const mine = card(page, first.order_id)
  await packWithoutPicking(page, first.order_id)
  await expect(mine.getByRole('alert')).toHaveText(FAR)
  await page.getByRole('button', { name: `Decide, ${first.order_id}` }).click()
  await expect(question(page).getByRole('button', { name: 'Go back' })).toBeFocused()
  await expectAccessible(page)
  await choose(page, 'Go back')
  await expect(mine.getByRole('button', { name: `More for ${first.order_id}` })).toBeVisible()
  await packWithoutPicking(page, first.order_id)
  // The order page shows the rejection as well.
  await mine.getByRole('link', { name: first.order_id }).press('Enter')
  await expect(page.getByLabel('Delivery Status')).toHaveValue('Confirmed')
  await expect(page.getByRole('alert').filter({ hasText: FAR })).toBeVisible()
  await page.getByRole('button', { name: `Decide, ${first.order_id}` }).click()
  await choose(page, 'Take over')
  await expect(page).toHaveURL(`/admin/order/pick/${first._id}`)
  await expect(page.getByRole('region', { name: 'Bill' })).toContainText('2 of 3 lines')
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
  expect(await statusOf(first._id)).toBe('Confirmed')

  // On a card in packing mode, discarding the pick sets the status, and Undo restores it.
  await page.goto('/admin/orders/new?view=board&full=1')
  const packed = card(page, second.order_id)
  await turnTo(page, packed)
  await packWithoutPicking(page, second.order_id)
  await expect(packed.getByRole('alert')).toHaveText(FAR)
  await page.getByRole('button', { name: `Decide, ${second.order_id}` }).click()
  await choose(page, 'Discard what was picked')
  await page.getByRole('button', { name: `Undo, ${second.order_id}` }).click()
  await expect(packed.getByRole('button', { name: `More for ${second.order_id}` })).toBeVisible()
  // The card shows the status as soon as Undo is pressed, before the server has stored it.
  const linesOf = async () => (await ravi(api.pick.get, { params: { orderId: second._id } })).lines
  await expect
    .poll(async () => (await linesOf()).map(({ state }) => state).toSorted())
    .toEqual(['found', 'open', 'short'])

  // The status select of the order page asks as well, also for Canceled.
  const saveStatus = async (status: string) => {
    await page.getByLabel('Delivery Status').selectOption(status)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
  }
  await page.goto(`/admin/order/get/${third._id}`)
  await saveStatus('Prepeared')
  await choose(page, 'Go back')
  await saveStatus('Canceled')
  await expect(question(page)).toContainText('Cancel the order. What was found is to be put back.')
  await choose(page, 'Discard what was picked')
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('discarded what was picked')
  await expect(page.getByRole('region', { name: 'Put back' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Undo, ${third.order_id}` })).toBeVisible()
  expect(await statusOf(third._id)).toBe('Canceled')

  // A user who is also signed in as the superadmin may override the pick; its records are kept.
  const fourth = await halfPicked(ravi, meera)
  await addCookie(page.context(), server.origin, server.cookies.superadmin)
  await page.evaluate(`localStorage.setItem('kirana-signed-in-superadmin', '1')`)
  await page.goto(`/admin/order/get/${fourth._id}`)
  await saveStatus('Prepeared')
  await choose(page, 'Override')
  await page.getByLabel('Reason').fill('The customer waits at the counter')
  // A screen of staff also asks for the superadmin's second factor.
  const json = { message: 'Confirm with your second factor first', code: 'second-factor' }
  await page.route('**/pick/override', (route) => route.fulfill({ status: 403, json }), { times: 1 })
  const override = page.getByRole('dialog').getByRole('button', { name: 'Override', exact: true })
  const asked = page.waitForRequest('**/superadmin/security/get')
  await override.click()
  await asked
  await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible()
  await page.keyboard.press('Escape')
  await popup(page, json.message)
  await override.click()
  await popup(page, 'Status has been changed')
  await expect(page.getByLabel('Delivery Status')).toHaveValue('Prepeared')
})

test('opening an order that another picker has started asks first, and shows when the pick was discarded', async ({
  staffPage: page,
  customer,
  server,
  call,
}) => {
  const ravi = await secondPicker(server, 'ravi.picks')
  const { _id: orderId } = await halfPicked(ravi, await customer())
  await page.clock.install()
  await page.goto(`/admin/order/pick/${orderId}`)
  const notice = page.getByRole('alert').filter({ hasText: 'Nobody is picking this order' })
  await expect(page.getByRole('alert').filter({ hasText: 'Ravi Kumar is picking this order' })).toBeVisible()
  // A claim expires without an event.
  await page.clock.fastForward('11:00')
  await expect(notice).toBeVisible()
  await ravi(api.pick.release, { body: { orderId } })
  await page.reload()
  await expect(notice).toContainText('Ravi Kumar has started: 1 of 3 pieces found, 1 missing.')
  await notice.getByRole('button', { name: 'Take over' }).click()
  const found = page.getByRole('button', { name: /^Found, / }).last()
  await expect(found).toBeVisible()
  // The page reports every minute that the order is being picked, and reports once when it is closed.
  const signs: unknown[] = []
  page.on('request', (request) => request.url().endsWith('/pick/sign') && signs.push(request.postDataJSON()))
  await page.clock.fastForward('01:00')
  await expect.poll(() => signs).toEqual([{ orderId, isClosing: false }])
  await page.getByRole('link', { name: 'Back to the board' }).click()
  await expect.poll(() => signs.at(-1)).toEqual({ orderId, isClosing: true })
  await page.goBack()
  await expect(found).toBeVisible()

  await page.context().setOffline(true)
  await found.click()
  await ravi(api.orders.changeStatus, {
    params: { orderId, status: 'Prepeared' },
    query: { discardPick: 'true' },
  })
  await page.context().setOffline(false)
  const ended = page.getByRole('alertdialog', { name: 'This order is already Prepeared' })
  await expect(ended).toBeVisible()
  // The dialog ignores presses for its first 300 ms.
  await page.waitForTimeout(320)
  await ended.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Ravi Kumar discarded what was picked of this order.')).toBeVisible()
  await call(api.orders.changeStatus, { params: { orderId, status: 'Delivered' }, query: {} })
})
