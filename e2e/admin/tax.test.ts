import { api } from '@kirana/contract'
import { expect, expectAccessible, test } from '../test.ts'
import { acknowledge, form, rowWith } from './list.ts'
import { aProduct, button, field } from './products/product.ts'

test('a product gets its HSN code and GST rate, and shows its past rates', async ({
  staffPage: page,
  call,
}) => {
  const productId = await aProduct(call, 'Cow ghee')
  const product = () => call(api.products.get, { params: { productId } })
  await page.goto(`/admin/product/edit/${productId}`)
  await expect(page.getByText('Invoices need 4, 6 or 8 digits', { exact: true })).toBeVisible()
  await expect(page.getByText('Without it the invoice shows no tax', { exact: true })).toBeVisible()
  await field(page, 'HSN Code').fill('12')
  const rate = field(page, 'GST Rate')
  const another = field(page, 'Another Rate (percent)')
  await expect(rate.getByRole('option')).toHaveText([
    'Not set',
    '0%',
    '0.25%',
    '3%',
    '5%',
    '18%',
    '40%',
    'Another rate…',
  ])
  await rate.selectOption('Another rate…')
  await another.fill('120')
  const save = page.getByRole('button', { name: 'Save', exact: true }).first()
  await save.click()
  await expect(page.getByText('HSN code must be 4, 6 or 8 digits', { exact: true })).toBeVisible()
  await expect(
    page.getByText('GST rate must be from 0 to 100 with at most 2 decimals', { exact: true }),
  ).toBeVisible()
  expect(await product()).toMatchObject({ hsn: '', gstRate: null })

  await field(page, 'HSN Code').fill('0405')
  await another.fill('12')
  await save.click()
  const question = page.getByRole('alertdialog', { name: 'Save a GST rate of 12%?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  expect((await product()).gstRate).toBeNull()
  await rate.selectOption('5%')
  await expect(another).toHaveCount(0)
  await save.click()
  await acknowledge(page, 'Product updated successfully')
  expect(await product()).toMatchObject({ hsn: '0405', gstRate: 5 })
  const history = page.getByRole('list', { name: 'GST rates so far' }).getByRole('listitem')
  await expect(history).toHaveText([/^5% from .*, entered by Asha Patil$/])

  await rate.selectOption('18%')
  await field(page, 'GST Rate From').fill('2020-01-01')
  await save.click()
  await acknowledge(page, 'A GST rate starts today or on a later day')
  await expect(rate).toHaveValue('18')
  await field(page, 'GST Rate From').fill('2099-04-01')
  await save.click()
  await acknowledge(page, 'Product updated successfully')
  await expect(history).toHaveText([/^18% from 1 Apr 2099/, /^5% from/])
  expect((await product()).gstRate).toBe(5)
  await expectAccessible(page)

  await field(page, 'GST Rate From').fill('')
  await rate.selectOption('Another rate…')
  await another.fill('12')
  await save.click()
  await question.getByRole('button', { name: 'Save this rate', exact: true }).click()
  await acknowledge(page, 'Product updated successfully')
  expect((await product()).gstRate).toBe(12)
  await page.reload()
  await expect(rate).toHaveValue('12')

  // A save that changes something else sends no rate: another one may have started since the page was loaded.
  await field(page, 'Subtitle').fill('Of cows')
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/product/edit')),
    save.click(),
  ])
  expect(sent.postDataJSON()).toMatchObject({ subTitle: 'Of cows', gstRate: '', gstFrom: '' })
  await acknowledge(page, 'Product updated successfully')
  expect((await product()).gstRate).toBe(12)
})

test('products and charges without tax are a task of the dashboard, which lists them', async ({
  staffPage: page,
  call,
}) => {
  // Other tests may have added charges without a rate.
  for (const { _id, gstRate } of await call(api.charges.list, {}))
    if (gstRate === null) await call(api.charges.remove, { params: { id: _id } })
  const productId = await aProduct(call, 'Untaxed sugar')
  await call(api.variants.add, { body: { productId, value: 1, unit: 'Kilo', sellingPrice: 50 } })
  const fee = { title: 'Untaxed fee', chargeType: 'Rupees', chargeAmount: 5 } as const
  await call(api.charges.add, { body: fee })
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: /^\d+ products? on sale without HSN code or GST rate$/ }).click()
  await expect(page).toHaveURL('/admin/products?tax=missing')
  await expect(rowWith(page, 'Untaxed sugar')).toBeVisible()
  await expect(field(page, 'GST')).toHaveValue('missing')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await field(page, 'Stock').selectOption('Out of stock')
  await expect(page).toHaveURL('/admin/products?tax=missing&stock=out')
  await expect(rowWith(page, 'Untaxed sugar')).toHaveCount(0)
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: /^\d+ charges? without a GST rate$/ }).click()
  await expect(page).toHaveURL('/admin/charges?tax=missing')
  await expect(rowWith(page, 'Untaxed fee')).toBeVisible()
  await expect(rowWith(page, 'Delivery fee')).toHaveCount(0)
  const { _id } = (await call(api.charges.list, {})).find(({ title }) => title === 'Untaxed fee') ?? {
    _id: '',
  }
  await call(api.charges.remove, { params: { id: _id } })
  await page.reload()
  await expect(page.getByText('Nothing here fits the filter.', { exact: true })).toBeVisible()
})

