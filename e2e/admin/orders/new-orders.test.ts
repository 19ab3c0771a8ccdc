import { api } from '@kirana/contract'
import { expect, expectAccessible, test } from '../../test.ts'
import { headers, rowOf, rows, search, texts } from '../table.ts'

test('shows only Confirmed orders, with their delivery status', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const meera = await customer()
  const left = await meera.order()
  const order = await meera.order({ lines: 2 })
  await call(api.orders.changeStatus, { params: { orderId: left._id, status: 'Prepeared' }, query: {} })
  const asked = page.waitForRequest(/orders\/staff\/1\?keywords=Confirmed$/)
  await page.goto('/admin/orders/new')
  await asked
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New Orders')
  await expect(rowOf(page, order.order_id)).toBeVisible()
  await expect(rowOf(page, left.order_id)).toHaveCount(0)
  expect(await headers(page)).toEqual([
    'Serial No.',
    'Order ID',
    'Total Products',
    'Bill Amount',
    'Date',
    'Payment Status',
    'Delivery Status',
    'Invoice',
    'More',
  ])
  expect(await texts(page, rowOf(page, order.order_id))).toMatchObject({
    'Total Products': '2',
    'Payment Status': 'Awaiting',
    'Delivery Status': 'Confirmed',
  })
})

test('searches by order id, accessibly', async ({ staffPage: page, customer }) => {
  const meera = await customer()
  const [first, second] = [await meera.order(), await meera.order()]
  await page.goto('/admin/orders/new')
  await search(page, first.order_id)
  await expect(rowOf(page, second.order_id)).toHaveCount(0)
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, first.order_id)).toBeVisible()
  await expect(page).toHaveURL(/search=OD/)
  await expectAccessible(page)
  await search(page, 'OD000000-0000')
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
})

test('adds a new order live, and removes it when it is prepared', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const meera = await customer()
  await page.goto('/admin/orders/new')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const order = await meera.order()
  await expect(rowOf(page, order.order_id)).toBeVisible()
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Prepeared' }, query: {} })
  await expect(rowOf(page, order.order_id)).toHaveCount(0)
})
