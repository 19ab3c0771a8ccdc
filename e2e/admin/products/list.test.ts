import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../test.ts'
import { acknowledge } from '../list.ts'
import { aProduct } from './product.ts'
import { headers, refuse, rowOf, rows, search, texts } from '../table.ts'

const LIST = '**/api/v1/product/get/staff/all/**'
const DAL = 'Toor दाल 100% "unpolished"'

const options = (page: Page, title: string) =>
  page.getByRole('button', { name: `Options of ${title}`, exact: true }).click()
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

test('finds a product, shows it under the specified headers, and deletes it, accessibly', async ({
  staffPage: page,
  call,
}) => {
  const productId = await aProduct(call, DAL)
  const variant = { value: 1, unit: 'Kilo', mrp: 180, sellingPrice: 165 } as const
  await call(api.variants.add, { body: { productId, ...variant } })
  const [category] = await call(api.categories.list, { query: {} })
  await page.goto('/admin/products')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Products')
  const added = page.getByRole('link', { name: 'New Product', exact: true })
  await expect(added).toHaveAttribute('href', '/admin/product/add')
  await expect(page.getByText(/^1 of \d+ Pages$/)).toBeVisible()
  await page.getByRole('searchbox').fill('दाल 100% "UN')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('1 of 1 Pages', { exact: true })).toBeVisible()
  expect(await headers(page)).toEqual([
    'Serial No.',
    expect.stringContaining('Select this page'),
    'Title',
    'Category Name',
    'Price',
    'Total Variants',
    'Stock',
    'Average Rating',
    'Total Images',
    'Enable/Disable',
    'Options',
  ])
  expect(await texts(page, rowOf(page, DAL))).toMatchObject({
    'Serial No.': '1',
    Title: DAL,
    'Category Name': category?.name,
    Price: '₹165.00',
    'Total Variants': '1',
    'Average Rating': '0',
    'Total Images': '0',
    'Enable/Disable': 'Enabled',
  })
  const title = page.getByRole('link', { name: DAL, exact: true })
  await expect(title).toHaveAttribute('href', `/admin/product/edit/${productId}`)
  await options(page, DAL)
  await expect(item(page, 'Edit')).toHaveAttribute('href', `/admin/product/edit/${productId}`)
  await expect(item(page, 'Product Videos')).toHaveAttribute('href', `/admin/product/video/${productId}`)

  const question = page.getByRole('alertdialog', { name: `Delete “${DAL}”?`, exact: true })
  await item(page, 'Delete').click()
  await expect(question.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(title).toBeVisible()
  await options(page, DAL)
  await item(page, 'Delete').click()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await acknowledge(page, 'Product deleted successfully')
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await expect(page.getByText(/ of \d+ Pages/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear the search', exact: true }).click()
  await expect(page).toHaveURL('/admin/products')

  // A few products are enough; checking a full page only takes longer.
  await search(page, 'kesari')
  await expect(rows(page).first()).toContainText(/kesari/i)
  await tick(page, 'Select this page').check()
  await expectAccessible(page)
  await rows(page)
    .first()
    .getByRole('button', { name: /^Options of / })
    .click()
  await expectAccessible(page)
})

test('keeps page, search, status and order in the URL, and restores them on Back', async ({
  staffPage: page,
}) => {
  await page.goto('/admin/products')
  await search(page, 'a')
  await expect(page).toHaveURL('/admin/products?search=a')
  await expect(page.getByText(/^1 of \d+ Pages$/)).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  const second = page.getByText(/^2 of \d+ Pages$/)
  await expect(second).toBeVisible()
  await expect(rows(page).getByRole('cell').first()).toHaveText('21')
  await expect(page).toHaveURL(/[?&]page=2(&|$)/)
  await rows(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/product\/edit/)
  await page.goBack()
  await expect(second).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('a')
  await page.goBack()
  await expect(page.getByText(/^1 of \d+ Pages$/)).toBeVisible()
  await page.goto('/admin/products?page=999&search=a')
  await expect(page.getByText(/^(\d+) of \1 Pages$/)).toBeVisible()
  const title = page.getByRole('columnheader', { name: 'Title', exact: true })
  await title.getByRole('button').click()
  await expect(title).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/[?&]sort=title(&|$)/)
  await expect(page).not.toHaveURL(/page=/)
  await page.getByRole('radio', { name: 'Disabled', exact: true }).click()
  await expect(page).toHaveURL(/[?&]status=inactive(&|$)/)
  await expect(page).not.toHaveURL(/page=/)
})

test('disables and enables selected products together, and names those that were skipped', async ({
  staffPage: page,
  call,
}) => {
  const gone = await aProduct(call, 'Bulk 2')
  for (const title of ['Bulk 1', 'Bulk 3']) await aProduct(call, title)
  // Without live updates, because one would remove the deleted product from the selection.
  await page.route('**/api/v1/events**', (route) => route.abort())
  await page.goto('/admin/products?search=bulk')
  const enable = page.getByRole('button', { name: 'Enable', exact: true })
  const disable = page.getByRole('button', { name: 'Disable', exact: true })
  await expect(rows(page)).toHaveCount(3)
  await expect(enable).toHaveCount(0)
  await tick(page, 'Select this page').check()
  await expect(page.getByText('3 selected', { exact: true })).toBeVisible()
  await expect(tick(page, 'Select Bulk 2')).toBeChecked()
  await call(api.products.remove, { params: { productId: gone } })
  await disable.click()
  const told = page.getByRole('alertdialog', { name: '2 of 3 products disabled', exact: true })
  await expect(told.getByRole('listitem')).toHaveText(['Bulk 2: Product not found'])
  await acknowledge(page, '2 of 3 products disabled')
  await expect(rows(page).getByText('Disabled', { exact: true })).toHaveCount(2)
  await expect(enable).toHaveCount(0)

  await page.getByRole('radio', { name: 'Disabled', exact: true }).click()
  await expect(page).toHaveURL(/status=inactive/)
  await tick(page, 'Select Bulk 3').check()
  await page.route('**/api/v1/product/active', refuse('The products are being counted'))
  await enable.click()
  await acknowledge(page, 'The products are being counted')
  await expect(tick(page, 'Select Bulk 3')).toBeChecked()
  await page.unroute('**/api/v1/product/active')
  await enable.click()
  await acknowledge(page, 'Products updated successfully')
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, 'Bulk 1')).toContainText('Disabled')
})

