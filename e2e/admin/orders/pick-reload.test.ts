import { api } from '@kirana/contract'
import { request } from '@kirana/testing/caller'
import { addCookie } from '@kirana/testing/cookies'
import { credentials } from '@kirana/testing/server'
import type { Page } from '@playwright/test'
import { expect, test } from '../../test.ts'
import { secondPicker } from './second-picker.ts'

const bill = (page: Page) => page.getByRole('region', { name: 'Bill' })
const found = (page: Page) => page.getByRole('button', { name: /^Found, / })

/** The URLs in Cache Storage, and the picks that the browser stores for a reload, as text. */
const STORED = `(async () => {
  const urls = []
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname)
  const open = indexedDB.open('kirana-picking', 1)
  await new Promise((resolve) => (open.onsuccess = open.onupgradeneeded = resolve))
  const names = [...open.result.objectStoreNames]
  if (names.length === 0) return { urls, kept: '[]' }
  const rows = open.result.transaction(names[0]).objectStore(names[0]).getAll()
  await new Promise((resolve) => (rows.onsuccess = resolve))
  open.result.close()
  return { urls, kept: JSON.stringify(rows.result) }
})()`
const stored = (page: Page) => page.evaluate<{ urls: string[]; kept: string }>(STORED)

test('picking continues after a reload without a network; logging out asks what to do with unsent actions', async ({
  page,
  context,
  server,
  customer,
  call,
}) => {
  test.slow()
  // A separate session, because this test logs out.
  const { headers } = await request(server.origin, api.staff.login, { body: credentials.staff })
  await addCookie(context, server.origin, headers.getSetCookie()[0]?.split(';')[0] ?? '')
  const meera = await customer('Meera Reload')
  const { products } = await meera.call(api.storeProducts.list, { query: {} })
  const [product] = products.filter(({ variant }) => variant.some(({ inStock }) => inStock))
  const variant = product?.variant.find(({ inStock }) => inStock)
  const item = { productId: product?._id ?? '', variantId: variant?.variantId ?? '', quantity: 6 }
  const { _id: orderId, order_id } = await meera.order({ items: [item] })
  await page.goto(`/admin/order/pick/${orderId}`)
  await found(page).click()
  await expect(bill(page)).toContainText('1 action, 1 stored')
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})')

  await context.setOffline(true)
  await found(page).click()
  await expect(bill(page)).toContainText('2 actions, 1 stored')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Pick ${order_id}`)
  await expect(bill(page)).toContainText('2 actions, 1 stored')
  await found(page).click()
  await expect(page.getByLabel('3 of 6 found')).toBeVisible()
  const { urls, kept } = await stored(page)
  expect(urls).toContain('/index.html')
  expect(urls.filter((path) => path.startsWith('/api/'))).toEqual([])
  expect(kept).toContain(order_id)
  expect(kept).not.toContain('Meera')
  expect(kept).not.toContain(meera.phone.slice(-10))

  // Reload again on a network where requests hang.
  await page.route('**/api/**', () => {})
  await context.setOffline(false)
  await page.reload()
  await expect(bill(page)).toContainText('3 actions, 1 stored')
  // When the network is back, the session is confirmed and all actions are sent.
  await page.unroute('**/api/**')
  await expect(bill(page)).toContainText('3 actions, 3 stored')
  expect((await call(api.pick.get, { params: { orderId } })).lines[0]?.found).toBe(3)

  await context.setOffline(true)
  await found(page).click()
  await expect(bill(page)).toContainText('4 actions, 3 stored')
  await page.getByRole('link', { name: 'Back to the board' }).click()
  const logout = async () => {
    await page.getByRole('button', { name: /Account:/ }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
  }
  await logout()
  const question = page.getByRole('alertdialog', { name: '1 action not sent yet' })
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
  await question.getByRole('button', { name: 'Send first' }).click()
  await expect(question).toContainText('Not sent: there is no connection')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  await logout()
  // The question no longer shows the failure of the previous attempt.
  await expect(question).toContainText('then logs out')

  // Another picker has taken the order over, so the action is rejected, and a dialog says so.
  const ravi = await secondPicker(server, 'reload-ravi')
  await ravi(api.pick.claim, { body: { orderId, takeOver: true } })
  await context.setOffline(false)
  await question.getByRole('button', { name: 'Send first' }).click()
  const refused = page.getByRole('alertdialog', { name: '1 action not accepted' })
  await refused.getByRole('button', { name: 'Stay' }).click()
  await page.goto(`/admin/order/pick/${orderId}`)
  await expect(page.getByText('Ravi Kumar is picking this order')).toBeVisible()
  await expect(page.getByText('1 of 4 actions not stored')).toBeVisible()
  const keeps = async () => (await stored(page)).kept
  await expect.poll(keeps).toBe('[]')

  // A status change waits to be sent. The browser stores the profile with it, so that a reload stays on the board.
  const packed = await meera.order({ items: [item] })
  await call(api.orders.changeStatus, { params: { orderId: packed._id, status: 'Prepeared' }, query: {} })
  await page.goto('/admin/orders/new?view=board&stage=Prepeared')
  const dispatch = page.getByRole('button', { name: `Dispatch, ${packed.order_id}` })
  await expect(dispatch).toBeVisible()
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
  await context.setOffline(true)
  await dispatch.click()
  await expect.poll(keeps).toContain('"picks":[]')
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: '1 waiting to send' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/orders\/new\?.*stage=Prepeared/)
  await context.setOffline(false)
  await expect.poll(keeps).toBe('[]')
  const [sent] = await call(api.orders.get, { params: { orderId: packed._id } })
  expect(sent?.delivaryStatus).toBe('Dispatched')

  await page.goto(`/admin/order/pick/${orderId}`)
  await page.getByRole('button', { name: 'Take over' }).click()
  const notStored = page.getByRole('alert').filter({ hasText: '1 of 4 actions not stored' })
  await notStored.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(notStored).toBeHidden()
  await context.setOffline(true)
  await found(page).click()
  await expect(bill(page)).toContainText('4 actions, 3 stored')
  await page.getByRole('link', { name: 'Back to the board' }).click()
  await logout()
  await context.setOffline(false)
  await question.getByRole('button', { name: 'Send first' }).click()
  await expect(page).toHaveURL('/')
  expect((await call(api.pick.get, { params: { orderId } })).lines[0]?.found).toBe(4)
  expect((await stored(page)).kept).toBe('[]')
})

const HOUR = 60 * 60_000

test('data stored for a reload is deleted after 24 hours', async ({
  staffPage: page,
  context,
  customer,
  call,
}) => {
  const { _id: orderId, order_id } = await (await customer()).order()
  await page.goto(`/admin/order/pick/${orderId}`)
  await found(page).click()
  await expect(bill(page)).toContainText('1 action, 1 stored')
  const keeps = async () => (await stored(page)).kept
  await expect.poll(keeps).toContain(order_id)
  await page.goto('/admin/dashboard')
  for (const hours of [23, 25]) {
    const later = await context.newPage()
    await later.clock.setFixedTime(Date.now() + hours * HOUR)
    await later.goto('/admin/orders/new?view=board')
    await expect(later.getByRole('list', { name: /^Orders to prepare/ })).toBeVisible()
    // The board deletes the stored data when it loads.
    await later.waitForLoadState('networkidle')
    if (hours < 24) expect(await keeps()).toContain(order_id)
    else await expect.poll(keeps).toBe('[]')
    await later.close()
  }
  await call(api.pick.release, { body: { orderId } })
})
