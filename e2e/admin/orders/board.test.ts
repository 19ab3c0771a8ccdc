import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { caller, request } from '@kirana/testing/caller'
import { addCookie } from '@kirana/testing/cookies'
import { expect, expectAccessible, test } from '../../test.ts'
import { answer } from '../table.ts'
import { packWithoutPicking } from './pack.ts'
import { secondPicker } from './second-picker.ts'

const board = '/admin/orders/new?view=board'
const cards = (page: Page) => page.getByRole('list', { name: /^Orders to .+, oldest first$/ })
const card = (page: Page, orderId: string) =>
  cards(page)
    .locator('> li')
    .filter({ has: page.getByRole('link', { name: orderId }) })
const TAKEN = /\(staff\) set this order to Prepeared at \d+:\d\d [ap]m$/

test('shows every Confirmed order with its items, oldest first, accessibly, and signals a new one', async ({
  staffPage: page,
  customer,
}) => {
  const meera = await customer()
  const first = await meera.order({ lines: 2 })
  const second = await meera.order()
  await page.goto(board)
  const mine = card(page, first.order_id)
  await expect(mine).toContainText('Meera Nair')
  await expect(mine.getByRole('link', { name: /^\+91 70/ })).toHaveAttribute('href', `tel:${meera.phone}`)
  for (const line of first.products)
    await expect(
      mine.getByRole('listitem').filter({ hasText: line.productTitle }).filter({ hasText: '1 ×' }),
    ).toContainText(line.productQuantity)
  await expect(mine).toContainText('Flat 4, Hill Road')
  await expect(mine).toContainText(first.totalPrice.toLocaleString('en-IN'))
  await expect(mine).toContainText('Awaiting')
  await expect(mine).toContainText(/\d:\d\d/)
  const ids = await cards(page).getByRole('heading').allTextContents()
  const place = (orderId: string) => ids.findIndex((text) => text.startsWith(orderId))
  expect(place(first.order_id)).toBeGreaterThanOrEqual(0)
  expect(place(first.order_id)).toBeLessThan(place(second.order_id))
  // Orders that others are picking come last.
  const toPick = cards(page).locator('> li').filter({ hasNotText: 'is picking' })
  const open = await toPick.getByRole('heading').allTextContents()
  expect(open).toContain(ids[place(first.order_id)])
  expect(open).toEqual(open.toSorted())
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const next = await meera.order({ lines: 3 })
  await expect(card(page, next.order_id)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Acknowledge' })).toBeVisible()
  await expectAccessible(page)
})

test('updates the age, and marks orders that are getting late or are late', async ({
  staffPage: page,
  customer,
  server,
}) => {
  const asSuperadmin = caller(server.origin, { cookie: server.cookies.superadmin })
  const meera = await customer()
  await page.clock.install()
  await page.goto(board)
  // Placed only when the board is open, because a busy machine takes most of a minute to load it.
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const ravi = await secondPicker(server, 'ravi.leaves')
  const { deliveryTime } = await asSuperadmin(api.company.get, {})
  await asSuperadmin(api.company.edit, { body: { deliveryTime: '1 min' } })
  const placed = [await meera.order(), await meera.order(), await meera.order()]
  await asSuperadmin(api.company.edit, { body: { deliveryTime } })
  const left = card(page, placed[0]?.order_id ?? '')
  await ravi(api.pick.claim, { body: { orderId: placed[0]?._id ?? '' } })
  const { order_id: orderId } = await meera.order()
  const mine = card(page, orderId)
  await expect(mine).toContainText(/0:0\d/)
  await expect(mine).not.toContainText('late')
  await expect(left).toContainText('Ravi Kumar is picking')
  const badge = left.locator('h2 + span')
  await page.clock.fastForward('02:00')
  // A late order that is being picked is amber. Its claim then expires without an event.
  await expect(left).toContainText('1 min late')
  await expect(badge).toHaveCSS('color', 'rgb(133, 77, 14)')
  await page.clock.fastForward('02:00')
  await expect(left).not.toContainText('is picking')
  await expect(left.getByRole('checkbox')).toBeEnabled()
  await expect(badge).not.toHaveCSS('color', 'rgb(133, 77, 14)')
  await expect(mine).toContainText(/4:\d\dgetting late/)
  // The board applies changed settings of the store at once.
  await asSuperadmin(api.company.edit, { body: { gettingLateMinutes: 6, lateMinutes: 30 } })
  await expect(mine).not.toContainText('late')
  await asSuperadmin(api.company.edit, { body: { gettingLateMinutes: 4, lateMinutes: 8 } })
  await expect(mine).toContainText(/4:\d\dgetting late/)
  await page.clock.fastForward('08:00') // Past the ten minutes that the store promises.
  await expect(mine).toContainText(/12:\d\d2 min late/)
  // Three late orders have a red background; all others have red text.
  const filled = cards(page).locator('h2 + .bg-bad-solid\\!')
  await expect(filled).toHaveCount(3)
  await expect(filled.first()).toHaveCSS('background-color', 'rgb(180, 35, 24)')
  const late = mine.locator('h2 + span')
  await expect(late).toHaveCSS('color', 'rgb(180, 35, 24)')
  await page.clock.fastForward('50:00') // The longest badge does not cover the order number either.
  await expect(late).toHaveText('52 min late')
  const number = await mine.getByRole('link', { name: orderId }).boundingBox()
  expect((await late.boundingBox())?.x).toBeGreaterThanOrEqual((number?.x ?? 0) + (number?.width ?? 0))
})

test('sets Prepeared immediately, and keeps every order in its place until the board is idle', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const meera = await customer()
  const [order, next, taken] = [await meera.order(), await meera.order(), await meera.order()]
  await page.clock.install()
  await page.goto(board)
  /** Index of the card in the list, which stays the same when the cards above it grow. */
  const place = async (orderId: string) => {
    const ids = await cards(page).getByRole('heading').allTextContents()
    return ids.findIndex((text) => text.startsWith(orderId))
  }
  await expect(card(page, next.order_id)).toBeVisible()
  const before = [await place(order.order_id), await place(next.order_id)]
  expect(before[1]).toBe((before[0] ?? 0) + 1)
  const sent = page.waitForRequest(/change\/delivary\/status/)
  await packWithoutPicking(page, order.order_id)
  expect((await sent).url()).toMatch(/\/Prepeared\?from=Confirmed$/)
  const undo = page.getByRole('button', { name: `Undo, ${order.order_id}` })
  await expect(undo).toBeVisible()
  const [stored] = await call(api.orders.get, { params: { orderId: order._id } })
  expect(stored?.delivaryStatus).toBe('Prepeared')
  await page.mouse.move(400, 400)
  // A card keeps its height when it shows that another user has set its order.
  const size = await card(page, taken.order_id).boundingBox()
  await call(api.orders.changeStatus, { params: { orderId: taken._id, status: 'Prepeared' }, query: {} })
  await expect(card(page, taken.order_id)).toContainText(/ set this order to Prepeared\.$/)
  expect((await card(page, taken.order_id).boundingBox())?.height).toBe(size?.height)
  await page.clock.fastForward(5000)
  await expect(undo).toBeVisible()
  expect(await place(next.order_id)).toBe(before[1])
  await page.clock.pauseAt(Date.now() + 15_000)
  await expect(card(page, order.order_id)).toBeHidden()
  await expect.poll(() => place(next.order_id)).toBe(before[0])
  // A tap right after the cards have moved does nothing.
  const button = page.getByRole('button', { name: `More for ${next.order_id}` })
  await page.evaluate(`document.querySelector('[aria-label$="${next.order_id}"]').scrollIntoView()`)
  const aim = await button.boundingBox()
  const tap = () => page.mouse.click((aim?.x ?? 0) + 20, (aim?.y ?? 0) + 10)
  await tap()
  await page.clock.runFor(1000)
  await page.clock.resume()
  await expect(button).toBeEnabled()
  await tap()
  await expect(page.getByRole('menuitem', { name: 'Pack without picking' })).toBeVisible()
  await page.keyboard.press('Escape')
  // The Recall strip can undo the last ten changes.
  const recall = page.getByRole('region', { name: 'Recall' })
  await recall.getByRole('button', { name: `Undo Prepeared, ${order.order_id}` }).click()
  await expect(page.getByRole('button', { name: `More for ${order.order_id}` })).toBeEnabled()
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
  await packWithoutPicking(page, order.order_id)
  await page.getByRole('link', { name: 'Order History' }).click()
  await answered
  const [stored] = await call(api.orders.get, { params: { orderId: order._id } })
  expect(stored?.delivaryStatus).toBe('Prepeared')
})

