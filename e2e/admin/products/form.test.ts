import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../test.ts'
import { acknowledge, keepOff } from '../list.ts'
import { aPlace, aProduct, button, field, FIELDS } from './product.ts'
import { refuse } from '../table.ts'

/** The button that opens and closes a step. */
const step = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2 }).getByRole('button', { name })
/** A link to another screen. */
const away = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Charges', exact: true })

test('adds a product accessibly, resumes after a reload, and edits the product from then on', async ({
  staffPage: page,
  call,
}) => {
  const place = await aPlace(call)
  await page.goto('/admin/product/add')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add Product')
  await expect(page.getByRole('note')).toContainText('Do not refresh the page midway')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    /^1Basic details$/,
    /^2Images.*Save the basic details first$/,
    /^3Prices and variants.*Save the basic details first$/,
  ])
  await expect(step(page, 'Images')).toBeDisabled()
  await expect(step(page, 'Prices and variants')).toBeDisabled()

  await button(page, 'Save & Continue').click()
  await expect(page.getByText(FIELDS, { exact: true })).toHaveCount(1)
  for (const name of ['Title', 'Subtitle', 'Description', 'Section', 'Category', 'Subcategory'])
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Title')).toBeFocused()
  await expectAccessible(page)

  await field(page, 'Title').fill('Toor दाल 100% "unpolished"')
  await field(page, 'Subtitle').fill('Split pigeon peas')
  await field(page, 'Description').fill('Line one\nLine two')
  await field(page, 'Section').selectOption(place.section)
  await field(page, 'Category').selectOption(place.catagory)
  await field(page, 'Subcategory').selectOption(place.subcategory)
  await expect(page.getByText(FIELDS, { exact: true })).toHaveCount(0)
  await field(page, 'Keywards').fill('org')
  await expect(page.getByRole('option', { name: 'Organic' })).toHaveAttribute('data-highlighted')
  await field(page, 'Keywards').press('Enter')
  await expect(button(page, 'Remove Organic')).toBeVisible()
  await field(page, 'Keywards').press('Escape')
  await expect(page.getByRole('option', { name: 'Organic' })).toHaveCount(0)
  await field(page, 'Keywards').press('Escape')
  await field(page, 'Keywards').press('Enter')
  await expect(button(page, 'Remove Organic')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await field(page, 'Manufacturer').fill('Sahyadri Farms')
  await field(page, 'Manufacture Date').fill('2026-02-28')
  await field(page, 'Expiry Date').fill('Best before 9 months')
  await field(page, 'Country of Origin').fill('India')
  await field(page, 'Loyalty Point').fill('4')
  await button(page, 'Save & Continue').click()
  await acknowledge(page, 'Product added successfully')
  await expect(page).toHaveURL(/\/admin\/product\/add\?id=[0-9a-f-]{36}$/)
  await expect(step(page, 'Images')).toBeFocused()
  await expect(button(page, 'Add Images')).toBeVisible()
  await expect(button(page, 'Add Variant')).toBeVisible()
  await expect(step(page, 'Prices and variants')).toContainText('Not shown: no variant')
  await expect(step(page, 'Basic details')).toHaveAttribute('aria-expanded', 'false')

  await page.reload()
  await expect(field(page, 'Title')).toHaveValue('Toor दाल 100% "unpolished"')
  await expect(field(page, 'Description')).toHaveValue('Line one\nLine two')
  await expect(field(page, 'Category')).toHaveValue(place.catagory)
  await expect(field(page, 'Subcategory')).toHaveValue(place.subcategory)
  await expect(field(page, 'Manufacture Date')).toHaveValue('2026-02-28')
  await expect(field(page, 'Expiry Date')).toHaveValue('Best before 9 months')
  await expect(field(page, 'Loyalty Point')).toHaveValue('4')
  await button(page, 'Remove Organic').click()
  await field(page, 'Title').fill('Toor dal')
  await button(page, 'Save & Continue').click()
  await acknowledge(page, 'Product updated successfully')
  const productId = new URL(page.url()).searchParams.get('id') ?? ''
  const stored = await call(api.products.get, { params: { productId } })
  expect(stored).toMatchObject({ title: 'Toor dal', keyward: [], origin: 'India', isActive: true })

  await page.getByRole('link', { name: 'Add another product', exact: true }).click()
  await expect(field(page, 'Title')).toHaveValue('')
  await expect(step(page, 'Images')).toBeDisabled()
})

