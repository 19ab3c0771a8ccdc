import { api } from '@kirana/contract'
import { expect, expectAccessible, test } from '../../test.ts'
import { DATE_TIME, headers, rowOf, rows, texts } from '../table.ts'

test('shows who referred the customer', async ({ staffPage: page, customer, call }) => {
  const [owner, friend] = [await customer('Diya Patel'), await customer('Rohan Mehta')]
  const order = await friend.order({ lines: 2, referCode: owner.referCode })
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Dispatched' }, query: {} })
  await page.goto('/admin/referred/orders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Referred Orders')
  const row = rowOf(page, order.order_id)
  await expect(row).toBeVisible()
  expect(await headers(page)).toEqual([
    'Serial No.',
    'Order ID',
    'Total Products',
    'Bill Amount',
    'Referred By',
    'Referred By phone',
    'referral code',
    'Date',
    'Delivery Status',
    'Invoice',
    'More',
  ])
  expect(await texts(page, row)).toMatchObject({
    'Order ID': order.order_id,
    'Total Products': '2',
    'Bill Amount': order.totalPrice.toLocaleString('en-IN', { style: 'currency', currency: 'INR' }),
    'Referred By': 'Diya Patel',
    'Referred By phone': owner.phone.replace(/^(\+91)(\d{5})/, '$1 $2 '),
    'referral code': owner.referCode,
    Date: expect.stringMatching(DATE_TIME),
    'Delivery Status': 'Dispatched',
    Invoice: 'Invoice',
    More: 'More',
  })
  await expect(row.getByRole('link', { name: /^Invoice/ })).toHaveAttribute('target', '_blank')
  const more = row.getByRole('link', { name: /^More/ })
  await expect(more).toHaveAttribute('href', `/admin/order/get/${order._id}`)
})

test('lists accessibly, and searches by the phone of the code’s owner or of the customer', async ({
  staffPage: page,
  customer,
}) => {
  const [owner, friend] = [await customer('Diya Patel'), await customer('Rohan Mehta')]
  const order = await friend.order({ referCode: owner.referCode })
  await page.goto('/admin/referred/orders')
  await expect(rowOf(page, order.order_id)).toBeVisible()
  await expectAccessible(page)
  for (const { phone } of [owner, friend]) {
    await page.getByRole('searchbox', { name: 'Phone number' }).fill(phone)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(rowOf(page, order.order_id)).toBeVisible()
    await expect(page.getByText('1 of 1 Pages', { exact: true })).toBeVisible()
  }
})

test('excludes orders without a referral code', async ({ staffPage: page, customer }) => {
  const meera = await customer()
  await meera.order()
  await page.goto(`/admin/referred/orders?search=${encodeURIComponent(meera.phone)}`)
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
})
