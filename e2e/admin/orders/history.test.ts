import { api } from '@kirana/contract'
import { expect, expectAccessible, test } from '../../test.ts'
import { answer, DATE_TIME, headers, refuse, rowOf, rows, search, texts } from '../table.ts'

const LIST = '**/api/v1/payment/get/all/orders/staff/**'

const options = [
  ['All Orders', null],
  ['Order Confirmed', 'Confirmed'],
  ['Order Prepeared', 'Prepeared'],
  ['Order Dispatched', 'Dispatched'],
  ['Out For Delivery', 'Out for Delivary'],
  ['Order Delivered', 'Delivered'],
  ['Order Canceled', 'Canceled'],
] as const

test('shows an order under the specified headers, accessibly', async ({ staffPage: page, customer }) => {
  const meera = await customer()
  const order = await meera.order({ lines: 2 })
  await page.goto(`/admin/orders?search=${encodeURIComponent(meera.phone)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order History')
  const row = rowOf(page, order.order_id)
  await expect(row).toBeVisible()
  expect(await headers(page)).toEqual([
    'Serial No.',
    'Order ID',
    'Total Products',
    'Bill Amount',
    'Date',
    'Payment Status',
    'Invoice',
    'More',
  ])
  expect(await texts(page, row)).toEqual({
    'Serial No.': '1',
    'Order ID': order.order_id,
    'Total Products': '2',
    'Bill Amount': order.totalPrice.toLocaleString('en-IN', { style: 'currency', currency: 'INR' }),
    Date: expect.stringMatching(DATE_TIME),
    'Payment Status': `AwaitingCollect ${order.totalPrice.toLocaleString('en-IN', { style: 'currency', currency: 'INR' })}`,
    Invoice: 'Invoice',
    More: 'More',
  })
  const more = row.getByRole('link', { name: /^More/ })
  await expect(more).toHaveAttribute('href', `/admin/order/get/${order._id}`)
  await expectAccessible(page)
})

test('filters by delivery status with the radio buttons', async ({ staffPage: page }) => {
  await page.goto('/admin/orders')
  await expect(page.getByRole('radio', { name: 'All Orders', exact: true })).toBeChecked()
  expect(
    await page.getByRole('radio').evaluateAll((all) => all.map((one) => one.parentElement?.innerText)),
  ).toEqual(options.map(([label]) => label))
  for (const [label, status] of options.toReversed()) {
    // Each step uses a different search, because cached lists are not requested again.
    await page.goto(`/admin/orders?search=${label.length}${status ? '&status=Nothing' : '&status=Canceled'}`)
    const asked = page.waitForRequest(
      (request) =>
        request.url().includes('/orders/staff/1') &&
        new URL(request.url()).searchParams.get('keywords') === status,
    )
    await page.getByRole('radio', { name: label, exact: true }).click()
    await asked
    await expect(page.getByRole('radio', { name: label, exact: true })).toBeChecked()
    expect(new URL(page.url()).searchParams.get('status')).toBe(status)
  }
})

test('shows the payment status as Success, Awaiting or Failed', async ({ staffPage: page, customer }) => {
  const order = await (await customer()).order()
  const paid = (paymentStatus: string) => ({ ...order, _id: paymentStatus, paymentStatus })
  await page.route(LIST, answer([paid('success'), paid('Due'), paid('Failed'), paid('refused by the bank')]))
  await page.goto('/admin/orders')
  const column = rows(page).getByText(/^(Success|Awaiting|Failed)$/)
  await expect(column).toHaveText(['Success', 'Awaiting', 'Failed', 'Failed'])
})

test('opens the invoice in a new tab, or shows why none exists yet', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const meera = await customer()
  const order = await meera.order()
  const address = `/admin/orders?search=${encodeURIComponent(meera.phone)}`
  await page.goto(address)
  const none = rowOf(page, order.order_id).getByRole('button', { name: 'Invoice' })
  await expect(none).toBeDisabled()
  await expect(none).toHaveAttribute('title', /issued/)
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Prepeared' }, query: {} })
  await page.goto(address)
  const link = rowOf(page, order.order_id).getByRole('link', { name: /^Invoice/ })
  await expect(link).toHaveAttribute('target', '_blank')
  const file = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(file.headers()['content-type']).toBe('application/pdf')
})

test('keeps page and search in the URL, and restores them on Back', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const meera = await customer()
  const { _id: orderId } = await meera.order()
  // A customer may have at most 20 open orders.
  await call(api.orders.changeStatus, { params: { orderId, status: 'Delivered' }, query: {} })
  for (let orders = 0; orders < 20; orders++) await meera.order()
  await page.goto('/admin/orders')
  await search(page, meera.phone.slice(3))
  await expect(page.getByText('1 of 2 Pages', { exact: true })).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText('2 of 2 Pages', { exact: true })).toBeVisible()
  await expect(rows(page).getByRole('cell').first()).toHaveText('21')
  await expect(page).toHaveURL(/page=2/)
  // The rows of page 1 stay until the next page is loaded.
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('link', { name: /^More/ }).click()
  await expect(page).toHaveURL(/order\/get/)
  await page.goBack()
  await expect(page.getByText('2 of 2 Pages', { exact: true })).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue(meera.phone.slice(3))
  await page.goBack()
  await expect(page.getByText('1 of 2 Pages', { exact: true })).toBeVisible()
  await page.goto(`/admin/orders?page=9&search=${meera.phone.slice(3)}`)
  await expect(page.getByText('2 of 2 Pages', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
})

test('filters by customer and days, sorts by amount, and exports what is shown', async ({
  staffPage: page,
  customer,
}) => {
  const meera = await customer('Meenakshi Iyer')
  const [small, large] = [await meera.order({ lines: 1 }), await meera.order({ lines: 3 })]
  await page.goto('/admin/orders')
  const field = page.getByRole('combobox', { name: 'Customer' })
  await field.fill('meenakshi')
  await page.getByRole('option', { name: new RegExp(`Meenakshi Iyer.*${meera.phone.slice(-5)}`) }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(field).toHaveValue(/^Meenakshi Iyer/)
  const ids = () => rows(page).getByText(/^OD\d{6}-/)
  await page.getByRole('button', { name: 'Bill Amount', exact: true }).click()
  await expect(ids()).toHaveText([large.order_id, small.order_id])
  await page.getByRole('button', { name: 'Bill Amount', exact: true }).click()
  await expect(ids()).toHaveText([small.order_id, large.order_id])
  await expect(page.getByRole('columnheader', { name: 'Bill Amount' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.getByLabel('From', { exact: true }).fill('2020-01-01')
  await expect(page).toHaveURL(/customer=[\w-]+&sort=amount&from=2020-01-01$/)
  await expect(ids()).toHaveText([small.order_id, large.order_id])
  const href = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  const csv = await (await page.request.get(href ?? '')).text()
  expect(csv.match(/OD\d{6}-\d+/g)).toEqual([small.order_id, large.order_id])
  await page.getByLabel('To', { exact: true }).fill('2020-01-02')
  await page.getByRole('button', { name: 'Show all orders' }).click()
  await expect(page).toHaveURL(/orders\?sort=amount$/)
})

test('finds a phone number in any format', async ({ staffPage: page, customer }) => {
  const meera = await customer()
  const order = await meera.order()
  const digits = meera.phone.slice(3)
  await page.goto('/admin/orders')
  for (const typed of [
    meera.phone,
    `+91 ${digits.slice(0, 5)} ${digits.slice(5)}`,
    `0${digits}`,
    digits.slice(2),
  ]) {
    await search(page, typed)
    await expect(rowOf(page, order.order_id), typed).toBeVisible()
    await expect(rows(page), typed).toHaveCount(1)
  }
})

test('opens an order by a press anywhere on its row, unless the press selects text', async ({
  staffPage: page,
  customer,
}) => {
  const meera = await customer()
  const order = await meera.order()
  await page.goto(`/admin/orders?search=${encodeURIComponent(meera.phone)}`)
  const row = rowOf(page, order.order_id)
  const box = await row.getByText(order.order_id, { exact: true }).boundingBox()
  if (!box) throw new Error('The order is not shown')
  await page.mouse.move(box.x + 1, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  expect(await page.evaluate('getSelection().toString()')).toContain(order.order_id.slice(1, -1))
  await expect(page).toHaveURL(/\/admin\/orders\?/)
  await row.getByRole('cell').nth(2).click()
  await expect(page).toHaveURL(`/admin/order/get/${order._id}`)
})

test('shows No data found, and clears the search', async ({ staffPage: page }) => {
  await page.goto('/admin/orders?search=0000000001')
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await expect(page.getByText(/ of \d+ Pages/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page).toHaveURL('/admin/orders')
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test('shows an error with Retry, and keeps the loaded rows', async ({ staffPage: page, customer }) => {
  const meera = await customer()
  const order = await meera.order()
  await page.route(LIST, refuse('The orders are being counted'))
  await page.goto(`/admin/orders?search=${encodeURIComponent(meera.phone)}`)
  await expect(page.getByText('The orders are being counted', { exact: true })).toBeVisible()
  await page.unroute(LIST)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rowOf(page, order.order_id)).toBeVisible()
  await page.route(LIST, refuse('The orders are being counted'))
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('The orders are being counted', { exact: true })).toBeVisible()
  await expect(rowOf(page, order.order_id)).toBeVisible()
})

test('finds orders by the name of the customer, shows more columns, and links to the customer', async ({
  staffPage: page,
  customer,
}) => {
  const order = await (await customer('Indrani Basumatary')).order()
  await page.goto('/admin/orders')
  await page.getByRole('searchbox').fill('basumat')
  await page.keyboard.press('Enter')
  const row = rowOf(page, order.order_id)
  await expect(row).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  for (const name of ['Customer', 'Delivery Status', 'Method'])
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
  await page.keyboard.press('Escape')
  expect(await texts(page, row)).toMatchObject({
    Customer: 'Indrani Basumatary',
    'Delivery Status': 'Confirmed',
    Method: 'Cash on delivery',
  })
  await row.getByRole('link', { name: /^More/ }).click()
  await page.getByRole('link', { name: 'Indrani Basumatary', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/users\//)
})
