import { api, type CustomerOrder } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, sidewaysScroll, test } from '../../test.ts'
import { cancelBecause } from '../dialogs.ts'

const statuses = [
  'Prepeared',
  'Dispatched',
  'Out for Delivary',
  'Delivered',
  'Canceled',
  'Confirmed',
] as const
const STALE = /\(staff\) set this order to Canceled at \d+:\d\d [ap]m$/

const open = async (page: Page, order: Pick<CustomerOrder, '_id' | 'order_id'>) => {
  await page.goto(`/admin/order/get/${order._id}`)
  await expect(page.getByRole('heading', { level: 1, name: order.order_id })).toBeVisible()
}
const status = (page: Page) => page.getByLabel('Delivery Status')
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const cash = (page: Page) => page.getByRole('alertdialog', { name: 'Was the cash collected?', exact: true })
const paise = (text: string) =>
  Math.round(Number(text.replace(/[^\d.]/g, '')) * 100) * (text.startsWith('−') ? -1 : 1)

test('shows every amount of the bill, with the referral code', async ({ staffPage: page, customer }) => {
  const owner = await customer('Ravi Kumar')
  const meera = await customer()
  const order = await meera.order({ lines: 3, referCode: owner.referCode })
  await open(page, order)
  const items = page.getByRole('region', { name: 'Items' })
  for (const line of order.products) await expect(items).toContainText(line.productTitle)
  const steps = await items.getByRole('definition').allTextContents()
  const total = paise(steps.pop() ?? '')
  expect(steps.map(paise).reduce((a, b) => a + b)).toBe(total)
  expect(total).toBe(Math.round(order.totalPrice * 100))
  await expect(items.getByRole('term').filter({ hasText: 'Referral discount' })).toContainText(
    owner.referCode,
  )
  for (const { title } of order.charges)
    await expect(items.getByRole('term').filter({ hasText: title })).toBeVisible()
  await expect(items.locator('img').first()).toHaveJSProperty('complete', true)
})

test('wraps a long name without spaces', async ({ staffPage: page, customer }) => {
  const longest = await customer('M'.repeat(100))
  await open(page, await longest.order())
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    // Polled, because the page adapts to the width, and its history loads later.
    await expect.poll(() => sidewaysScroll(page)).toBe(0)
  }
})

