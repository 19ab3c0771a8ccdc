import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../test.ts'
import { answer } from '../table.ts'

const board = '/admin/orders/new?view=board'
const cards = (page: Page) => page.getByRole('list', { name: 'Orders to prepare, oldest first' })
const card = (page: Page, orderId: string) =>
  cards(page)
    .locator('> li')
    .filter({ has: page.getByRole('link', { name: orderId }) })
const TAKEN = /\(staff\) set this order to Prepeared at \d+:\d\d [ap]m$/

test('shows every Confirmed order with its items, oldest first', async ({ staffPage: page, customer }) => {
  const meera = await customer()
  const first = await meera.order({ lines: 2 })
  const second = await meera.order()
  await page.goto(board)
  const mine = card(page, first.order_id)
  await expect(mine).toContainText('Meera Nair')
  await expect(mine.getByRole('link', { name: /^\+91 70/ })).toHaveAttribute('href', `tel:${meera.phone}`)
  for (const line of first.products)
    await expect(
      mine.getByRole('listitem').filter({ hasText: line.productTitle }).filter({ hasText: '× 1' }),
    ).toContainText(line.productQuantity)
  await expect(mine).toContainText('Flat 4, Hill Road')
  await expect(mine).toContainText(first.totalPrice.toLocaleString('en-IN'))
  await expect(mine).toContainText('Awaiting')
  await expect(mine).toContainText(/\d:\d\d/)
  const ids = await cards(page).getByRole('heading').allTextContents()
  const place = (orderId: string) => ids.findIndex((text) => text.startsWith(orderId))
  expect(place(first.order_id)).toBeGreaterThanOrEqual(0)
  expect(place(first.order_id)).toBeLessThan(place(second.order_id))
  expect(ids).toEqual(ids.toSorted())
})

test('updates the age, and marks orders that are getting late or are late', async ({
  staffPage: page,
  customer,
}) => {
  const meera = await customer()
  await page.clock.install()
  const { order_id: orderId } = await meera.order()
  await page.goto(board)
  const mine = card(page, orderId)
  await expect(mine).toContainText(/0:0\d/)
  await expect(mine).not.toContainText('late')
  await page.clock.fastForward('04:00')
  await expect(mine).toContainText(/4:\d\dgetting late/)
  await page.clock.fastForward('04:00')
  await expect(mine).toContainText(/8:\d\dlate/)
})

test('sets Prepeared immediately, and removes the card after five seconds', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const meera = await customer()
  const order = await meera.order()
  await page.clock.install()
  await page.goto(board)
  const sent = page.waitForRequest(/change\/delivary\/status/)
  await page.getByRole('button', { name: `Prepeared, ${order.order_id}` }).click()
  expect((await sent).url()).toMatch(/\/Prepeared\?from=Confirmed$/)
  const undo = page.getByRole('button', { name: `Undo, ${order.order_id}` })
  await expect(undo).toBeVisible()
  const [stored] = await call(api.orders.get, { params: { orderId: order._id } })
  expect(stored?.delivaryStatus).toBe('Prepeared')
  await page.clock.fastForward(4000)
  await expect(undo).toBeVisible()
  await page.clock.fastForward(1500)
  await expect(card(page, order.order_id)).toBeHidden()
})

test('sends the change when the user leaves the screen immediately', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const meera = await customer()
  const order = await meera.order()
  await page.goto(board)
  const answered = page.waitForResponse(/change\/delivary\/status/)
  await page.getByRole('button', { name: `Prepeared, ${order.order_id}` }).click()
  await page.getByRole('link', { name: 'Order History' }).click()
  await answered
  const [stored] = await call(api.orders.get, { params: { orderId: order._id } })
  expect(stored?.delivaryStatus).toBe('Prepeared')
})

test('undoes a change within five seconds by keyboard', async ({ staffPage: page, customer, call }) => {
  const meera = await customer()
  const order = await meera.order()
  await page.goto(board)
  await page.getByRole('button', { name: `Prepeared, ${order.order_id}` }).focus()
  await page.keyboard.press('Enter')
  const undo = page.getByRole('button', { name: `Undo, ${order.order_id}` })
  await expect(undo).toBeFocused()
  const sent = page.waitForRequest(/\/Confirmed\?from=Prepeared$/)
  await page.keyboard.press('Enter')
  await sent
  await expect(page.getByRole('button', { name: `Prepeared, ${order.order_id}` })).toBeEnabled()
  await expect(undo).toBeHidden()
  const [stored] = await call(api.orders.get, { params: { orderId: order._id } })
  expect(stored?.delivaryStatus).toBe('Confirmed')
  expect(stored?.history.map(({ to }) => to)).toEqual(['Confirmed', 'Prepeared', 'Confirmed'])
})

test('names who changed the order first, and reloads the board', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const meera = await customer()
  const order = await meera.order()
  // Without the event stream, the board does not learn of the other change.
  await page.route('**/api/v1/events*', (route) => route.abort())
  await page.goto(board)
  await expect(card(page, order.order_id)).toBeVisible()
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Prepeared' }, query: {} })
  await page.getByRole('button', { name: `Prepeared, ${order.order_id}` }).click()
  const popup = page.getByRole('alertdialog', { name: TAKEN })
  await expect(popup).toBeVisible()
  await expect(card(page, order.order_id)).toBeHidden()
  await popup.getByRole('button', { name: 'OK' }).click()
  await expect(popup).toBeHidden()
})

test('shows a message on an empty board', async ({ staffPage: page }) => {
  await page.route('**/payment/get/all/orders/staff/**', answer([]))
  await page.goto(board)
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await expect(page.getByText('New ones appear here by themselves.')).toBeVisible()
})

test('keeps the view in the URL, and restores it on Back', async ({ staffPage: page, customer }) => {
  const order = await (await customer()).order()
  await page.goto('/admin/orders/new')
  const views = page.getByRole('navigation', { name: 'View' })
  await expect(views.getByRole('link', { name: 'Table' })).toHaveAttribute('aria-current', /page|true/)
  await views.getByRole('link', { name: 'Board' }).click()
  await expect(page).toHaveURL(board)
  await expect(page.getByRole('table')).toHaveCount(0)
  await card(page, order.order_id).getByRole('link', { name: order.order_id }).click()
  await expect(page.getByRole('heading', { level: 1, name: order.order_id })).toBeVisible()
  await page.goBack()
  await expect(card(page, order.order_id)).toBeVisible()
  await views.getByRole('link', { name: 'Table' }).click()
  await expect(page.getByRole('table')).toBeVisible()
})

test('is accessible in light, dark and on a phone', async ({ staffPage: page, customer }) => {
  const meera = await customer()
  await page.goto(board)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const order = await meera.order({ lines: 3 })
  await expect(card(page, order.order_id)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Acknowledge' })).toBeVisible()
  await expectAccessible(page)
})