test('keeps and marks an inactive subcategory, and clears dependent fields when the section changes', async ({
  staffPage: page,
  call,
}) => {
  const productId = await aProduct(call, 'Poha')
  const { catagory, subcategory } = await aPlace(call)
  const retired = { name: 'Flakes', image: 'x', isActive: false, categoryId: catagory }
  const known = [
    { ...retired, _id: subcategory },
    { ...retired, _id: 'another' },
  ]
  await page.route('**/subcategory/get/all**', (route) =>
    route.fulfill({ json: { data: known, message: 'OK' } }),
  )
  const [, other] = await call(api.sections.list, {})
  await page.goto(`/admin/product/edit/${productId}`)
  const offered = field(page, 'Subcategory').locator('option')
  await expect(offered).toHaveText(['Select Subcategory', 'Flakes (Inactive)'])
  await expect(field(page, 'Subcategory')).toHaveValue(subcategory)
  await field(page, 'Section').selectOption(other?._id ?? '')
  await expect(field(page, 'Category')).toHaveValue('')
  await expect(field(page, 'Subcategory')).toHaveValue('')
  await expect(offered).toHaveText(['Choose the category first'])
  await button(page, 'Save').click()
  await expect(page.getByText(FIELDS, { exact: true })).toHaveCount(1)
  await expect(field(page, 'Section')).not.toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Category')).toHaveAttribute('aria-invalid', 'true')
})

test('starts with the flag at Enable, shows its state, and saves it with the other fields', async ({
  staffPage: page,
  call,
}) => {
  const productId = await aProduct(call, 'Ragi')
  await page.goto(`/admin/product/edit/${productId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Product')
  await expect(page.getByText('Currently Enabled', { exact: true })).toBeVisible()
  await expect(
    page.getByText('MRP, Net quantity, Manufacturer, Country of Origin, Best before', { exact: false }),
  ).toBeVisible()
  await field(page, 'Enable/Disable').selectOption('Disable')
  await field(page, 'Manufacturer').fill('Kirana Mills')
  await button(page, 'Save').click()
  await acknowledge(page, 'Product updated successfully')
  await expect(page.getByText('Currently Disabled', { exact: true })).toBeVisible()
  await expect(page.getByText(/Net quantity, Country of Origin/)).toBeVisible()
  const history = page.getByRole('region', { name: 'History', exact: true }).getByRole('listitem')
  await expect(history.first()).toContainText(/Manufacturer not set to\s+→ Kirana Mills/)
  await page.reload()
  await expect(page.getByText('Currently Disabled', { exact: true })).toBeVisible()
  await expect(field(page, 'Enable/Disable')).toHaveValue('true')
  await expect(field(page, 'Manufacturer')).toHaveValue('Kirana Mills')
  await field(page, 'Manufacturer').fill('Kirana Mills, Mumbai')
  await button(page, 'Save').click()
  await keepOff(page, 'disabled')
  await acknowledge(page, 'Product updated successfully')
  await expect(page.getByText('Currently Disabled', { exact: true })).toBeVisible()

  // The form is not filled from the cache, because saving would restore the old values.
  await away(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Charges')
  const { name: _, ...place } = await aPlace(call)
  const body = { ...place, productId, title: 'Finger millet', subTitle: 'Pack', description: 'As it is' }
  await call(api.products.edit, { body })
  await page.goBack()
  await expect(field(page, 'Title')).toHaveValue('Finger millet')
})

test('is accessible, keeps entries after an error, and asks before leaving with unsaved ones', async ({
  staffPage: page,
  call,
}) => {
  // Nothing is saved, so the test uses a product of the sample store with images and variants.
  const { data } = await call(api.products.list, { params: { page: 1 }, query: { search: 'Assam' } })
  const product = data.find(({ images, variant }) => images.length > 0 && variant.length > 0)
  const productId = product?._id ?? ''
  await page.goto(`/admin/product/edit/${productId}`)
  await expect(page.getByRole('table')).toBeVisible()
  await expectAccessible(page)
  await field(page, 'Description').fill('A long description\nthat took an hour')
  await field(page, 'Manufacture Date').fill('')
  await field(page, 'Manufacture Date').pressSequentially('12')
  await button(page, 'Save').click()
  await expect(page.getByText('Manufacture date is not a date', { exact: true })).toBeVisible()
  await field(page, 'Manufacture Date').fill('2026-02-28')
  await page.route('**/api/v1/product/edit', refuse('Somebody counts the stock'))
  await button(page, 'Save').click()
  await acknowledge(page, 'Somebody counts the stock')
  await expect(field(page, 'Description')).toHaveValue('A long description\nthat took an hour')

  const question = page.getByRole('alertdialog', { name: 'Leave without saving?', exact: true })
  await away(page).click()
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(question).toBeHidden()
  await expect(field(page, 'Description')).toHaveValue('A long description\nthat took an hour')
  await away(page).click()
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Charges')

  // If the session has ended, nothing can be saved, so the form does not ask, and the start screen is shown.
  await page.goto(`/admin/product/edit/${productId}`)
  await field(page, 'Description').fill('Typed too late')
  await page.route('**/api/v1/product/edit', (route) =>
    route.fulfill({ status: 401, json: { message: 'Please log in', code: 'signed-out' } }),
  )
  await button(page, 'Save').click()
  await acknowledge(page, 'Please log in')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Landing')

  await page.goto('/admin/product/edit/nobody')
  await expect(page.getByText('Product not found', { exact: true })).toBeVisible()
})
