import { api } from '@kirana/contract'
import type { RazorpayServer } from '@kirana/testing/razorpay'
import type { Server } from '@kirana/testing/server'
import { toast } from '../superadmin/toast.ts'
import { expect, expectAccessible, test } from '../test.ts'
import { cancelBecause, popup } from './dialogs.ts'
import { headers, rowOf, texts } from './table.ts'
import { packWithoutPicking } from './orders/pack.ts'

/** Delivers the provider's waiting webhooks. */
async function deliver(server: Server, razorpay: RazorpayServer) {
  for (const { body, headers: signed } of razorpay.webhooks.splice(0)) {
    const answer = await fetch(`${server.origin}/api/v1/payments/razorpay/webhook`, {
      method: 'POST',
      headers: signed,
      body,
    })
    expect(answer.status).toBe(200)
  }
}

test('an online order is paid, packed, canceled and refunded, with a credit note', async ({
  staffPage: page,
  customer,
  server,
  razorpay,
}) => {
  await page.goto('/admin/orders/new')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const meera = await customer('Meera Nair')
  const order = await meera.order({ payment: 'online' })
  // The unpaid online order is not listed, although a later cash order is.
  const cash = await meera.order()
  await expect(rowOf(page, cash.order_id)).toBeVisible()
  await expect(rowOf(page, order.order_id)).toHaveCount(0)
  const { id } = razorpay.pay(order.checkout?.orderId ?? '')
  await deliver(server, razorpay)
  await expect(rowOf(page, order.order_id)).toContainText('Success')

  const forged = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  const answer = await fetch(`${server.origin}/api/v1/payments/razorpay/webhook`, forged)
  expect(answer.status).toBe(400)
  await page.goto('/admin/payments')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments')
  await expect(page.getByText(/^A webhook arrived with a wrong signature/)).toBeVisible()
  await expect(page.getByText(/^Online payments are in test mode and move no money/)).toBeVisible()
  const row = rowOf(page, order.order_id)
  await expect(row).toBeVisible()
  expect(await headers(page)).toEqual([
    'Serial No.',
    'Order ID',
    'Amount',
    'Payment',
    'Payment ID',
    'Date',
    'Refund',
  ])
  expect(await texts(page, row)).toMatchObject({ 'Order ID': order.order_id, Payment: 'Paid', Refund: '' })
  await expect(row.getByText(id, { exact: true })).toBeVisible()

  await page.goto('/admin/orders/new?view=board')
  const saved = page.waitForResponse(/change\/delivary\/status/)
  await packWithoutPicking(page, order.order_id)
  expect((await saved).status()).toBe(200)

  await page.goto(`/admin/order/get/${order._id}`)
  const card = page.getByRole('region', { name: 'Online payment', exact: true })
  await expect(card).toContainText('Paid')
  await expect(card).toContainText(id)
  await expect(page.getByRole('link', { name: /^Invoice of / })).toBeVisible()
  await page.getByLabel('Delivery Status').selectOption('Canceled')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await cancelBecause(page)
  await popup(page, 'Status has been changed')
  await expect.poll(() => razorpay.refundedOf(id)).toBe(order.totalPrice * 100)
  await deliver(server, razorpay)
  await page.reload()
  await expect(card.getByText('Refunded', { exact: true })).toBeVisible()
  const documents = page.getByRole('region', { name: 'Invoices and credit notes' })
  const note = documents.getByRole('link', { name: /Credit Note, opens in a new tab$/ })
  const pdf = await page.request.get((await note.getAttribute('href')) ?? '')
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
})

