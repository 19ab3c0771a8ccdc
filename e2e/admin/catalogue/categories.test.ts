import type { Page } from '@playwright/test'
import { aPicture } from '@kirana/testing/png'
import { expect, expectAccessible, test } from '../../test.ts'
import { confirmDelete, form, popup, save } from '../dialogs.ts'
import { keepOff } from '../list.ts'
import { refuse, rowOf } from '../table.ts'

const REQUIRED = 'Name, image and section is required'
const table = (page: Page, name: 'Sections' | 'Categories') => page.getByRole('table', { name, exact: true })

async function addSection(page: Page, name: string) {
  await page.getByRole('button', { name: 'New Section', exact: true }).click()
  await form(page).getByLabel('Name').fill(name)
  await save(page)
  await popup(page, 'Section added successfully')
}

test('shows both tables under the specified headers, accessibly', async ({ staffPage: page }) => {
  await page.goto('/admin/catagories')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sections & Categories')
  await expect(table(page, 'Sections').getByRole('columnheader')).toHaveText([
    'Serial No.',
    'Name',
    'Edit',
    'Delete',
  ])
  await expect(table(page, 'Categories').getByRole('columnheader')).toHaveText([
    'Serial No.',
    'Image',
    'Name',
    'Section',
    'Active/Inactive',
    'Subcategories',
    'Edit',
    'Delete',
  ])
  for (const name of ['Refresh', 'New Section', 'New Catagory'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  const image = table(page, 'Categories')
    .getByRole('link', { name: /^Image of/ })
    .first()
  await expect(image).toHaveAttribute('target', '_blank')
  const file = await page.request.get((await image.getAttribute('href')) ?? '')
  expect(file.headers()['content-type']).toBe('image/webp')
  await expectAccessible(page)
})

test('adds, renames and deletes a section', async ({ staffPage: page }) => {
  await page.goto('/admin/catagories')
  await page.getByRole('button', { name: 'New Section', exact: true }).click()
  await save(page)
  await expect(form(page).getByText('Name is required', { exact: true })).toBeVisible()
  await form(page).getByLabel('Name').fill('Tea/Coffee 100% शुद्ध')
  await save(page)
  await popup(page, 'Section added successfully')
  await page.getByRole('button', { name: 'Edit Tea/Coffee 100% शुद्ध', exact: true }).click()
  await expect(form(page).getByLabel('Name')).toHaveValue('Tea/Coffee 100% शुद्ध')
  await form(page).getByLabel('Name').fill('Tea')
  await save(page)
  await popup(page, 'Section updated successfully')
  await page.getByRole('button', { name: 'Delete Tea', exact: true }).click()
  await confirmDelete(page, 'Tea')
  await popup(page, 'Section deleted successfully')
  await expect(page.getByRole('button', { name: 'Delete Tea', exact: true })).toHaveCount(0)
})

test('adds, edits and deletes a category, accessibly', async ({ staffPage: page }) => {
  await page.goto('/admin/catagories')
  await addSection(page, 'Bakery corner')
  await page.getByRole('button', { name: 'New Catagory', exact: true }).click()
  await save(page)
  await expect(form(page).getByText(REQUIRED, { exact: true })).toHaveCount(1)
  await expect(form(page).getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await form(page).getByLabel('Name').fill('Fresh buns')
  await form(page).getByLabel('Section').selectOption('Bakery corner')
  await expect(form(page).getByText('Upload A Image', { exact: true })).toBeVisible()
  await form(page).locator('input[type=file]').setInputFiles(aPicture())
  await expect(form(page).getByText('1 file selcted', { exact: true })).toBeVisible()
  await expect(form(page).getByText(REQUIRED, { exact: true })).toHaveCount(0)
  await save(page)
  await popup(page, 'Catagory added successfully')

  const row = rowOf(page, 'Fresh buns')
  await expect(row.getByRole('cell', { name: 'Bakery corner', exact: true })).toBeVisible()
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  await expect(row.getByRole('link', { name: 'Subcategories of Fresh buns' })).toHaveAttribute(
    'href',
    /^\/admin\/subcategory\/[0-9a-f-]{36}\/Fresh%20buns$/,
  )
  await row.getByRole('button', { name: 'Edit Fresh buns', exact: true }).click()
  const flag = form(page).getByLabel('Active/Inactive')
  // While the dialog fades in, its texts lack contrast.
  await expect(form(page)).toHaveCSS('opacity', '1')
  await expectAccessible(page)
  await flag.selectOption('Inactive')
  await save(page)
  await popup(page, 'Catagory updated successfully')
  await expect(row.getByText('Inactive', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Edit Fresh buns', exact: true }).click()
  await expect(flag).toHaveValue('true')
  await expect(form(page).getByText('Currently Inactive', { exact: true })).toBeVisible()
  await save(page)
  await keepOff(page, 'disabled')
  await popup(page, 'Catagory updated successfully')
  await expect(row.getByText('Inactive', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Delete Bakery corner', exact: true }).click()
  await confirmDelete(page, 'Bakery corner')
  await popup(page, '“Bakery corner” is used by 1 category')
  await row.getByRole('button', { name: 'Delete Fresh buns', exact: true }).click()
  await confirmDelete(page, 'Fresh buns')
  await popup(page, 'Catagory deleted successfully')
  await expect(row).toHaveCount(0)
})

test('keeps the form after a server error', async ({ staffPage: page }) => {
  await page.goto('/admin/catagories')
  await addSection(page, 'Frozen')
  await page.getByRole('button', { name: 'New Section', exact: true }).click()
  await form(page).getByLabel('Name').fill('FROZEN')
  await save(page)
  await popup(page, 'A section named “FROZEN” already exists')
  await expect(form(page).getByLabel('Name')).toHaveValue('FROZEN')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()

  await page.getByRole('button', { name: 'New Catagory', exact: true }).click()
  await form(page).getByLabel('Name').fill('Peas')
  await form(page).getByLabel('Section').selectOption('Frozen')
  const fake = { name: 'peas.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') }
  await form(page).locator('input[type=file]').setInputFiles(fake)
  const answered = page.waitForResponse(/catagory\/add$/)
  await save(page)
  const answer = await answered
  expect(answer.status()).toBe(415)
  await popup(page, ((await answer.json()) as { message: string }).message)
  await expect(form(page).getByLabel('Name')).toHaveValue('Peas')
  await expect(form(page).getByText('1 file selcted', { exact: true })).toBeVisible()
})

test('marks a category without a section, and shows No data found for an empty list', async ({
  staffPage: page,
}) => {
  const category = { _id: 'c', name: 'Lone', image: 'x', section: null, sectionId: 's', isActive: true }
  await page.route('**/product/catagory/list**', (route) =>
    route.fulfill({ json: { data: [category], message: 'OK' } }),
  )
  await page.route('**/product/section/get/all', (route) =>
    route.fulfill({ json: { data: [], message: 'OK' } }),
  )
  await page.goto('/admin/catagories')
  await expect(rowOf(page, 'Lone').getByRole('cell', { name: 'Not found', exact: true })).toBeVisible()
  const sections = page.getByRole('region', { name: 'Sections', exact: true })
  await expect(sections.getByText('No data found', { exact: true })).toBeVisible()
  await page.unroute('**/product/section/get/all')
  await page.route('**/product/section/get/all', refuse('The sections are being counted'))
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(sections.getByText('The sections are being counted', { exact: true })).toBeVisible()
})
