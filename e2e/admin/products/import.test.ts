import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { api } from '@kirana/contract'
import { expect, expectAccessible, test } from '../../test.ts'
import { acknowledge, form } from '../list.ts'
import { aPlace, aProduct, button } from './product.ts'
import { refuse } from '../table.ts'

const UNIT_INVALID = 'Unit must be GM, MG, Kilo, ML, L, PCS, Box, Cartoon, Bottles or Combo'
const HEAD = 'Title,Subtitle,Description,Section,Category,Subcategory,Quantity,Unit,Selling Price'

const dialog = (page: Page) => form(page, 'Import Products')
const choose = (page: Page, ...lines: string[]) =>
  dialog(page)
    .getByLabel('CSV file')
    .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })

async function openImport(page: Page) {
  await page.goto('/admin/products?search=imported')
  await button(page, 'Import').click()
  await expect(dialog(page)).toBeVisible()
}

async function download(page: Page, press: () => Promise<void>) {
  const started = page.waitForEvent('download')
  await press()
  const file = await started
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('checks, corrects, imports and exports a file', async ({ staffPage: page, call }) => {
  const { section, catagory, subcategory } = await aPlace(call)
  const sections = await call(api.sections.list, {})
  const [category] = (await call(api.categories.list, { query: {} })).filter(({ _id }) => _id === catagory)
  const below = await call(api.subcategories.list, { query: { categoryId: catagory } })
  const names = [
    sections.find(({ _id }) => _id === section)?.name,
    category?.name,
    below.find(({ _id }) => _id === subcategory)?.name,
  ].map((name) => `"${name}"`)
  const rice = ['Imported चावल', 'Basmati', 'Long', ...names].join(',')

  await openImport(page)
  const add = dialog(page).getByRole('button', { name: 'Import', exact: true })
  await expect(add).toBeDisabled()
  const template = await download(page, () =>
    dialog(page).getByRole('link', { name: 'Download the template', exact: true }).click(),
  )
  expect(template.name).toBe('products-template.csv')
  expect(template.text).toContain('Title,Subtitle,Description')

  await choose(page, HEAD, `${rice},1,Kilo,90`, ',,,,,,5,Kilos,400')
  await expect(dialog(page).getByRole('status')).toHaveText('1 wrong.')
  const errors = dialog(page).getByRole('table', { name: 'Errors' })
  await expect(errors.getByRole('columnheader')).toHaveText(['Row', 'Column', 'What is wrong'])
  await expect(errors.getByRole('cell')).toHaveText(['3', 'Unit', UNIT_INVALID])
  await expect(add).toBeDisabled()

  await choose(page, HEAD, `${rice},1,Kilo,90`, ',,,,,,5,Kilo,400')
  await expect(dialog(page).getByRole('status')).toHaveText('1 new.')
  await expect(dialog(page).getByRole('note')).toHaveText(
    '1 product without an HSN code or GST rate. Invoices need both.',
  )
  await expect(errors).toHaveCount(0)
  await add.click()
  await acknowledge(page, 'Products imported successfully')
  await expect(dialog(page).getByRole('status')).toHaveText('Imported: 1 new.')
  await button(page, 'Add their pictures').click()
  await expect(dialog(page)).toBeHidden()
  await expect(form(page, 'Add Pictures').getByLabel('Pictures')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form(page, 'Add Pictures')).toBeHidden()
  await expect(button(page, 'Import')).toBeFocused()
  const title = page.getByRole('link', { name: 'Imported चावल', exact: true })
  await expect(title).toBeVisible()

  await aProduct(call, 'Not among them')
  const { name, text } = await download(page, () =>
    page.getByRole('link', { name: 'Export', exact: true }).click(),
  )
  expect(name).toMatch(/^products-\d{4}-\d{2}-\d{2}\.csv$/)
  expect(text.match(/^Imported चावल,/gm)).toHaveLength(2)
  expect(text).not.toContain('Not among them')

  // The file has one edited price and one invalid product: the first is imported, the second is returned in a file.
  const [head = '', ...lines] = text.trim().split('\r\n')
  const edited = lines.map((line) => line.replace(',90,', ',"1,499.00",'))
  const wrong = `Imported,Basmati,Long,${names.join()},,,,,,,,1,Kilos${','.repeat(8)}`
  await button(page, 'Import').click()
  await expect(dialog(page).getByText('1 file selcted', { exact: true })).toHaveCount(0)
  await choose(page, head, ...edited, wrong)
  await expect(dialog(page).getByRole('status')).toHaveText('1 changed, 1 wrong.')
  const changes = dialog(page).getByRole('table', { name: 'Changes' })
  await expect(changes.getByRole('cell')).toHaveText([
    '2',
    'Imported चावल · 1 Kilo',
    /Selling Price: ₹90\.00.*→ ₹1,499\.00/,
  ])
  await expect(add).toBeDisabled()
  await dialog(page)
    .getByRole('checkbox', { name: 'Leave out the wrong rows and import the other 1 product' })
    .check()
  const wrongRows = await download(page, () => button(page, 'Download the wrong rows').click())
  expect(wrongRows.text).toMatch(/^\uFEFFTitle,.*,Reason\r\nImported,.*Unit: Unit must be/)
  await add.click()
  await acknowledge(page, 'Products imported successfully')
  await expect(dialog(page).getByRole('status')).toHaveText('Imported: 1 changed. Left out: 1 product.')

  await choose(page, HEAD, `${rice},1,Kilo,90`)
  await expect(errors.getByRole('cell')).toHaveText([
    '2',
    'Title',
    '“Imported चावल” already exists in this subcategory',
  ])
})

const counts = { products: 1, variants: 1, changed: 0, unchanged: 0, wrong: 0, untaxed: 0, unusualRates: 0 }
const none = { changes: [], totalChanges: 0, errors: [], totalErrors: 0, missing: [], wrongRows: '' }
const checked = { ...counts, ...none, seen: 'seen' }

test('reports an unreadable file and wrong rows accessibly, and keeps the chosen file after an error', async ({
  staffPage: page,
}) => {
  await openImport(page)
  await dialog(page)
    .getByLabel('CSV file')
    .setInputFiles({ name: 'products.xlsx', mimeType: '', buffer: Buffer.from([0x50, 0x4b, 3, 4, 0xff]) })
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'The file is not CSV in UTF-8: save it in the spreadsheet as “CSV UTF-8”',
  )
  await choose(page, HEAD, 'Rice,,,,,,1,Kilo,x', ',,,,,,5,Kilo,400')
  await expect(dialog(page).getByRole('table', { name: 'Errors' })).toBeVisible()
  await expectAccessible(page)
  await page.route('**/api/v1/product/import/check', (route) =>
    route.fulfill({
      json: { message: 'OK', data: checked },
    }),
  )
  await page.route('**/api/v1/product/import', refuse('The shelves are being counted'))
  await choose(page, HEAD)
  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
  await acknowledge(page, 'The shelves are being counted')
  await expect(dialog(page).getByText('1 file selcted', { exact: true })).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Import', exact: true })).toBeEnabled()
  await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(dialog(page)).toBeHidden()
})

