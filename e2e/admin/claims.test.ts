import { api } from '@kirana/contract'
import { aPicture, aPictureFile } from '@kirana/testing/png'
import { toast } from '../superadmin/toast.ts'
import { expect, expectAccessible, test } from '../test.ts'
import { form, popup } from './dialogs.ts'
import { rowOf } from './table.ts'

test('a claim arrives live and is refunded to the wallet, and its credit note counts in the GST of the month, accessibly', async ({
  staffPage: page,
  call,
  customer,
}) => {
  const devika = await customer('Devika Rane')
  const order = await devika.order()
  const month = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 7)
  const before = await call(api.gst.month, { params: { month } })
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Delivered' }, query: {} })
  await page.goto('/admin/claims')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Claims')
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible()

  await devika.call(api.storeClaims.add, {
    body: {
      orderId: order._id,
      lines: JSON.stringify([{ line: 1, pieces: 1 }]),
      reason: 'damaged',
      note: 'The pack was torn',
    },
    files: [aPictureFile()],
  })
  const row = rowOf(page, 'Devika Rane')
  await expect(row).toContainText(order.order_id)
  await expect(row).toContainText('Damaged: The pack was torn')
  await expect(row).toContainText(/Due \d+ \w+ 20\d\d, 11:59 pm/)
  await row.getByRole('button', { name: /^View 1 photo of CL-/ }).click()
  await expect(form(page).getByRole('group', { name: 'Photo 1 of 1' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAccessible(page)

  await page.goto('/admin')
  const needs = page.getByRole('region', { name: 'Needs attention' })
  await needs.getByRole('link', { name: /^\d+ open claims?$/ }).click()
  await row.getByRole('button', { name: /^Refund CL-/ }).click()
  const refund = form(page)
  await expect(refund.getByRole('status')).toContainText('is left of the order')
  await expect(refund.getByLabel('Pieces to refund')).toHaveValue('1')
  await expectAccessible(page)
  await refund.getByRole('button', { name: 'Refund', exact: true }).click()
  await toast(page, 'Claim refunded successfully')
  await expect(row).toHaveCount(0)
  await page.getByRole('combobox', { name: 'State' }).selectOption('all')
  await expect(row).toContainText('Refunded')
  const note = row.getByRole('link', { name: /^Credit note CN/ })
  const pdf = await page.request.get((await note.getAttribute('href')) ?? '')
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  const claims = await devika.call(api.storeClaims.list, {})
  expect(claims).toMatchObject([{ state: 'refunded', refunded: order.totalPrice }])

  // The customer's page and the order's page list the claim with its credit note.
  for (const address of [`/admin/users/${devika.id}`, `/admin/order/get/${order._id}`]) {
    await page.goto(address)
    const list = page.getByRole('main').getByRole('region', { name: 'Claims', exact: true })
    await expect(list).toContainText('Damaged: 1 ×')
    await expect(list.getByRole('link', { name: /^Credit note CN/ })).toBeVisible()
  }
  const entry = page
    .getByRole('region', { name: 'Timeline' })
    .getByRole('listitem')
    .filter({ hasText: 'refunded the claim' })
  await expect(entry).toContainText(/refunded the claim CL-.*Refund ₹[\d,.]+ to the wallet.*Credit note CN/)
  await expectAccessible(page)

  await page.goto('/admin/reports')
  const costs = page.getByRole('region', { name: 'Claims' })
  await expect(costs).toContainText(/refunded so far, [\d.]+ % of the sales/)
  await expect(costs.getByRole('table', { name: 'Claims by reason' })).toContainText('Damaged')
  await expect(costs.getByRole('table', { name: 'Claims by product' })).toBeVisible()
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width: 1024, height })
  expect(await costs.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.setViewportSize({ width, height })
  await expectAccessible(page)

  await page.goto('/admin/gst')
  await expect(page.getByText('The equation holds', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'The month adds up to the paisa' })).toContainText(
    `${before.counts.creditNotes + 1} credit note`,
  )
  await expectAccessible(page)
})

