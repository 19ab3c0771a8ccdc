import { api, type StoreProductRow } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { acknowledge, form } from '../admin/list.ts'
import { rowOf } from '../admin/table.ts'
import { caller } from '@kirana/testing/caller'
import { freshPhone, newCustomer } from '@kirana/testing/customer'
import { aPicture } from '@kirana/testing/png'
import { toast } from '../superadmin/toast.ts'
import { expect } from '../test.ts'
import { test } from './new-shop.ts'

const sections = ['Fresh & Daily', 'Staples'] as const
const categories = [
  ['Fruits', 'Fresh & Daily'],
  ['Dairy', 'Fresh & Daily'],
  ['Atta & Rice', 'Staples'],
] as const
const subcategories = [
  ['Fruits', 'Bananas'],
  ['Dairy', 'Milk & Curd'],
] as const
const keywards = ['Organic', 'Breakfast'] as const
const pincodes = ['400001', '400050', '400076'] as const

/** Title, category, subcategory, keyward; packs: quantity, unit, MRP, selling price. */
const products = [
  ['Robusta Banana', 'Fruits', 'Bananas', 'Organic', [['500', 'GM', '40', '32.50']]],
  ['Red Banana', 'Fruits', 'Bananas', 'Organic', [['1', 'Kilo', '120', '99']]],
  [
    'Toned Milk',
    'Dairy',
    'Milk & Curd',
    'Breakfast',
    [
      ['500', 'ML', '29', '29'],
      ['1', 'L', '57', '55.5'],
    ],
  ],
  ['Curd', 'Dairy', 'Milk & Curd', 'Breakfast', [['400', 'GM', '45', '42']]],
  ['Paneer', 'Dairy', 'Milk & Curd', 'Breakfast', [['200', 'GM', '95', '90']]],
] as const

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const menu = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click()

async function logIn(page: Page, path: string, username: string, password: string) {
  await page.goto(path)
  await field(page, 'Username').fill(username)
  await field(page, 'Password').fill(password)
  await press(page, 'log in')
}

type Filled = { fields?: Record<string, string>; choices?: Record<string, string>; picture?: boolean }

/** Opens a dialog, fills it in, saves it and waits for the popup. */
async function add(page: Page, button: string, message: string, { fields, choices, picture }: Filled) {
  await press(page, button)
  const dialog = form(page, button)
  for (const [label, text] of Object.entries(fields ?? {}))
    await dialog.getByLabel(label, { exact: true }).fill(text)
  for (const [label, text] of Object.entries(choices ?? {}))
    await dialog.getByLabel(label, { exact: true }).selectOption(text)
  if (picture) await dialog.locator('input[type=file]').setInputFiles(aPicture())
  await dialog.getByRole('button', { name: /^(Save|New Coupon|New Charge)$/ }).click()
  await acknowledge(page, message)
}

async function fillShelves(page: Page) {
  await menu(page, 'Catagories')
  for (const Name of sections)
    await add(page, 'New Section', 'Section added successfully', { fields: { Name } })
  for (const [Name, Section] of categories)
    await add(page, 'New Catagory', 'Catagory added successfully', {
      fields: { Name },
      choices: { Section },
      picture: true,
    })
  for (const [category, Name] of subcategories) {
    await page.getByRole('link', { name: `Subcategories of ${category}`, exact: true }).click()
    await add(page, 'New subCatagory', 'Subcatagory added successfully', { fields: { Name }, picture: true })
    await menu(page, 'Catagories')
  }
  await menu(page, 'Keywards')
  for (const name of keywards)
    await add(page, 'New Keyward', 'Keyward added successfully', { fields: { 'Keyward Name': name } })
}

async function addProduct(
  page: Page,
  [title, category, subcategory, keyward, packs]: (typeof products)[number],
) {
  await field(page, 'Title').fill(title)
  await field(page, 'Subtitle').fill('Fresh every morning')
  await field(page, 'Description').fill('From farms near the city')
  await field(page, 'Section').selectOption('Fresh & Daily')
  await field(page, 'Category').selectOption(category)
  await field(page, 'Subcategory').selectOption(subcategory)
  await field(page, 'Keywards').fill(keyward)
  await page.getByRole('option', { name: keyward, exact: true }).click()
  await press(page, 'Save & Continue')
  await acknowledge(page, 'Product added successfully')
  await page.locator('input[type=file]').setInputFiles(aPicture())
  await press(page, 'Add Images')
  await acknowledge(page, 'Image added successfully')
  for (const [quantity, unit, mrp, price] of packs) {
    await field(page, 'Quantity').fill(quantity)
    await field(page, 'Unit').selectOption(unit)
    await field(page, 'MRP').fill(mrp)
    await field(page, 'Selling Price').fill(price)
    await press(page, 'Add Variant')
    await acknowledge(page, 'Variant added successfully')
  }
}