test('changes the prices of selected products with a preview, and undoes the change', async ({
  staffPage: page,
  call,
}) => {
  const variant = { unit: 'Kilo', mrp: 100 } as const
  const [productId, other] = [await aProduct(call, 'Dear 1'), await aProduct(call, 'Dear 2')]
  await call(api.variants.add, { body: { ...variant, productId, value: 1, sellingPrice: 90 } })
  const added = { ...variant, productId: other, value: 2 }
  await call(api.variants.add, { body: { ...added, sellingPrice: 97 } })
  await page.goto('/admin/products?search=dear')
  await tick(page, 'Select this page').check()
  await page.getByRole('button', { name: 'Change prices', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Change prices', exact: true })
  await dialog.getByLabel('Percent', { exact: true }).fill('4.5')
  const preview = dialog.getByRole('table', { name: 'Preview' })
  await expect(preview.getByRole('row').nth(1)).toContainText('Selling price cannot be more than MRP')
  await expect(preview.getByRole('row').nth(2)).toHaveText(/₹90\.00.*→ ₹94\.00/)
  await expect(dialog.getByRole('status')).toHaveText('1 of 2 prices change, 1 cannot')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change prices', exact: true }).click()
  await acknowledge(page, 'Prices updated successfully')
  await expect(rowOf(page, 'Dear 1')).toContainText('₹94.00')

  await tick(page, 'Select Dear 2').check()
  await page.getByRole('button', { name: 'Change prices', exact: true }).click()
  await dialog.getByLabel('Change', { exact: true }).selectOption('Set to ₹')
  await dialog.getByLabel('Amount in ₹', { exact: true }).fill('80')
  await dialog.getByLabel('Amount in ₹', { exact: true }).press('Enter')
  await acknowledge(page, 'Prices updated successfully')
  const { variant: sold } = await call(api.products.get, { params: { productId: other } })
  const variantId = sold[0]?.variantId ?? ''
  await call(api.variants.edit, { body: { ...added, variantId, sellingPrice: 85 } })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  const refused = page.getByRole('alertdialog', { name: '0 of 1 prices taken back', exact: true })
  await expect(refused.getByRole('listitem')).toHaveText(['Dear 2 · 2 Kilo: Somebody has changed it since'])
  await acknowledge(page, '0 of 1 prices taken back')
  await expect(rowOf(page, 'Dear 2')).toContainText('₹85.00')
})

test('refreshes the list, and keeps the loaded rows after an error', async ({ staffPage: page, call }) => {
  await page.goto('/admin/products?search=fresh%20from')
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await aProduct(call, 'Fresh from another counter')
  const refresh = page.getByRole('button', { name: 'Refresh', exact: true })
  await refresh.click()
  const row = rowOf(page, 'Fresh from another counter')
  await expect(row).toBeVisible()
  // Fails until Retry is pressed, because the list also reloads by itself, for example after a live event.
  await page.route(LIST, async (route) =>
    (await page.evaluate('window.isRetried'))
      ? route.continue()
      : refuse('The products are being counted')(route),
  )
  await refresh.click()
  await expect(page.getByText('The products are being counted', { exact: true })).toBeVisible()
  await expect(row).toBeVisible()
  await page.evaluate("addEventListener('click', () => (window.isRetried = true), { capture: true })")
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('The products are being counted', { exact: true })).toHaveCount(0)
})