test('a refused claim leaves the list of open claims, and the customer reads the reason', async ({
  staffPage: page,
  call,
  customer,
}) => {
  const farah = await customer('Farah Shaikh')
  const order = await farah.order({ lines: 2 })
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Delivered' }, query: {} })
  await farah.call(api.storeClaims.add, {
    body: { orderId: order._id, lines: JSON.stringify([{ line: 1, pieces: 1 }]), reason: 'wrong', note: '' },
  })
  await page.goto('/admin/claims')
  const row = rowOf(page, 'Farah Shaikh')
  await row.getByRole('button', { name: /^Refuse CL-/ }).click()
  await form(page).getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(form(page)).toContainText('Say why it is refused')
  await form(page).getByLabel('Reason').fill('The picture shows another pack')
  await form(page).getByRole('button', { name: 'Refuse', exact: true }).click()
  await toast(page, 'Claim refused successfully')
  await expect(row).toHaveCount(0)
  const claims = await farah.call(api.storeClaims.list, {})
  expect(claims).toMatchObject([{ state: 'refused', refusedReason: 'The picture shows another pack' }])

  // Decisions on another screen arrive live, first for one of the two lines, then for the other.
  const lines = [1, 2].map((line) => ({ line, pieces: 1 }))
  const again = await farah.call(api.storeClaims.add, {
    body: { orderId: order._id, lines: JSON.stringify(lines), reason: 'wrong', note: '' },
  })
  await expect(row).toHaveCount(1)
  const refund = { claimId: again._id, actionId: again._id, to: 'wallet' as const }
  await call(api.claims.refund, { body: { ...refund, lines: lines.slice(0, 1) } })
  await expect(row).toContainText('paid for 1 · 1 refunded')
  await call(api.claims.refuse, { body: { claimId: again._id, reason: 'Decided elsewhere' } })
  await expect(row).toHaveCount(0)
})

