import { api } from '@kirana/contract'
import type { Call } from '@kirana/testing/caller'
import { addCookie } from '@kirana/testing/cookies'
import { credentials, signIn } from '@kirana/testing/server'
import type { Page } from '@playwright/test'
import { toast } from '../superadmin/toast.ts'
import { expect, expectAccessible, test } from '../test.ts'
import { popup } from './dialogs.ts'
import { aProduct } from './products/product.ts'
import { scan } from './scanner.ts'
import { headers, rowOf } from './table.ts'

const year = new Date().getFullYear()

/** Adds a product with one variant, which has these barcodes. Returns the id of the variant. */
async function added(call: Call, title: string, barcodes: string[]) {
  const productId = await aProduct(call, title)
  await call(api.variants.add, { body: { productId, value: 500, unit: 'GM', sellingPrice: 90 } })
  const { data } = await call(api.stock.list, { params: { page: 1 }, query: { search: title } })
  const [row] = data
  if (!row) throw new Error(`${title} has no variant`)
  const { variantId, shelf, lowAt } = row
  await call(api.stock.edit, { body: { variantId, shelf, lowAt, barcodes } })
  return variantId
}

/** Enters a receipt of one scanned piece and saves it. The server receives it, but its response is lost. */
async function saveWithoutAnswer(page: Page, billNumber: string, barcode: string) {
  const form = page.getByRole('region', { name: 'New receipt' })
  await form.getByLabel('Supplier').fill('Amul')
  await form.getByLabel('Bill number').fill(billNumber)
  await page.getByRole('heading', { level: 1 }).click()
  await scan(page, barcode)
  await expect(form.getByRole('listitem')).toHaveCount(1)
  await page.route(
    '**/api/v1/stock/receipts',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await form.getByRole('button', { name: 'Save receipt' }).click()
  await expect(form.getByRole('status')).toHaveText(
    'Not known whether this was saved. Try again: it is received once.',
  )
  return form
}

/** Makes the stored receipt look as if it had been sent three days ago. */
const AGE = `for (const [key, text] of Object.entries(localStorage)) {
  if (!key.startsWith('kirana-receipt-')) continue
  const draft = JSON.parse(text)
  draft.sent.at -= 3 * 24 * 60 * 60_000
  localStorage.setItem(key, JSON.stringify(draft))
}`

test('a delivery is scanned, survives a reload, and is received as a whole after a question', async ({
  staffPage: page,
  call,
}) => {
  const [rice, salt] = [
    await added(call, 'Receipt rice', ['8901111111111']),
    await added(call, 'Receipt salt', []),
  ]

  await page.goto('/admin/stock')
  await page.getByRole('link', { name: 'Receive goods' }).click()
  const form = page.getByRole('region', { name: 'New receipt' })
  const line = (name: string) => form.getByRole('listitem', { name: `${name}, 500 GM` })
  await form.getByLabel('Supplier').fill('Amul')
  await form.getByLabel('Bill number').fill('B-12')
  // Scan, quantity, expiry, next scan: the digits of a scan do not stay in the focused field.
  await page.getByRole('heading', { level: 1 }).click()
  await scan(page, '8901111111111')
  await expect(line('Receipt rice').getByLabel('Pieces')).toBeFocused()
  await page.keyboard.type('24', { delay: 150 })
  await page.keyboard.press('Enter')
  await expect(line('Receipt rice').getByLabel('Expiry', { exact: true })).toBeFocused()
  await page.keyboard.type(`3112${(year + 11) % 100}`, { delay: 150 })
  await scan(page, '8902222222222')

  // A dialog assigns an unknown barcode to a product.
  const tie = page.getByRole('dialog', { name: 'No product has the barcode 8902222222222' })
  await tie.getByRole('searchbox').fill('Receipt salt')
  await tie.getByRole('button', { name: /Receipt salt/ }).click()
  await expect(tie).toBeHidden()
  await expect(line('Receipt salt').getByLabel('Pieces')).toHaveValue('1')
  const { data } = await call(api.stock.list, { params: { page: 1 }, query: { search: '8902222222222' } })
  expect(data).toMatchObject([{ variantId: salt }])
  await scan(page, '8902222222222')
  await expect(line('Receipt salt').getByLabel('Pieces')).toHaveValue('2')

  // Typed values survive a reload.
  await page.reload()
  await expect(form.getByLabel('Supplier')).toHaveValue('Amul')
  await expect(line('Receipt rice').getByLabel('Pieces')).toHaveValue('24')
  await form.getByRole('button', { name: 'Save receipt' }).click()
  await expect(line('Receipt rice').getByRole('alert')).toHaveText(
    'This is more than 10 years ahead. Check the date',
  )
  await line('Receipt rice').getByLabel('Expiry', { exact: true }).fill('010120')
  await line('Receipt rice').getByLabel('Cost (₹)').fill('40.50')
  const question = line('Receipt rice').getByRole('alert')
  await expect(question).toContainText('This day has passed. Have these pieces expired?')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Correct the date' }).click()
  await page.keyboard.type(`12${(year + 1) % 100}`, { delay: 150 })
  await expect(question).toBeHidden()
  await expect(line('Receipt rice')).toContainText(`31 Dec ${year + 1}`)
  await form.getByRole('button', { name: 'Save receipt' }).click()
  await toast(page, 'Goods received successfully')
  await expect(form.getByLabel('Supplier')).toHaveValue('')
  await expect(form.getByRole('listitem')).toHaveCount(0)

  expect(await headers(page)).toEqual([
    'Serial No.',
    'Date',
    'Supplier',
    'Bill',
    'Pieces',
    'Cost',
    'Received by',
    'Lines',
  ])
  await rowOf(page, 'B-12').getByRole('button', { name: 'Lines of the bill B-12 of Amul' }).click()
  const whole = page.getByRole('dialog', { name: 'Amul, bill B-12' })
  await expect(whole).toContainText('Receipt rice')
  await expect(whole).toContainText('24 × ₹40.50')
  await page.keyboard.press('Escape')
  for (const [search, variantId, onHand] of [
    ['Receipt rice', rice, 24],
    ['Receipt salt', salt, 2],
  ] as const)
    expect((await call(api.stock.list, { params: { page: 1 }, query: { search } })).data).toMatchObject([
      { variantId, onHand },
    ])

  // Discarding a receipt asks first, and receives nothing.
  await scan(page, '8901111111111')
  await form.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(form.getByRole('listitem')).toHaveCount(0)

  await page.goto('/admin/stock?search=Receipt%20rice')
  await page.getByRole('button', { name: 'Write off Receipt rice, 500 GM' }).click()
  const writeOff = page.getByRole('dialog', { name: 'Write off Receipt rice, 500 GM' })
  await writeOff.getByLabel('Quantity').fill('25')
  await writeOff.getByRole('button', { name: 'Write off', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Only 24 pieces are on hand')
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await writeOff.getByLabel('Quantity').fill('4')
  await writeOff.getByRole('button', { name: 'Write off', exact: true }).click()
  await toast(page, 'Stock written off successfully')
  await expect(page.getByRole('button', { name: /^Count Receipt rice, 500 GM: 20 on hand$/ })).toBeVisible()
})

test('a receipt whose response was lost is sent again unchanged, and received once', async ({
  staffPage: page,
  call,
}) => {
  await added(call, 'Lost rice', ['8903333333333'])
  const onHand = async () =>
    (await call(api.stock.list, { params: { page: 1 }, query: { search: 'Lost rice' } })).data[0]?.onHand
  await page.goto('/admin/stock/receipts')
  const form = await saveWithoutAnswer(page, 'L-1', '8903333333333')
  expect(await onHand()).toBe(1)

  // The form is locked, because a changed receipt would be another receipt.
  await expect(form.getByLabel('Supplier')).toBeDisabled()
  await expect(form.getByLabel('Pieces')).toBeDisabled()
  await scan(page, '8903333333333')
  await popup(page, '8903333333333 was not added: this receipt has been sent')
  await page.reload()
  await expect(form.getByLabel('Pieces')).toBeDisabled()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Discard' }).click()
  const discard = page.getByRole('alertdialog', { name: 'Discard this receipt?' })
  await expect(discard).toContainText('It may have been received already.')
  await discard.getByRole('button', { name: 'Cancel' }).click()
  await form.getByRole('button', { name: 'Try again' }).click()
  await toast(page, 'Goods received successfully')
  await expect(form.getByRole('listitem')).toHaveCount(0)
  await expect(form.getByLabel('Supplier')).toBeEnabled()
  await expect(rowOf(page, 'L-1')).toHaveCount(1)
  expect(await onHand()).toBe(1)

  // The server may have deleted the idempotency key, so the form asks the user to check the receipts first.
  await saveWithoutAnswer(page, 'L-2', '8903333333333')
  await page.evaluate(AGE)
  await page.reload()
  await expect(form.getByRole('status')).toHaveText(
    /^This may have been received on .+ at .+\. Look at the receipts below first\.$/,
  )
  await expect(form.getByRole('button', { name: 'Receive anyway' })).toBeVisible()
  await expect(rowOf(page, 'L-2')).toHaveCount(1)
  await form.getByRole('button', { name: 'Discard' }).click()
  await discard.getByRole('button', { name: 'Discard' }).click()
  await expect(form.getByLabel('Supplier')).toHaveValue('')
  expect(await onHand()).toBe(2)
})

test('a receipt whose response was lost stays locked when the session has ended, and is received once after signing in', async ({
  page,
  context,
  server,
  call,
}) => {
  // A separate session, because signing in again ends it.
  await addCookie(context, server.origin, await signIn(server.origin, 'staff'))
  await added(call, 'Ended rice', ['8904444444444'])
  await page.goto('/admin/stock/receipts')
  const form = await saveWithoutAnswer(page, 'E-1', '8904444444444')
  await page.route(
    '**/api/v1/stock/receipts',
    (route) => route.fulfill({ status: 401, json: { message: 'Please log in', code: 'signed-out' } }),
    { times: 1 },
  )
  await form.getByRole('button', { name: 'Try again' }).click()
  await popup(page, 'Please log in')
  await page.getByRole('link', { name: 'Log in again' }).click()
  await page.getByLabel('Username').fill(credentials.staff.username)
  await page.getByLabel('Password', { exact: true }).fill(credentials.staff.password)
  await page.getByRole('button', { name: 'log in', exact: true }).click()
  await expect(page).toHaveURL('/admin/stock/receipts')
  await expect(form.getByLabel('Pieces')).toBeDisabled()
  await form.getByRole('button', { name: 'Try again' }).click()
  await toast(page, 'Goods received successfully')
  await expect(rowOf(page, 'E-1')).toHaveCount(1)
  const { data } = await call(api.stock.list, { params: { page: 1 }, query: { search: 'Ended rice' } })
  expect(data).toMatchObject([{ onHand: 1 }])
})

test('Logout asks about a receipt that is not saved, and removes it from the browser', async ({
  page,
  context,
  server,
  call,
}) => {
  // A separate session, because Logout ends it.
  await addCookie(context, server.origin, await signIn(server.origin, 'staff'))
  await added(call, 'Left rice', ['8905555555555'])
  await page.goto('/admin/stock/receipts')
  const stored = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kirana-receipt-')))
  const logout = async () => {
    await page.getByRole('button', { name: /Account:/ }).click()
    await page.getByRole('button', { name: 'Logout', exact: true }).click()
  }
  const form = await saveWithoutAnswer(page, 'Q-1', '8905555555555')
  await page.getByRole('main').getByRole('link', { name: 'Stock', exact: true }).click()
  await logout()
  const unknown = page.getByRole('alertdialog', { name: 'Not known whether a receipt was saved' })
  await expect(unknown.getByRole('button', { name: 'Stay' })).toBeFocused()
  await expectAccessible(page)
  await unknown.getByRole('button', { name: 'Open it' }).click()
  await form.getByRole('button', { name: 'Try again' }).click()
  await toast(page, 'Goods received successfully')
  await expect(rowOf(page, 'Q-1')).toHaveCount(1)

  await form.getByLabel('Supplier').fill('Amul')
  await form.getByLabel('Supplier').fill('')
  expect(await stored()).toEqual([])
  await page.getByRole('heading', { level: 1 }).click()
  await scan(page, '8905555555555')
  await form.getByLabel('Cost (₹)').fill('40.50')
  await logout()
  const unsaved = page.getByRole('alertdialog', { name: 'A receipt is not saved yet' })
  await expect(unsaved).toContainText('to save its 1 line')
  await unsaved.getByRole('button', { name: 'Stay' }).click()
  await expect(form.getByLabel('Cost (₹)')).toHaveValue('40.50')
  expect(await stored()).toHaveLength(1)
  await logout()
  await unsaved.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL('/')
  expect(await stored()).toEqual([])
})
