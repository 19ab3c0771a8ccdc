import { api } from '@kirana/contract'
import { expect, expectAccessible, test } from '../../test.ts'
import { acknowledge, form, keepOff, remove, rowWith } from '../list.ts'
import { headers, texts } from '../table.ts'

test('adds, disables and deletes a keyword, accessibly', async ({ staffPage: page }) => {
  await page.goto('/admin/keywards')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keywards')
  await page.getByRole('button', { name: 'New Keyward', exact: true }).click()
  const added = form(page, 'New Keyward')
  await added.getByLabel('Keyward Name').fill('दिवाली 100%')
  await added.getByLabel('Description').fill('Sweets & lamps')
  await added.getByRole('button', { name: 'Save', exact: true }).click()
  await acknowledge(page, 'Keyward added successfully')
  await expect(added).toBeHidden()
  expect(await headers(page)).toEqual(['SL No', 'Name', 'Enable/Disable', 'Edit', 'Delete'])
  expect(await texts(page, rowWith(page, 'दिवाली 100%'))).toMatchObject({
    Name: 'दिवाली 100%',
    'Enable/Disable': 'Enabled',
  })
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Edit दिवाली 100%', exact: true }).click()
  const edited = form(page, 'Edit Keyward')
  await expect(edited.getByLabel('Description')).toHaveValue('Sweets & lamps')
  await edited.getByLabel('Keyward Name').fill('')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(edited.getByRole('alert')).toHaveText('Name is required')
  await expectAccessible(page)
  await edited.getByLabel('Keyward Name').fill('Diwali')
  await edited.getByLabel('Enable/Disable').selectOption('Disable')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await acknowledge(page, 'Keyward updated successfully')
  await expect(rowWith(page, 'Diwali')).toContainText('Disabled')
  await page.getByRole('button', { name: 'Edit Diwali', exact: true }).click()
  await expect(edited.getByLabel('Enable/Disable')).toHaveValue('true')
  await expect(edited.getByText('Currently Disabled', { exact: true })).toBeVisible()
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await keepOff(page, 'disabled')
  await acknowledge(page, 'Keyward updated successfully')
  await expect(rowWith(page, 'Diwali')).toContainText('Disabled')

  await remove(page, 'Diwali')
  await acknowledge(page, 'Keyward deleted successfully')
  await expect(rowWith(page, 'Diwali')).toHaveCount(0)
})

test('requires a name, and keeps the form after a server error', async ({ staffPage: page, call }) => {
  await call(api.keywords.add, { body: { name: 'Monsoon 50%' } })
  await page.goto('/admin/keywards')
  await page.getByRole('button', { name: 'New Keyward', exact: true }).click()
  const added = form(page, 'New Keyward')
  const save = added.getByRole('button', { name: 'Save', exact: true })
  await added.getByLabel('Description').fill('For the season')
  await save.click()
  await expect(added.getByRole('alert')).toHaveText('Name is required')
  await expect(added.getByLabel('Keyward Name')).toBeFocused()
  await added.getByLabel('Keyward Name').fill('MONSOON 50%')
  await save.click()
  await acknowledge(page, 'The keyward “MONSOON 50%” already exists')
  await expect(added.getByLabel('Keyward Name')).toHaveValue('MONSOON 50%')
  await expect(added.getByLabel('Description')).toHaveValue('For the season')
})

test('does not delete a keyword that products use, and says why', async ({ staffPage: page }) => {
  await page.goto('/admin/keywards')
  const used = page.getByRole('button', { name: /^Delete / }).first()
  const name = ((await used.getAttribute('aria-label')) ?? '').slice('Delete '.length)
  await remove(page, name)
  await acknowledge(page, new RegExp(`^The keyward “${name}” is used by “[^”]+”( and \\d+ more products?)?$`))
  await expect(rowWith(page, name)).toBeVisible()
})

test('shows only the placeholder and New Keyward for an empty list', async ({ staffPage: page }) => {
  await page.route('**/api/v1/keyward/get/all', (route) =>
    route.fulfill({ json: { data: [], message: 'OK' } }),
  )
  await page.goto('/admin/keywards')
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Words for what products have in common/)).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['New Keyward'])
  await page.getByRole('button', { name: 'New Keyward', exact: true }).click()
  await expect(form(page, 'New Keyward')).toBeVisible()
})