test('undoes a change within five seconds by keyboard', async ({ staffPage: page, customer, call }) => {
  const meera = await customer()
  const order = await meera.order()
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Prepeared' }, query: {} })
  await page.goto(`${board}&stage=Prepeared`)
  await page.getByRole('button', { name: `Dispatch, ${order.order_id}` }).focus()
  await page.keyboard.press('Enter')
  const undo = page.getByRole('button', { name: `Undo, ${order.order_id}` })
  await expect(undo).toBeFocused()
  const sent = page.waitForRequest(/\/Prepeared\?from=Dispatched&undo=true$/)
  await page.keyboard.press('Enter')
  await sent
  await expect(page.getByRole('button', { name: `Dispatch, ${order.order_id}` })).toBeEnabled()
  await expect(undo).toBeHidden()
  const [stored] = await call(api.orders.get, { params: { orderId: order._id } })
  expect(stored?.delivaryStatus).toBe('Prepeared')
  expect(stored?.history.map(({ to }) => to)).toEqual(['Confirmed', 'Prepeared', 'Dispatched', 'Prepeared'])
})

test('waits for the network without a dialog, then sends in order, and shows a refusal on its card', async ({
  staffPage: page,
  context,
  customer,
  call,
}) => {
  const meera = await customer()
  const [mine, taken] = [await meera.order(), await meera.order()]
  await page.goto(board)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(card(page, taken.order_id)).toBeVisible()
  await context.setOffline(true)
  for (const { order_id: orderId } of [mine, taken]) {
    await packWithoutPicking(page, orderId)
    await expect(card(page, orderId)).toContainText('waiting to send')
  }
  await expect(page.getByRole('link', { name: '2 waiting to send' })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  const take = { params: { orderId: taken._id, status: 'Prepeared' as const }, query: {} }
  await call(api.orders.changeStatus, take)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/change/delivary/status/')) sent.push(request.url())
  })
  await context.setOffline(false)
  await expect(card(page, mine.order_id).getByRole('button', { name: /^Undo/ })).toBeVisible()
  await expect(card(page, taken.order_id).getByRole('alert')).toHaveText(TAKEN)
  expect(sent.map((url) => [url.includes(mine._id), url.endsWith('/Prepeared?from=Confirmed')])).toEqual([
    [true, true],
    [false, true],
  ])
  // Retried, because cards that move during the reconnection ignore a tap.
  const ok = page.getByRole('button', { name: `OK, ${taken.order_id}` })
  await expect(async () => {
    if (await ok.isVisible()) await ok.click({ timeout: 500 })
    await expect(page.getByText(TAKEN)).toHaveCount(0, { timeout: 500 })
  }).toPass({ timeout: 10_000 })
  const [stored] = await call(api.orders.get, { params: { orderId: mine._id } })
  expect(stored?.history.map(({ to }) => to)).toEqual(['Confirmed', 'Prepeared'])
})

