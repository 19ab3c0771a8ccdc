import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { aPicture } from '@kirana/testing/png'
import { expect, expectAccessible, test } from '../../test.ts'
import { confirmDelete, form, popup, save } from '../dialogs.ts'
import { keepOff } from '../list.ts'
import { headers, refuse, rowOf } from '../table.ts'

const LIST = '**/product/subcategory/get/all**'
const REQUIRED = 'Name and image is required'

/** Opens the subcategories of a category of the sample store. */
async function open(page: Page) {
  await page.goto('/admin/catagories')
  await page
    .getByRole('link', { name: /^Subcategories of/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subcategories')
}
async function fillNew(page: Page, name: string) {
  await page.getByRole('button', { name: 'New subCatagory', exact: true }).click()
  await form(page).getByLabel('Name').fill(name)
  await form(page).locator('input[type=file]').setInputFiles(aPicture())
}

test('shows the subcategories of one category under the specified headers, accessibly', async ({
  staffPage: page,
  call,
}) => {
  await open(page)
  const [, categoryId = ''] = /subcategory\/([0-9a-f-]{36})\//.exec(page.url()) ?? []
  const all = await call(api.subcategories.list, { query: { categoryId } })
  const header = page.locator('header', { has: page.getByRole('heading', { level: 1 }) })
  await expect(header.getByText(`${all.length}`, { exact: true })).toBeVisible()
  expect(await headers(page)).toEqual(['Serial No.', 'Image', 'Name', 'Active/Inactive', 'Edit', 'Delete'])
  const image = page.getByRole('link', { name: `Image of ${all[0]?.name}, opens in a new tab` })
  await expect(image).toHaveAttribute('target', '_blank')
  const file = await page.request.get((await image.getAttribute('href')) ?? '')
  expect(file.headers()['content-type']).toBe('image/webp')
  await expectAccessible(page)
})

test('adds, edits and deletes a subcategory', async ({ staffPage: page }) => {
  await open(page)
  await page.getByRole('button', { name: 'New subCatagory', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'New subCatagory', exact: true })).toBeVisible()
  await expect(form(page).getByText('Upload A Image', { exact: true })).toBeVisible()
  await save(page)
  await expect(form(page).getByText(REQUIRED, { exact: true })).toHaveCount(1)
  await form(page).getByLabel('Name').fill('Dragon fruit')
  await form(page).locator('input[type=file]').setInputFiles(aPicture())
  await expect(form(page).getByText('1 file selcted', { exact: true })).toBeVisible()
  await save(page)
  await popup(page, 'Subcatagory added successfully')

  const row = rowOf(page, 'Dragon fruit')
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  const before = await row.getByRole('link', { name: /^Image of/ }).getAttribute('href')
  await row.getByRole('button', { name: 'Edit Dragon fruit', exact: true }).click()
  await form(page).getByLabel('Active/Inactive').selectOption('Inactive')
  await form(page).locator('input[type=file]').setInputFiles(aPicture())
  await save(page)
  await popup(page, 'Subcatagory updated successfully')
  await expect(row.getByText('Inactive', { exact: true })).toBeVisible()
  await expect(row.getByRole('link', { name: /^Image of/ })).not.toHaveAttribute('href', before ?? '')
  await row.getByRole('button', { name: 'Edit Dragon fruit', exact: true }).click()
  await expect(form(page).getByLabel('Active/Inactive')).toHaveValue('true')
  await expect(form(page).getByText('Currently Inactive', { exact: true })).toBeVisible()
  await save(page)
  await keepOff(page, 'disabled')
  await popup(page, 'Subcatagory updated successfully')
  await expect(row.getByText('Inactive', { exact: true })).toBeVisible()

  await row.getByRole('button', { name: 'Delete Dragon fruit', exact: true }).click()
  await confirmDelete(page, 'Dragon fruit')
  await popup(page, 'Subcategory deleted successfully')
  await expect(row).toHaveCount(0)
})

test('keeps the form after a server error', async ({ staffPage: page }) => {
  await open(page)
  await fillNew(page, 'Star fruit')
  await page.route('**/product/subcategory/add', refuse('The shelf is full'))
  await save(page)
  await popup(page, 'The shelf is full')
  await expect(form(page).getByLabel('Name')).toHaveValue('Star fruit')
  await expect(form(page).getByText('1 file selcted', { exact: true })).toBeVisible()
})

test('shows the placeholder for an empty category', async ({ staffPage: page }) => {
  await page.goto(`/admin/subcategory/${randomUUID()}/Tea%2FCoffee%20100%25`)
  await expect(page.getByText('Tea/Coffee 100%', { exact: true })).toBeVisible()
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await page.route(LIST, refuse('The shelves are being counted'))
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('The shelves are being counted', { exact: true })).toBeVisible()
})