test('shows customer and address, with phone links and copy buttons', async ({
  staffPage: page,
  context,
  customer,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const meera = await customer()
  await open(page, await meera.order())
  const person = page.getByRole('region', { name: 'Customer', exact: true })
  await expect(person).toContainText('Meera Nair')
  await expect(person.getByRole('link', { name: /^\+91/ })).toHaveAttribute('href', `tel:${meera.phone}`)
  await person.getByRole('button', { name: 'Copy phone' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(meera.phone)
  const place = page.getByRole('region', { name: 'Deliver to' })
  await expect(place).toContainText('Flat 4, Hill Road')
  await place.getByRole('button', { name: 'Copy address' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('Meera Nair\nFlat 4, Hill Road')
})

test('shows Save only after the selection changes', async ({ staffPage: page, customer, call }) => {
  const order = await (await customer()).order()
  await open(page, order)
  expect(await status(page).locator('option').allTextContents()).toEqual([
    'Confirmed',
    ...statuses.slice(0, 5),
  ])
  await expect(status(page)).toHaveValue('Confirmed')
  await expect(save(page)).toHaveCount(0)
  await status(page).selectOption('Dispatched')
  await expect(save(page)).toBeVisible()
  await status(page).selectOption('Confirmed')
  await expect(save(page)).toHaveCount(0)
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Prepeared' }, query: {} })
  await expect(status(page)).toHaveValue('Prepeared')
  await expect(save(page)).toHaveCount(0)
})

test('sets every status, and shows who did it in the timeline', async ({ staffPage: page, customer }) => {
  const order = await (await customer()).order()
  await open(page, order)
  const steps = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await expect(steps).toHaveCount(1)
  await expect(steps).toContainText('placed the order')
  await expect(steps).toContainText('Meera Nair (customer)')
  let before: string = 'Confirmed'
  for (const [i, next] of statuses.entries()) {
    await status(page).selectOption(next)
    await save(page).click()
    if (next === 'Canceled') await cash(page).getByRole('button', { name: 'No', exact: true }).click()
    const popup = page.getByRole('alertdialog', { name: 'Status has been changed' })
    await expect(popup).toBeVisible()
    await popup.getByRole('button', { name: 'OK' }).click()
    await expect(popup).toBeHidden()
    await expect(save(page)).toHaveCount(0)
    await expect(status(page)).toHaveValue(next)
    await expect(steps).toHaveCount(i + 2)
    await expect(steps.first()).toContainText(before)
    await expect(steps.first()).toContainText(next)
    await expect(steps.first()).toContainText('Asha Patil')
    before = next
  }
})

test('asks whether the cash was collected when a delivered cash order is canceled, and refunds it', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const meera = await customer()
  const order = await meera.order()
  const moneyOf = async () => (await meera.call(api.storeWallet.get, {})).money
  const set = (to: 'Delivered') =>
    call(api.orders.changeStatus, { params: { orderId: order._id, status: to }, query: {} })
  await set('Delivered')
  await open(page, order)
  const payment = page.getByText(/^(Awaiting|Success)$/)
  const choice = (name: string) => cash(page).getByRole('button', { name, exact: true })
  const cancel = async () => {
    await status(page).selectOption('Canceled')
    await save(page).click()
    await expect(cash(page)).toBeVisible()
  }
  const acknowledge = async () => {
    await expect(page.getByRole('alertdialog', { name: 'Status has been changed' })).toBeVisible()
    await page.getByRole('button', { name: 'OK' }).click()
  }
  const refund = `Refund ₹${order.totalPrice.toFixed(2)} to the customer’s wallet.`

  await cancel()
  await expect(cash(page)).toContainText(refund)
  await expect(choice('Yes')).toHaveAccessibleDescription(`Cancel the order. ${refund}`)
  await expect(choice('No')).toHaveAccessibleDescription(/refund nothing/)
  await expect(choice('Go back')).toBeFocused()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Enter')
  await expect(cash(page)).toBeHidden()
  await expect(status(page)).toHaveValue('Canceled')
  await expect(payment).toHaveText('Success')

  await save(page).click()
  await expect(choice('Go back')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(choice('No')).toBeFocused()
  await page.keyboard.press('Enter')
  await acknowledge()
  await expect(payment).toHaveText('Awaiting')
  expect(await moneyOf()).toBe(0)

  await set('Delivered')
  await expect(status(page)).toHaveValue('Delivered')
  await cancel()
  await choice('Yes').click()
  await cancelBecause(page)
  await acknowledge()
  await expect(payment).toHaveText('Success')
  expect(await moneyOf()).toBe(order.totalPrice)
})

test('rejects the answer about cash if the order is no longer delivered', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const meera = await customer()
  const order = await meera.order()
  const set = (to: 'Delivered' | 'Dispatched') =>
    call(api.orders.changeStatus, { params: { orderId: order._id, status: to }, query: {} })
  await set('Delivered')
  await open(page, order)
  await status(page).selectOption('Canceled')
  await save(page).click()
  await expect(cash(page)).toBeVisible()
  await set('Dispatched')
  await expect(
    page.getByText(/set this order to Dispatched since you chose. Your selection is kept/),
  ).toBeAttached()
  await cash(page).getByRole('button', { name: 'Yes', exact: true }).click()
  await cancelBecause(page)
  await expect(
    page.getByRole('alertdialog', { name: /order to Dispatched|changed this order/ }),
  ).toBeVisible()
  expect((await meera.call(api.storeWallet.get, {})).money).toBe(0)
})

test('rejects a stale change with the reason, and shows the current status', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const order = await (await customer()).order()
  await page.route('**/api/v1/events*', (route) => route.abort())
  await open(page, order)
  await status(page).selectOption('Dispatched')
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Canceled' }, query: {} })
  await save(page).click()
  await expect(page.getByRole('alertdialog', { name: STALE })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Canceled')
})

test("shows someone else's change live, and keeps the unsaved selection", async ({
  staffPage: page,
  customer,
  call,
}) => {
  const order = await (await customer()).order()
  await open(page, order)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Prepeared' }, query: {} })
  await expect(status(page)).toHaveValue('Prepeared')
  await expect(save(page)).toHaveCount(0)
  await status(page).selectOption('Out for Delivary')
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Dispatched' }, query: {} })
  await expect(
    page.getByText(/set this order to Dispatched since you chose. Your selection is kept/),
  ).toBeVisible()
  await expect(status(page)).toHaveValue('Out for Delivary')
  await save(page).click()
  await expect(page.getByRole('alertdialog', { name: 'Status has been changed' })).toBeVisible()
})

test('disables the invoice with a reason, then opens it in a new tab; a prepared order is accessible', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const order = await (await customer()).order({ lines: 3 })
  await open(page, order)
  const disabled = page.getByRole('button', { name: 'Invoice' })
  await expect(disabled).toBeDisabled()
  await expect(disabled).toHaveAttribute('title', 'The invoice is issued when the order leaves Confirmed')
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Prepeared' }, query: {} })
  const link = page.getByRole('link', { name: /^Invoice/ })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('href', new RegExp(`/api/v1/invoice/${order._id}$`))
  await status(page).selectOption('Dispatched')
  await expect(save(page)).toBeVisible()
  await expectAccessible(page)
})

for (const id of ['01960000-0000-7000-8000-000000000000', 'nonsense'])
  test(`says that there is no order ${id}`, async ({ staffPage: page }) => {
    await page.goto(`/admin/order/get/${id}`)
    await expect(page.getByText('No order found', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })

/** Width and height of a PDF's pages in millimetres. */
const pagesOf = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) =>
    [width, height].map((points) => Math.round((Number(points) / 72) * 25.4)),
  )

for (const { button, width, height } of [
  { button: 'Print pick list', width: 210, height: 297 },
  { button: 'Print slip', width: 80, height: null },
])
  test(`${button} prints only its content, in the size of its paper`, async ({
    staffPage: page,
    customer,
  }) => {
    await page.addInitScript('window.print = () => {}')
    const order = await (await customer()).order({ lines: 5 })
    await open(page, order)
    await page.getByRole('button', { name: button }).click()
    await expect(page.locator('.sheet')).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    const sheet = page.locator('.sheet')
    for (const line of order.products) await expect(sheet).toContainText(line.productTitle)
    await expect(sheet).toContainText(order.order_id)
    await expect(page.getByRole('region', { name: 'Timeline' })).toBeHidden()
    if (height) await expect(sheet).not.toContainText('₹')
    else await expect(sheet).toContainText(/COLLECT ₹/)
    const sizes = pagesOf(await page.pdf({ preferCSSPageSize: true }))
    expect(sizes).toHaveLength(1)
    expect(sizes[0]?.[0]).toBe(width)
    if (height) expect(sizes[0]?.[1]).toBe(height)
  })
