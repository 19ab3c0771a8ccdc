import { api, type CustomerOrder } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../test.ts'
import { cancelBecause } from '../dialogs.ts'

const open = async (page: Page, order: Pick<CustomerOrder, '_id' | 'order_id'>) => {
  await page.goto(`/admin/order/get/${order._id}`)
  await expect(page.getByRole('heading', { level: 1, name: order.order_id })).toBeVisible()
}
const status = (page: Page) => page.getByLabel('Delivery Status')
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

test('asks for the reason when a paid order is canceled, and shows the amount and destination of the refund', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const meera = await customer()
  const first = await meera.order()
  for (const to of ['Delivered', 'Canceled'] as const)
    await call(api.orders.changeStatus, {
      params: { orderId: first._id, status: to },
      query: { cash: 'collected' },
    })
  const order = await meera.order({ payment: 'wallet' })
  const total = `₹${order.totalPrice.toFixed(2)}`
  await open(page, order)
  await status(page).selectOption('Canceled')
  await save(page).click()
  const question = page.getByRole('dialog', { name: `Cancel ${order.order_id}?`, exact: true })
  await expect(question).toContainText(`${total} go back to the customer’s wallet.`)
  const cancel = question.getByRole('button', { name: 'Cancel the order', exact: true })
  await cancel.click()
  await expect(question.getByRole('alert')).toHaveText('Say in 3 to 200 characters why the order is canceled')
  await question.getByLabel('Other', { exact: true }).check()
  await question.getByLabel('Other reason').fill('No')
  await cancel.click()
  await expect(question.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await question.getByRole('button', { name: 'Go back', exact: true }).click()
  await expect(question).toHaveCount(0)
  await save(page).click()
  await cancelBecause(page, 'Items are out of stock')
  await expect(page.getByRole('alertdialog', { name: 'Status has been changed' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText('from Confirmed to Canceled: Items are out of stock')
  await expect(timeline).toContainText(`${total} to the wallet`)
  await expect(page.getByText(`Refunded ${total}`, { exact: true })).toBeVisible()
  const bill = page.getByRole('region', { name: 'Items' })
  await expect(bill).toContainText(`Refunded in all${total}`)
  await expect(bill).toContainText('Net₹0.00')
  await page.goto(`/admin/orders?search=${order.order_id}`)
  await expect(page.getByText(`Refunded ${total}`, { exact: true })).toBeVisible()
})

test('the board asks the same question before it cancels a paid order', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const meera = await customer()
  const cashOrder = await meera.order()
  await page.goto('/admin/orders/new?view=board')
  const cancel = async ({ order_id: number }: Pick<CustomerOrder, 'order_id'>) => {
    await page.getByRole('button', { name: `More for ${number}` }).click()
    await page.getByRole('menuitem', { name: 'Cancel order' }).click()
  }
  await cancel(cashOrder)
  const unpaid = page.getByRole('alertdialog', { name: `Cancel ${cashOrder.order_id}?` })
  await expect(unpaid).toContainText('It is not paid, so no money goes back.')
  await unpaid.getByRole('button', { name: 'Cancel', exact: true }).click()
  // The canceled order's cash is refunded to the wallet, which pays for the next order.
  for (const to of ['Delivered', 'Canceled'] as const)
    await call(api.orders.changeStatus, {
      params: { orderId: cashOrder._id, status: to },
      query: { cash: 'collected' },
    })
  const order = await meera.order({ payment: 'wallet' })
  await cancel(order)
  await expect(page.getByRole('dialog', { name: `Cancel ${order.order_id}?`, exact: true })).toContainText(
    `₹${order.totalPrice.toFixed(2)} go back to the customer’s wallet.`,
  )
  await cancelBecause(page, 'Items are out of stock')
  await expect
    .poll(async () => {
      const [stored] = await call(api.orders.get, { params: { orderId: order._id } })
      return stored?.history.at(-1)
    })
    .toMatchObject({ to: 'Canceled', reason: 'Items are out of stock' })
})

test('an amount refunded by a claim is not refunded again, and the questions say so', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const meera = await customer()
  const order = await meera.order({ lines: 2 })
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Delivered' }, query: {} })
  const lines = JSON.stringify([{ line: 1, pieces: 1 }])
  const { _id: claimId } = await meera.call(api.storeClaims.add, {
    body: { orderId: order._id, lines, reason: 'wrong', note: '' },
  })
  const { refund } = await call(api.claims.refund, { body: { claimId, actionId: 'one', to: 'wallet' } })
  const rest = `₹${(order.totalPrice - refund).toFixed(2)}`
  await open(page, order)
  await status(page).selectOption('Canceled')
  await save(page).click()
  const cash = page.getByRole('alertdialog', { name: 'Was the cash collected?', exact: true })
  await expect(cash).toContainText(`Refund ${rest} to the customer’s wallet.`)
  await cash.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(page.getByRole('dialog', { name: `Cancel ${order.order_id}?`, exact: true })).toContainText(
    `${rest} go back to the customer’s wallet, because the cash was collected.`,
  )
  await cancelBecause(page, 'Items are out of stock')
  await expect
    .poll(async () => (await meera.call(api.storeWallet.get, {})).money)
    .toBeCloseTo(order.totalPrice, 2)
})