test('a claim is replaced by a free order: linked both ways, with a challan', async ({
  staffPage: page,
  call,
  customer,
}) => {
  const nandini = await customer('Nandini Kulkarni')
  const order = await nandini.order()
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Delivered' }, query: {} })
  await nandini.call(api.storeClaims.add, {
    body: {
      orderId: order._id,
      lines: JSON.stringify([{ line: 1, pieces: 1 }]),
      reason: 'missing',
      note: '',
    },
  })
  await page.goto('/admin/claims')
  const row = rowOf(page, 'Nandini Kulkarni')
  await row.getByRole('button', { name: /^Replace CL-/ }).click()
  await expect(form(page)).toContainText(`to the address of ${order.order_id}`)
  await expectAccessible(page)
  await form(page).getByRole('button', { name: 'Order replacement', exact: true }).click()
  await toast(page, 'Replacement ordered successfully')
  await expect(row).toHaveCount(0)
  await page.getByRole('combobox', { name: 'State' }).selectOption('replaced')
  await expect(row).toContainText('Replaced')
  const [{ replacement } = {}] = await nandini.call(api.storeClaims.list, {})
  const number = replacement?.order_id ?? ''
  await row.getByRole('link', { name: number, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(number)
  const main = page.getByRole('main')
  await expect(main).toContainText('Free of charge')
  await expectAccessible(page)
  await call(api.orders.changeStatus, {
    params: { orderId: replacement?._id ?? '', status: 'Prepeared' },
    query: {},
  })
  const challan = main.getByRole('link', { name: `Challan of ${number}, opens in a new tab` })
  const pdf = await page.request.get((await challan.getAttribute('href')) ?? '')
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  await main.getByRole('link', { name: order.order_id, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(order.order_id)
  await expect(main).toContainText(`Pieces replaced by ${number}`)
  await expect(main.getByRole('region', { name: 'Claims' })).toContainText(`Replaced by ${number}`)
})

test('staff open a claim with a photo for a customer who calls, from the list and from the order', async ({
  staffPage: page,
  call,
  customer,
}) => {
  const lata = await customer('Lata Joshi')
  const order = await lata.order()
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Delivered' }, query: {} })
  await page.goto('/admin/claims')
  await page.getByRole('button', { name: 'Add Claim', exact: true }).click()
  await form(page).getByRole('combobox', { name: 'Delivered order' }).fill(order.order_id)
  await page.getByRole('option', { name: `${order.order_id} · Lata Joshi` }).click()
  const pieces = form(page).getByRole('textbox').first()
  await expect(pieces).toHaveValue('0')
  await form(page).getByRole('button', { name: 'Add Claim', exact: true }).click()
  await expect(form(page)).toContainText('Choose what is claimed')
  await expect(form(page)).toContainText('Choose what is wrong')
  await pieces.fill('1')
  await form(page).getByRole('combobox', { name: 'What is wrong' }).selectOption('quality')
  await form(page).getByLabel('Note').fill('Called at noon')
  await form(page).locator('input[type=file]').setInputFiles(aPicture())
  await expectAccessible(page)
  await form(page).getByRole('button', { name: 'Add Claim', exact: true }).click()
  await toast(page, 'Claim added successfully')
  const row = rowOf(page, 'Lata Joshi')
  await expect(row).toContainText('Quality: Called at noon')
  await expect(row).toContainText('1 claim of 1 delivery in 90 days')
  await expect(row.getByRole('button', { name: /^View 1 photo of CL-/ })).toBeVisible()
  await row.getByRole('button', { name: /^Refund CL-/ }).click()
  await form(page).getByRole('radio', { name: 'Cash from the till' }).check()
  await form(page).getByRole('button', { name: 'Refund', exact: true }).click()
  await toast(page, 'Claim refunded successfully')

  await page.goto('/admin/cash')
  const day = page.getByRole('region', { name: 'The day of the till' })
  await expect(day).toContainText(/Refunded for claims−₹[1-9]/)
  await page.goto(`/admin/order/get/${order._id}`)
  const claims = page.getByRole('main').getByRole('region', { name: 'Claims' })
  await expect(claims).toContainText('Refunded')
  await claims.getByRole('button', { name: 'Add Claim', exact: true }).click()
  await expect(form(page)).toContainText(`${order.order_id} · Lata Joshi`)
})

test('a refund whose response was lost is not repeated with other pieces', async ({
  staffPage: page,
  call,
  customer,
}) => {
  const tara = await customer('Tara Bose')
  const order = await tara.order({ lines: 2 })
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Delivered' }, query: {} })
  const lines = JSON.stringify([1, 2].map((line) => ({ line, pieces: 1 })))
  await tara.call(api.storeClaims.add, {
    body: { orderId: order._id, lines, reason: 'wrong', note: '' },
  })
  const money = async () => (await tara.call(api.storeWallet.get, {})).money
  await page.goto('/admin/claims')
  await rowOf(page, 'Tara Bose')
    .getByRole('button', { name: /^Refund CL-/ })
    .click()
  await page.route(
    '**/api/v1/claim/refund',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  const refund = form(page).getByRole('button', { name: 'Refund', exact: true })
  await refund.click()
  await popup(page, 'Something went wrong')
  const refunded = await money()
  expect(refunded).toBeGreaterThan(0)
  await form(page).getByLabel('Pieces to refund').nth(1).fill('0')
  await refund.click()
  const amount = refunded.toLocaleString('en-IN', { minimumFractionDigits: 2 })
  await popup(page, `₹${amount} were refunded already: look at the claim first`)
  expect(await money()).toBe(refunded)
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(form(page)).toHaveCount(0)
  await expect(rowOf(page, 'Tara Bose')).toHaveCount(0)
})