test('sends an interrupted change exactly once after a reload, even if only its response was lost', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const order = await (await customer()).order()
  await page.goto(board)
  await page.route('**/change/delivary/status/**', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await packWithoutPicking(page, order.order_id)
  await expect(page.getByRole('link', { name: '1 waiting to send' })).toBeVisible()
  await page.unroute('**/change/delivary/status/**')
  await page.reload()
  const undo = page.getByRole('button', { name: `Undo Prepeared, ${order.order_id}` })
  await expect(undo).toBeVisible()
  await expect(page.getByText(/not accepted|waiting to send/)).toHaveCount(0)
  const [stored] = await call(api.orders.get, { params: { orderId: order._id } })
  expect(stored?.history.map(({ to }) => to)).toEqual(['Confirmed', 'Prepeared'])
})

test('packing is the main action of a new order for staff without the permission to pick', async ({
  page,
  context,
  server,
  customer,
}) => {
  const owner = caller(server.origin, { cookie: server.cookies.superadmin })
  const { _id: roleId } = await owner(api.roles.add, {
    body: { name: 'Packs unpicked', permissions: ['orders.write'] },
  })
  const person = { name: 'Divya Rao', username: 'divya.packs', password: 'Better@123' }
  await owner(api.staff.add, { body: { ...person, roleId } })
  const { headers } = await request(server.origin, api.staff.login, { body: person })
  await addCookie(context, server.origin, headers.getSetCookie()[0]?.split(';')[0] ?? '')
  const { order_id: orderId } = await (await customer()).order()
  await page.goto(board)
  const mine = card(page, orderId)
  await mine.getByRole('button', { name: `Prepeared, ${orderId}` }).click()
  await expect(page.getByRole('button', { name: `Undo, ${orderId}` })).toBeVisible()
  await expect(mine.getByRole('link', { name: /^Start picking/, includeHidden: true })).toHaveCount(0)
})

test('shows a message on an empty board', async ({ staffPage: page }) => {
  await page.route('**/payment/get/all/orders/staff/**', answer([]))
  await page.goto(board)
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await expect(page.getByText('All caught up. New orders appear here automatically.')).toBeVisible()
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