async function fillCounter(page: Page) {
  await menu(page, 'Coupons')
  await add(page, 'New Coupon', 'Coupon added successfully', {
    fields: { 'Coupon Name': 'WELCOME', Discount: '10', 'Validity (days)': '30', 'Minimum Amount': '100' },
    choices: { 'Discount Type': 'Percentage' },
  })
  await menu(page, 'Charges')
  await add(page, 'New Charge', 'Charge added successfully', {
    fields: { Title: 'Delivery', Amount: '12.25' },
    choices: { Type: 'Rupees' },
  })
  await menu(page, 'Pincodes')
  for (const Pincode of pincodes)
    await add(page, 'New Pincode', 'Pincode added successfully', { fields: { Pincode } })
  await menu(page, 'Banners')
  await add(page, 'Add Banner', 'Banner added successfully', { picture: true })
}

async function addVideo(page: Page) {
  // The player loads an empty page instead of YouTube.
  await page.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ body: '' }))
  await menu(page, 'All Products')
  await press(page, 'Options of Robusta Banana')
  await page.getByRole('menuitem', { name: 'Product Videos', exact: true }).click()
  // The button appears in place of the list, once the empty list is loaded.
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await add(page, 'Add Video', 'Video added successfully', {
    fields: { Title: 'Meera', URL: 'dQw4w9WgXcQ', About: 'How she fries them' },
  })
}

/** A cart item with this quantity of a product's first variant. */
function pieces(shown: readonly StoreProductRow[], title: string, quantity: number) {
  const product = shown.find((one) => one.title === title)
  return { productId: product?._id ?? '', variantId: product?.variant[0]?.variantId ?? '', quantity }
}

test('sets up a store through the screens, and a customer orders from it', async ({ page, shop }) => {
  test.slow()
  await logIn(page, '/superadmin/signin', 'superadmin', 'First@2026')
  await menu(page, 'Add Staff')
  for (const [label, text] of Object.entries({ Name: 'Asha Rao', Username: 'asha', Password: 'Asha@2026' }))
    await field(page, label).fill(text)
  await press(page, 'Save')
  await toast(page, 'Staff added successfully')

  await logIn(page, '/admin/signin', 'asha', 'Asha@2026')
  await expect(page).toHaveURL('/admin/dashboard')
  await fillShelves(page)
  await menu(page, 'Add Product')
  for (const product of products) {
    await addProduct(page, product)
    await page.getByRole('link', { name: 'Add another product', exact: true }).click()
    await expect(field(page, 'Title')).toHaveValue('')
  }
  await fillCounter(page)
  await addVideo(page)

  const phone = freshPhone(test.info().workerIndex)
  const meera = await newCustomer(shop.origin, phone, 'Meera Nair', shop.codeOf)
  const anyone = caller(shop.origin)
  const window = await anyone(api.storeCatalogue.get, {})
  expect(window.sections.map(({ name }) => name).toSorted()).toEqual([...sections])
  const shelves = window.sections.flatMap((section) =>
    section.categories.map(({ name, image, subcategories: below }) =>
      [section.name, name, image === '' ? 'bare' : 'pictured', ...below.map((one) => one.name)].join(' / '),
    ),
  )
  expect(shelves.toSorted()).toEqual([
    'Fresh & Daily / Dairy / pictured / Milk & Curd',
    'Fresh & Daily / Fruits / pictured / Bananas',
    'Staples / Atta & Rice / pictured',
  ])
  expect(window.banners).toHaveLength(1)
  expect(window.pincodes.toSorted()).toEqual([...pincodes])
  const { products: shown } = await anyone(api.storeProducts.list, { query: {} })
  expect(shown.map(({ title }) => title).toSorted()).toEqual(products.map(([title]) => title).toSorted())
  expect(shown.every(({ images }) => images.length === 1)).toBe(true)
  const { productId: id } = pieces(shown, 'Robusta Banana', 1)
  const { videos } = await anyone(api.storeProducts.get, { params: { id } })
  expect(videos).toMatchObject([{ fullName: 'Meera', url: 'dQw4w9WgXcQ' }])

  // 3 × 32.50 + 2 × 29.00 = 155.50, minus 10 % (15.55), plus the charge of 12.25 = 152.20.
  const order = await meera.order({
    items: [pieces(shown, 'Robusta Banana', 3), pieces(shown, 'Toned Milk', 2)],
    coupon: 'welcome',
  })
  expect(order).toMatchObject({ discount: 15.55, referDiscount: 0, totalPrice: 152.2 })
  await menu(page, 'New Orders')
  await expect(rowOf(page, order.order_id)).toContainText('₹152.20')
})
