import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import type { Call } from '../caller.ts'
import { aPicture } from '../png.ts'
import { expect, expectAccessible, test } from '../test.ts'
import { acknowledge, form, remove } from './list.ts'
import { headers, refuse, texts } from './table.ts'

const FIELDS = 'All fields is required'

/** What opens and closes a step. */
const step = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2 }).getByRole('button', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** A link that leads to another screen. */
const away = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Charges', exact: true })

/** A place of the sample store that has both a category and a subcategory. */
async function aPlace(call: Call) {
  const [category] = await call(api.categories.list, { query: {} })
  const { _id = '', sectionId = '', name = '' } = category ?? {}
  const [subcategory] = await call(api.subcategories.list, { query: { categoryId: _id } })
  return { section: sectionId, catagory: _id, name, subcategory: subcategory?._id ?? '' }
}

/** A product of the sample store's shelves without images and variants; its id. */
async function aProduct(call: Call, title: string) {
  const { name: _, ...place } = await aPlace(call)
  const body = { ...place, title, subTitle: 'Pack', description: 'As it is', loyaltyPoint: 3 }
  return (await call(api.products.add, { body }))._id
}

test('a product is added, goes on after a refresh and is changed from then on', async ({
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

  await field(page, 'Title').fill('Toor दाल 100% "unpolished"')
  await field(page, 'Subtitle').fill('Split pigeon peas')
  await field(page, 'Description').fill('Line one\nLine two')
  await field(page, 'Section').selectOption(place.section)
  await field(page, 'Category').selectOption(place.catagory)
  await field(page, 'Subcategory').selectOption(place.subcategory)
  await expect(page.getByText(FIELDS, { exact: true })).toHaveCount(0)
  await field(page, 'Keywards').fill('org')
  await page.getByRole('option', { name: 'Organic' }).click()
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

  await page.getByRole('link', { name: 'Start another one', exact: true }).click()
  await expect(field(page, 'Title')).toHaveValue('')
  await expect(step(page, 'Images')).toBeDisabled()
})

test('an inactive subcategory is kept and marked, another section empties what stands beneath it', async ({
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

test('images are added up to six, moved and deleted', async ({ staffPage: page, call }) => {
  const productId = await aProduct(call, 'Jaggery')
  const params = { productId }
  await page.goto(`/admin/product/edit/${productId}`)
  await button(page, 'Add Images').click()
  await expect(page.getByText('Select at least 1 image', { exact: true })).toBeVisible()
  const files = page.locator('input[type=file]')
  await files.setInputFiles([aPicture('a.png'), aPicture('b.png')])
  await files.setInputFiles(aPicture('c.png'))
  await expect(page.getByText('3 file selcted', { exact: true })).toBeVisible()
  await button(page, 'Remove b.png').click()
  await expect(page.getByText('2 file selcted', { exact: true })).toBeVisible()
  await button(page, 'Add Images').click()
  await acknowledge(page, 'Image added successfully')
  await expect(page.getByText('Upload A Image', { exact: true })).toBeVisible()
  const images = page.getByRole('img', { name: /^Image \d$/ })
  await expect(images).toHaveCount(2)
  const [first = '', second = ''] = (await call(api.products.get, { params })).images

  await expect(button(page, 'Move image 1 earlier')).toBeDisabled()
  await button(page, 'Move image 2 earlier').click()
  await expect(images.first()).toHaveAttribute('src', new RegExp(second))
  expect((await call(api.products.get, { params })).images).toEqual([second, first])
  await expect(button(page, 'Move image 1 later')).toBeFocused()

  await files.setInputFiles(Array.from({ length: 5 }, (_, index) => aPicture(`${index}.png`)))
  await button(page, 'Add Images').click()
  await expect(page.getByText('A product has 6 images at most', { exact: true })).toBeVisible()
  await button(page, 'Remove 0.png').click()
  await button(page, 'Add Images').click()
  await acknowledge(page, 'Image added successfully')
  await expect(page.getByText('6 of 6', { exact: true }).first()).toBeVisible()
  await expect(button(page, 'Add Images')).toHaveCount(0)

  await button(page, 'Delete image 1').click()
  const question = page.getByRole('alertdialog', { name: 'Delete “Image 1”?', exact: true })
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await acknowledge(page, 'Image deleted successfully')
  await expect(images).toHaveCount(5)
  await expect(images.first()).toHaveAttribute('src', new RegExp(first))
  await expect(button(page, 'Add Images')).toBeVisible()
})

test('variants are added with a computed special price, changed and deleted', async ({
  staffPage: page,
  call,
}) => {
  const productId = await aProduct(call, 'Almonds')
  await page.goto(`/admin/product/edit/${productId}`)
  await expect(
    page.getByText(
      'To enable special price everywhere, set selling price to 0. To disable it, set special price to 0 and set a selling price.',
      { exact: true },
    ),
  ).toBeVisible()
  await button(page, 'Add Variant').click()
  await expect(page.getByText(FIELDS, { exact: true })).toHaveCount(1)
  for (const name of ['Quantity', 'Unit', 'MRP', 'Selling Price'])
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Unit').locator('option')).toHaveText(
    'Select GM MG Kilo ML L PCS Box Cartoon Bottles Combo'.split(' '),
  )

  await field(page, 'Quantity').fill('500')
  await field(page, 'Unit').selectOption('GM')
  await field(page, 'MRP').fill('375')
  await field(page, 'Selling Price').fill('375.01')
  await expect(page.getByText('Selling price cannot be more than MRP', { exact: true })).toBeVisible()
  await field(page, 'Selling Price').fill('350')
  await expect(page.getByText('Selling price cannot be more than MRP', { exact: true })).toHaveCount(0)
  await field(page, 'Discount').fill('8.8')
  await expect(field(page, 'Special Price')).toHaveValue('342')
  await field(page, 'Discount').fill('')
  await expect(field(page, 'Special Price')).toHaveValue('')
  await field(page, 'Discount').fill('10')
  await expect(field(page, 'Special Price')).toHaveValue('337')
  await expect(page.getByText('Customers pay ₹350.00', { exact: true })).toBeVisible()
  await button(page, 'Add Variant').click()
  await acknowledge(page, 'Variant added successfully')
  await expect(field(page, 'Quantity')).toBeFocused()
  await expect(field(page, 'Quantity')).toHaveValue('')
  const columns = ['Quantity', 'MRP', 'Selling Price', 'Discount', 'Special Price', 'Edit', 'Delete']
  expect(await headers(page)).toEqual(['Serial No.', ...columns])
  expect(await texts(page, page.getByRole('row').filter({ hasText: '500 GM' }))).toMatchObject({
    MRP: '₹375.00',
    'Selling Price': '₹350.00',
    Discount: '10%',
    'Special Price': '₹337.00',
  })

  await button(page, 'Edit 500 GM').click()
  const edited = form(page, 'Edit Variant')
  await edited.getByLabel('MRP').fill('0')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(edited.getByRole('alert')).toHaveText(FIELDS)
  await edited.getByLabel('MRP').fill('400')
  await edited.getByLabel('Selling Price').fill('0')
  await edited.getByLabel('Unit').selectOption('Kilo')
  await edited.getByLabel('Quantity').fill('0.5')
  await expect(edited.getByText('Customers pay ₹360.00', { exact: true })).toBeVisible()
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await acknowledge(page, 'Variant edited successfully')
  expect(await texts(page, page.getByRole('row').filter({ hasText: '0.5 Kilo' }))).toMatchObject({
    'Selling Price': '–',
    'Special Price': '₹360.00',
  })
  await remove(page, '0.5 Kilo')
  await acknowledge(page, 'Variant deleted successfully')
  await expect(page.getByRole('table')).toHaveCount(0)
})

test('the flag starts at Enable, says how it stands and is kept with everything else', async ({
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
  await page.reload()
  await expect(page.getByText('Currently Disabled', { exact: true })).toBeVisible()
  await expect(field(page, 'Enable/Disable')).toHaveValue('true')
  await expect(field(page, 'Manufacturer')).toHaveValue('Kirana Mills')

  // What was read a moment ago does not fill the form: saving would bring it back.
  await away(page).click()
  const { name: _, ...place } = await aPlace(call)
  const body = { ...place, productId, title: 'Finger millet', subTitle: 'Pack', description: 'As it is' }
  await call(api.products.edit, { body })
  await page.goBack()
  await expect(field(page, 'Title')).toHaveValue('Finger millet')
})

test('nothing typed is lost by a refusal or by leaving unawares', async ({ staffPage: page, call }) => {
  const productId = await aProduct(call, 'Besan')
  await page.goto(`/admin/product/edit/${productId}`)
  await field(page, 'Description').fill('A long description\nthat took an hour')
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

  await page.goto('/admin/product/edit/nobody')
  await expect(page.getByText('Product not found', { exact: true })).toBeVisible()
})

test('both screens are accessible in light, dark and on a phone', async ({ staffPage: page, call }) => {
  await page.goto('/admin/product/add')
  await button(page, 'Save & Continue').click()
  await expectAccessible(page)
  const { data } = await call(api.products.list, { params: { page: 1 }, query: {} })
  await page.goto(`/admin/product/edit/${data[0]?._id}`)
  await expect(page.getByRole('table')).toBeVisible()
  await expectAccessible(page)
})
