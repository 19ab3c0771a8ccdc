import { api } from '@kirana/contract'
import { caller } from '@kirana/testing/caller'
import { form } from '../admin/list.ts'
import { scan } from '../admin/scanner.ts'
import { aPicture } from '@kirana/testing/png'
import { toast } from '../superadmin/toast.ts'
import { scannedCode } from '../qr.ts'
import { expect, expectAccessible, test } from '../test.ts'
import {
  aBag,
  aPhoneOnTheRoad,
  aPhoneWithTwoBags,
  aRiderWithBag,
  deliverForCash,
  inHand,
  phoneOf,
  PIN,
  press,
  rupees,
  statusOf,
} from './phone.ts'

/** The number of actions in the phone's queue. */
const WAITING = `new Promise((resolve) => {
  const opening = indexedDB.open('kirana-outbox')
  opening.onsuccess = () => {
    const counting = opening.result.transaction('entries').objectStore('entries').count()
    counting.onsuccess = () => resolve(counting.result)
  }
})`

test('a new rider signs in and delivers, and staff count the cash', async ({
  staffPage,
  call,
  customer,
  server,
  browser,
}) => {
  test.slow()
  const order = await aBag(call, await customer())

  await staffPage.goto('/admin/riders')
  await staffPage.getByRole('button', { name: 'New Rider', exact: true }).click()
  const added = form(staffPage, 'New Rider')
  await added.getByLabel('Name').fill('Nisha Rao')
  await added.getByLabel('Phone').fill('9600009999')
  await added.getByLabel('Cash Limit').fill('20000')
  await added.getByLabel('PIN').fill(PIN)
  await added.getByRole('button', { name: 'New Rider', exact: true }).click()
  await toast(staffPage, 'Rider added successfully')
  await expectAccessible(staffPage)
  await staffPage.evaluate('window.print = () => {}')
  await press(staffPage, 'Print the card of Nisha Rao')
  const onCard = { name: 'Card of Nisha Rao', includeHidden: true }
  const card = await scannedCode(staffPage.locator('.sheet').getByRole('img', onCard))
  await staffPage.evaluate("dispatchEvent(new Event('afterprint'))")

  await staffPage.goto('/admin/dispatch')
  await expect(staffPage.getByLabel(`Choose ${order.order_id}`)).toBeVisible()
  await scan(staffPage, order.order_id)
  await expect(staffPage.getByText(`${order.order_id}: 1 bag chosen`)).toBeVisible()
  await scan(staffPage, card)
  await toast(staffPage, 'Bags assigned')
  await expectAccessible(staffPage)

  const { context, page } = await phoneOf(browser, server.origin, '9600009999')
  await expect(page.getByRole('region', { name: `Order ${order.order_id}` })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', /^tel:\+?\d+$/)
  await expectAccessible(page)
  await press(page, 'Start')
  await press(page, 'Delivered')
  await page.getByLabel(/hands over more/).fill('1')
  await page.getByLabel(/hands over more/).blur()
  await expect(page.getByText(`Enter ${rupees(order.totalPrice)} or more`)).toBeVisible()
  await press(page, 'Back')
  await deliverForCash(page)
  await expect(page.getByText('No bags to deliver')).toBeVisible()
  await expect.poll(() => statusOf(call, order._id)).toBe('Delivered')
  await context.close()

  // The dispatcher sees the cash without a reload.
  await press(staffPage, 'Count the cash of Nisha Rao')
  const count = form(staffPage, 'Count the cash of Nisha Rao')
  await expect(count.getByRole('status')).toContainText('missing')
  await count.getByLabel('₹500', { exact: true }).fill('1')
  await count.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(staffPage, 'Cash counted successfully')
  await staffPage.goto('/admin/cash')
  await expect(staffPage.getByRole('row', { name: /Nisha Rao/ })).toContainText('₹0.00')
  await expectAccessible(staffPage)
  for (const inHand of ['₹100.00', '₹200.00']) {
    await press(staffPage, 'Give cash to Nisha Rao')
    const given = form(staffPage, 'Give cash to Nisha Rao')
    await given.getByLabel('Amount').fill('100')
    await given.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(staffPage.getByRole('row', { name: /Nisha Rao/ })).toContainText(inHand)
  }
  await press(staffPage, 'Entries of Nisha Rao')
  await expect(staffPage.getByRole('dialog')).toContainText(order.order_id)

  await staffPage.goto('/admin/riders')
  const row = staffPage.getByRole('row', { name: /Nisha Rao/ })
  await expect(row).toContainText('PIN or code')
  await press(staffPage, 'Edit Nisha Rao')
  const edited = form(staffPage, 'Edit Rider')
  // A hidden PIN field is not validated.
  await edited.getByLabel('PIN', { exact: true }).fill('123')
  await edited.getByLabel('Signs in with').selectOption({ label: 'Code only, remove the PIN' })
  await expect(edited.getByLabel('PIN', { exact: true })).toHaveCount(0)
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row.getByRole('cell', { name: 'Code', exact: true })).toBeVisible()
})