test('a failed refund shows its reason on the order and in the list, and can be retried', async ({
  staffPage: page,
  customer,
  call,
  server,
  razorpay,
}) => {
  const order = await (await customer()).order({ payment: 'online' })
  const payment = razorpay.pay(order.checkout?.orderId ?? '')
  await deliver(server, razorpay)
  razorpay.refundStatus = 'pending'
  await page.goto(`/admin/order/get/${order._id}`)
  await page.getByLabel('Delivery Status').selectOption('Canceled')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await cancelBecause(page)
  await popup(page, 'Status has been changed')
  const card = page.getByRole('region', { name: 'Online payment', exact: true })
  await expect(card.getByText('Refund requested', { exact: true })).toBeVisible()
  const refund = () => [...razorpay.refunds.values()].find(({ payment_id }) => payment_id === payment.id)
  await expect.poll(refund).toBeDefined()
  razorpay.finish(refund()?.id ?? '', 'failed')
  await deliver(server, razorpay)
  await page.reload()
  await expect(card.getByText('Refund failed', { exact: true })).toBeVisible()
  await expect(card.getByText('The provider could not make the refund', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/admin/payments')
  const row = rowOf(page, order.order_id)
  await expect(row.getByText('Refund failed', { exact: true })).toBeVisible()
  razorpay.refundStatus = 'processed'
  await row.getByRole('button', { name: /^Retry the refund of/ }).click()
  await toast(page, 'Refund requested again')
  await expect.poll(() => razorpay.refundedOf(payment.id)).toBe(payment.amount)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(row.getByText('Refunded', { exact: true })).toBeVisible()
  const [found] = await call(api.orders.get, { params: { orderId: order._id } })
  expect(found?.online?.refunds).toMatchObject([{ state: 'done' }])
})

test('a refund made in the provider’s dashboard is shown on the order, and a failed refund is settled with a reason', async ({
  staffPage: page,
  customer,
  server,
  razorpay,
}) => {
  const order = await (await customer()).order({ payment: 'online' })
  const payment = razorpay.pay(order.checkout?.orderId ?? '')
  await deliver(server, razorpay)
  await page.goto(`/admin/order/get/${order._id}`)
  razorpay.refundInDashboard(payment.id, 1_000)
  await deliver(server, razorpay)
  const card = page.getByRole('region', { name: 'Online payment', exact: true })
  await expect(card).toContainText('Made in the dashboard')
  await expect(card).toContainText(`₹${(order.totalPrice - 10).toFixed(2)} after refunds`)

  payment.status = 'failed'
  await page.getByLabel('Delivery Status').selectOption('Canceled')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await cancelBecause(page)
  await popup(page, 'Status has been changed')
  await expect(card.getByText('Refund failed', { exact: true })).toBeVisible({ timeout: 15_000 })
  await card.getByRole('button', { name: /^Settle the refund of/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Paid by bank transfer')
  await dialog.getByRole('button', { name: 'Settle', exact: true }).click()
  await popup(page, 'Refund settled')
  await expect(card).toContainText('Settled by hand: Paid by bank transfer')
  await expect(card.getByRole('button')).toHaveCount(1)
  await expectAccessible(page)
})

test('a payment without an order is listed first until it is refunded or settled', async ({
  staffPage: page,
  customer,
  server,
  razorpay,
}) => {
  const [one, two] = [razorpay.pay('order_Elsewhere'), razorpay.pay('order_Elsewhere')]
  const malformed = razorpay.webhook('payment.captured', { payment: { id: 7, amount: -100 } })
  razorpay.webhooks.push(malformed)
  await deliver(server, razorpay)
  const order = await (await customer()).order({ payment: 'online' })
  await page.goto('/admin/payments')
  await expect(rowOf(page, order.order_id)).toContainText('Awaiting')
  await expect(page.getByRole('row').nth(1)).toContainText('For an order that is not in this store')
  await expect(page.getByRole('row').nth(2)).toContainText('Unmatched')
  const reports = page.getByRole('region', { name: '1 report from Razorpay couldn’t be recorded' })
  await expect(reports).toContainText('Webhook payment.captured')
  await expect(reports).toContainText('Can’t be read: payment.id')
  await expectAccessible(page)
  const eventId = malformed.headers['x-razorpay-event-id']
  await reports.getByRole('button', { name: `Mark as handled: ${eventId}` }).click()
  await toast(page, 'Marked as handled')
  await expect(reports).toHaveCount(0)

  await page.getByRole('button', { name: `Refund ${one.id}`, exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Refund ₹1.00?')
  await question.getByRole('button', { name: 'Refund', exact: true }).click()
  await toast(page, 'Refund requested')
  await page.getByRole('button', { name: `Settle ${two.id}`, exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Settle ₹1.00 without a refund?')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Settle', exact: true }).click()
  await toast(page, 'Payment marked as settled')
  await expect.poll(() => razorpay.refundedOf(one.id)).toBe(100)
  expect(razorpay.refundedOf(two.id)).toBe(0)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(rowOf(page, one.id).getByText('Refunded', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Refund|Settle) / })).toHaveCount(0)
  await expect(page.getByRole('row').nth(1)).toContainText(order.order_id)

  await page.getByLabel('Day', { exact: true }).fill('2025-11-21')
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/day=2025-11-21/)
  await page.getByRole('button', { name: 'To today', exact: true }).click()
  await expect(rowOf(page, order.order_id)).toBeVisible()
})
