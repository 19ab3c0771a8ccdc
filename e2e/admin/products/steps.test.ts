import { api } from '@kirana/contract'
import { aPicture } from '@kirana/testing/png'
import { expect, test } from '../../test.ts'
import { acknowledge, form, remove } from '../list.ts'
import { aProduct, button, field, FIELDS } from './product.ts'
import { headers, texts } from '../table.ts'

test('adds up to six images, reorders and deletes them', async ({ staffPage: page, call }) => {
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

test('adds variants with a computed special price, edits and deletes them', async ({
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
    'Special Price': '₹337.00no effect',
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