test('creates the names of a file that the store lacks, after one question', async ({
  staffPage: page,
  call,
}) => {
  await openImport(page)
  const lines = [
    'Puffed rice,Light,Crisp,Unheard Shelf,Unheard Snacks,Unheard Puffs,200,GM,50',
    'Masala peanuts,Hot,Crisp,Unheard Shelf,Unheard Snacks,Unheard Nuts,200,GM,60',
    'Ragi chips,Baked,Crisp,unheard shelf,Unheard Chips,Unheard Nuts,100,GM,40',
  ]
  const keywords = ['Unheard', 'unheard', 'Namkeen\\; spicy']
  await choose(page, `${HEAD},Keywards`, ...lines.map((line, n) => `${line},${keywords[n]}`))
  await expect(dialog(page).getByRole('status')).toHaveText('3 wrong.')
  const missing = dialog(page).getByRole('region', { name: 'Names that do not exist yet' })
  await expect(missing.getByRole('listitem')).toHaveText([
    '1 section: Unheard Shelf',
    '2 categories: Unheard Snacks in Unheard Shelf, Unheard Chips in unheard shelf',
    /^3 subcategories: Unheard Puffs in Unheard Snacks in Unheard Shelf, Unheard Nuts in .*Unheard Chips in unheard shelf$/,
    '2 keywards: Unheard, Namkeen; spicy',
  ])
  await expectAccessible(page)
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/section/add/**', async (route) => {
    await isReleased
    await route.continue()
  })
  await missing
    .getByRole('button', { name: 'Create 1 section, 2 categories, 3 subcategories and 2 keywards' })
    .press('Enter')
  // While the names are created, the dialog cannot be closed and the file cannot be changed.
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await expect(dialog(page).locator('input[type=file]')).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(missing).toBeVisible()
  release()
  await expect(dialog(page).getByRole('status')).toHaveText('3 new.')
  await expect(dialog(page).getByRole('status')).toBeFocused()
  await expect(missing).toHaveCount(0)
  const category = (await call(api.categories.list, { query: {} })).find(
    ({ name }) => name === 'Unheard Chips',
  )
  expect(category).toMatchObject({ section: { name: 'Unheard Shelf' }, isActive: true })
  const picture = await page.request.get(`/api/v1/file/get/${category?.image}`)
  expect(picture.headers()['content-type']).toMatch(/^image\//)

  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
  await acknowledge(page, 'Products imported successfully')
  await expect(dialog(page).getByRole('status')).toHaveText('Imported: 3 new.')
})
