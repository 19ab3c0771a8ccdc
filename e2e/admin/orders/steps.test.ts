import { api } from '@kirana/contract'
import { expect, test } from '../../test.ts'
import { popup } from '../dialogs.ts'
import { packWithoutPicking } from './pack.ts'

test('an order page undoes a change made on the board, saves a status, and opens the next order', async ({
  staffPage: page,
  customer,
}) => {
  const meera = await customer()
  const [first, second] = [await meera.order(), await meera.order()]
  const status = page.getByLabel('Delivery Status')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await page.goto('/admin/orders/new?view=board')
  await packWithoutPicking(page, first.order_id)
  await page.getByRole('link', { name: first.order_id }).click()
  // Wait for the order page first, because the card of the board has a button of the same name.
  await expect(status).toHaveValue('Prepeared')
  await expect(page.getByRole('button', { name: `Undo, ${first.order_id}` })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(status).toHaveValue('Confirmed')
  await expect(save).toHaveCount(0)
  // The next order comes from the stage in which this order was opened.
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('link', { name: first.order_id }).click()
  await status.selectOption('Dispatched')
  await save.click()
  await popup(page, 'Status has been changed')
  await expect(page.getByRole('button', { name: `Undo, ${first.order_id}` })).toHaveCount(0)
  // Move the focus away from the select, where a letter would choose a status.
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: second.order_id })).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/admin/orders/new?view=board')
})

test('an order page shows a change that waits to be sent, and Ctrl Z discards it', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const order = await (await customer()).order()
  const opened = page.getByRole('link', { name: order.order_id })
  await page.goto('/admin/orders/new?view=board')
  // Loads the order page once, so that it opens without a network later.
  await opened.press('Enter')
  await expect(page.getByLabel('Delivery Status')).toHaveValue('Confirmed')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.context().setOffline(true)
  await packWithoutPicking(page, order.order_id)
  await opened.press('Enter')
  await expect(page.getByLabel('Delivery Status')).toBeVisible()
  const waiting = page.getByRole('status').filter({ hasText: /^waiting to send$/ })
  await expect(waiting).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(waiting).toHaveCount(0)
  await page.context().setOffline(false)
  await page.reload()
  await expect(page.getByLabel('Delivery Status')).toHaveValue('Confirmed')
  const [stored] = await call(api.orders.get, { params: { orderId: order._id } })
  expect(stored?.history).toHaveLength(1)
})