test('unsaved work on the next bag stays when the last delivery is confirmed, and a finished bag does not open again', async ({
  call,
  customer,
  server,
  browser,
}) => {
  const { rider, order, next, context, page } = await aPhoneWithTwoBags({ call, customer, server, browser })
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/rider/me', async (route) => {
    await isReleased
    await route.continue()
  })
  const sent = page.waitForResponse('**/rider/deliver')
  await deliverForCash(page)
  await press(page, 'Could not deliver')
  await page.locator('input[type=file]').setInputFiles(aPicture())
  const photo = page.getByText('Photo taken. Take another')
  await expect(photo).toBeVisible()
  await sent
  const reloaded = page.waitForResponse('**/rider/me')
  release()
  await reloaded
  await expect.poll(() => page.evaluate(WAITING)).toBe(0)
  await expect(photo).toBeVisible()

  // The next request for the list fails.
  await page.unroute('**/rider/me')
  await page.route('**/rider/me', (route) => route.fulfill({ status: 503, body: '' }))
  await press(page, 'Nobody at home')
  await expect.poll(() => page.evaluate(WAITING)).toBe(0)
  await expect(page.getByText('No bags to deliver')).toBeVisible()
  await expect(page.getByText('Bring back')).toBeVisible()
  await expect(page.getByText('Cash in hand')).toHaveText(`Cash in hand${rupees(order.totalPrice)}`)
  expect(await inHand(call, rider._id)).toBe(order.totalPrice)
  const failed = async () => (await call(api.dispatch.get, {})).bags.find(({ _id }) => _id === next._id)
  expect((await failed())?.photo).toMatch(/webp$/)
  await context.close()
})

test('a rejected action stays until the rider has read it', async ({ call, customer, server, browser }) => {
  const { rider, order, context, page } = await aPhoneOnTheRoad({ call, customer, server, browser })
  await context.setOffline(true)
  await deliverForCash(page)
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Confirmed' }, query: {} })
  await context.setOffline(false)
  const notice = page.getByRole('alert').filter({ hasText: order.order_id })
  await expect(notice).toContainText('set this order to Confirmed', { timeout: 20_000 })
  await page.reload()
  await expect(notice).toBeVisible()
  await press(page, `OK, I have read it: ${order.order_id}`)
  await expect(notice).toBeHidden()
  expect(await inHand(call, rider._id)).toBe(0)
  await context.close()
})