test('selected products get a code and a rate at once', async ({ staffPage: page, call }) => {
  const ids = [await aProduct(call, 'Untaxed rice'), await aProduct(call, 'Untaxed dal')]
  await page.goto('/admin/products?search=untaxed')
  for (const title of ['Untaxed rice', 'Untaxed dal'])
    await page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).check()
  await button(page, 'HSN and GST').click()
  const dialog = form(page, 'HSN code and GST rate of 2 products')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText('Enter an HSN code or a GST rate', { exact: true })).toBeVisible()
  await dialog.getByLabel('HSN Code').fill('1006')
  await dialog.getByLabel('GST Rate', { exact: true }).selectOption('5%')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await acknowledge(page, 'Products updated successfully')
  for (const productId of ids)
    expect(await call(api.products.get, { params: { productId } })).toMatchObject({ hsn: '1006', gstRate: 5 })
  await expect(button(page, 'HSN and GST')).toHaveCount(0)
})

test('a charge has its own code and rate, or the rate of the goods', async ({ staffPage: page, call }) => {
  await page.goto('/admin/charges')
  await button(page, 'New Charge').click()
  const added = form(page, 'New Charge')
  await added.getByLabel('Title').fill('Night fee')
  await added.getByLabel('Type').selectOption('Rupees')
  await added.getByLabel('Amount', { exact: true }).fill('15')
  await added.getByLabel('SAC').fill('9968')
  await added.getByLabel('GST Rate', { exact: true }).selectOption('As the goods')
  await expectAccessible(page)
  await added.getByRole('button', { name: 'New Charge', exact: true }).click()
  await acknowledge(page, 'Charge added successfully')
  const charge = async () => (await call(api.charges.list, {})).find(({ title }) => title === 'Night fee')
  expect(await charge()).toMatchObject({ sac: '9968', gstRate: 'goods' })

  await button(page, 'Edit Night fee').click()
  const edited = form(page, 'Edit Charge')
  await expect(edited.getByLabel('GST Rate', { exact: true })).toHaveValue('goods')
  await edited.getByLabel('GST Rate', { exact: true }).selectOption('18%')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await acknowledge(page, 'Charge updated successfully')
  expect(await charge()).toMatchObject({ gstRate: 18 })
  await button(page, 'Edit Night fee').click()
  await edited.getByLabel('Amount', { exact: true }).fill('16')
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/charges/update')),
    edited.getByRole('button', { name: 'Save', exact: true }).click(),
  ])
  expect(sent.postDataJSON()).toMatchObject({ chargeAmount: '16', gstRate: '' })
  await acknowledge(page, 'Charge updated successfully')
  expect(await charge()).toMatchObject({ chargeAmount: 16, gstRate: 18 })
  await call(api.charges.remove, { params: { id: (await charge())?._id ?? '' } })
  await button(page, 'Refresh').click()
  await expect(rowWith(page, 'Night fee')).toHaveCount(0)
})

test('a canceled order links its invoice and its credit note', async ({
  staffPage: page,
  call,
  customer,
}) => {
  const { _id: orderId } = await (await customer()).order()
  const change = (status: 'Prepeared' | 'Canceled') =>
    call(api.orders.changeStatus, { params: { orderId, status }, query: {} })
  await change('Prepeared')
  await page.goto(`/admin/order/get/${orderId}`)
  await expect(page.getByRole('link', { name: /^Invoice of / })).toBeVisible()
  const documents = page.getByRole('region', { name: 'Invoices and credit notes' })
  await expect(documents).toHaveCount(0)
  await change('Canceled')
  await expect(documents.getByRole('listitem')).toHaveCount(2)
  const link = documents.getByRole('link', { name: /^CN\d\d-\d\d\/\d{7}, Credit Note, opens in a new tab$/ })
  await expect(link).toHaveAttribute('target', '_blank')
  const pdf = await page.request.get((await link.getAttribute('href')) ?? '')
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await expectAccessible(page)
})