test('the door code comes before the payment, and a payment by UPI is found in the bank’s statement', async ({
  call,
  customer,
  server,
  browser,
  staffPage,
}) => {
  test.slow()
  const asSuperadmin = caller(server.origin, { cookie: server.cookies.superadmin })
  await asSuperadmin(api.company.edit, {
    body: { doorCodeRequired: true, upiId: 'kirana@okbank', roundCash: true },
  })
  const buyer = await customer()
  const { rider, order } = await aRiderWithBag(call, buyer)
  const next = await aBag(call, buyer)
  await call(api.dispatch.assign, { body: { riderId: rider._id, orders: [order._id, next._id] } })
  const { context, page } = await phoneOf(browser, server.origin, rider.phone)
  await press(page, 'Start all 2 bags')
  await expect.poll(() => statusOf(call, next._id)).toBe('Out for Delivary')
  await asSuperadmin(api.company.edit, { body: { doorCodeRequired: false } })
  const { doorCode = '' } = await buyer.call(api.storeOrders.get, { params: { id: order._id } })
  const field = page.getByLabel('Door code')

  await press(page, 'Delivered')
  await expectAccessible(page)
  await field.fill(String((Number(doorCode) + 1) % 10_000).padStart(4, '0'))
  await press(page, /^Exactly .* in cash$/)
  const notice = page.getByRole('alert').filter({ hasText: order.order_id })
  await expect(notice).toContainText('This is not the door code. 4 tries are left')
  await press(page, `OK, I have read it: ${order.order_id}`)
  await page.getByRole('button', { name: new RegExp(order.order_id) }).click()
  await press(page, 'Delivered')
  await field.fill(doorCode)
  await press(page, `Exactly ${rupees(Math.round(order.totalPrice))} in cash`)
  await expect.poll(() => statusOf(call, order._id)).toBe('Delivered')

  await staffPage.goto('/admin/dispatch')
  await press(page, 'Delivered')
  await press(page, 'There is no code')
  await press(page, 'No phone at hand')
  await press(page, 'By UPI')
  await expect(page.getByRole('img', { name: `UPI code of order ${next.order_id}` })).toBeVisible()
  const code = page.getByRole('paragraph').filter({ hasText: 'kirana@okbank' })
  await expect(code).toContainText(rupees(next.totalPrice))
  const { searchParams } = new URL(
    await scannedCode(page.getByRole('img', { name: `UPI code of order ${next.order_id}` })),
  )
  expect(Object.fromEntries(searchParams)).toMatchObject({
    pa: 'kirana@okbank',
    am: next.totalPrice.toFixed(2),
    tn: next.order_id,
  })
  await expectAccessible(page)
  await page.getByLabel('UTR').fill('433312345678')
  await press(page, 'Paid by UPI')
  // The dispatcher sees it without a reload.
  const overridden = staffPage.getByRole('region', { name: 'Without the door code' })
  await expect(overridden).toContainText(next.order_id)
  await expect(overridden).toContainText('No phone at hand')
  const card = staffPage
    .getByRole('region', { name: 'Riders' })
    .getByRole('listitem')
    .filter({ hasText: rider.name })
  await expect(card).toContainText(`${rupees(next.totalPrice)} by UPI not verified`)
  await expectAccessible(staffPage)

  await staffPage.goto('/admin/cash')
  const paid = staffPage.getByRole('row', { name: new RegExp(next.order_id) })
  await expect(paid).toContainText('Not verified')
  await expectAccessible(staffPage)
  await press(staffPage, 'Import a bank statement')
  const dialog = staffPage.getByRole('dialog')
  const today = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10)
  const statement = `Txn Date,Narration,Amount,Dr / Cr\n${today},UPI/433312345678/RAVI,${next.totalPrice},CR\n`
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(statement) })
  await expect(dialog.getByLabel('Column with the UTR')).toHaveValue('Narration')
  await expect(dialog.getByLabel('Column that says credit or debit')).toHaveValue('Dr / Cr')
  await expectAccessible(staffPage)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByRole('status')).toContainText('1 payment verified')
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(paid).toBeHidden()
  await asSuperadmin(api.company.edit, { body: { upiId: '', roundCash: false } })

  const added = async () => (await call(api.cash.day, { params: { day: today } })).added
  const addedBefore = await added()
  await press(staffPage, 'Put in or take out')
  const move = form(staffPage, 'Put in or take out')
  await move.getByLabel('Amount').fill('500')
  await move.getByLabel('Reason').fill('Opening cash')
  await move.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(staffPage, 'Till updated successfully')
  const day = staffPage.getByRole('region', { name: 'The day of the till' })
  expect(await added()).toBe(addedBefore + 500)
  await press(staffPage, 'Count the till')
  const closing = form(staffPage, 'Count the till')
  await expect(closing.getByRole('status')).toContainText('missing')
  await closing.getByLabel('₹500', { exact: true }).fill('1')
  await closing.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(staffPage, 'Till counted successfully')
  await expect(day).toContainText('Asha Patil (staff)')
  await staffPage.evaluate('window.print = () => {}')
  await press(staffPage, 'Print')
  await expect(staffPage.locator('.sheet')).toContainText('Difference')
  await staffPage.evaluate("dispatchEvent(new Event('afterprint'))")

  await staffPage.goto('/admin/dashboard')
  await staffPage.getByRole('link', { name: /In the till/ }).click()
  await expect(staffPage).toHaveURL(/\/admin\/cash#till$/)
  await staffPage.goto('/admin/dashboard')
  for (const [name, place] of [
    [/With riders/, 'riders'],
    [/UPI, not verified/, 'upi'],
  ] as const) {
    await staffPage.getByRole('link', { name }).click()
    await expect(staffPage).toHaveURL(new RegExp(`/admin/cash#${place}$`))
    await expect(staffPage.locator(`#${place}`)).toBeInViewport()
    await staffPage.goto('/admin/dashboard')
  }
  await staffPage.getByRole('link', { name: /To collect/ }).click()
  await expect(staffPage).toHaveURL(/\/admin\/orders\?collect=cash$/)
  await expect(staffPage.getByLabel('Cash to collect only')).toBeChecked()
  await expect(staffPage.getByRole('table')).toContainText('Collect ₹')
  await context.close()
})
