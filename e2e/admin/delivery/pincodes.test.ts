import { api } from '@kirana/contract'
import { expect, expectAccessible, test } from '../../test.ts'
import { acknowledge, form, keepOff, remove, rowWith } from '../list.ts'
import { headers, refuse, texts } from '../table.ts'

const LIST = '**/api/v1/pincode/get/all'

test('asks before adding pincodes that begin with 0 or 9', async ({ staffPage: page, call }) => {
  await page.goto('/admin/pincodes')
  await page.getByRole('button', { name: 'New Pincode', exact: true }).click()
  const added = form(page, 'New Pincode')
  await added.getByLabel('Pincode').fill('012345')
  await added.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Is 012345 right?' })
  await expect(question).toHaveCSS('opacity', '1')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await added.getByLabel('Pincode').fill('901234')
  await added.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByRole('alertdialog', { name: 'Is 901234 right?' })
    .getByRole('button', { name: 'Save anyway', exact: true })
    .click()
  await acknowledge(page, 'Pincode added successfully')
  await page.getByRole('button', { name: 'Add several', exact: true }).click()
  const several = form(page, 'Add several')
  await several.getByLabel('Pincodes').fill('901234, 799009, 912345')
  await several.getByRole('button', { name: 'Add Pincodes', exact: true }).click()
  await expect(page.getByRole('alertdialog', { name: 'Is 901234, 912345 right?' })).toBeVisible()
  const all = await call(api.pincodes.list, {})
  expect(all.filter(({ pincode }) => /^[09]/.test(pincode))).toHaveLength(1)
  for (const { _id, pincode } of all)
    if (pincode === '901234') await call(api.pincodes.remove, { params: { id: _id } })
})

test('adds, disables, enables and deletes a pincode', async ({ staffPage: page }) => {
  await page.goto('/admin/pincodes?sort=pincode')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pincodes')
  await expect(page.getByRole('columnheader', { name: 'Pincode' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'New Pincode', exact: true }).click()
  const added = form(page, 'New Pincode')
  await expect(added.getByRole('textbox')).toHaveCount(1)
  await added.getByLabel('Pincode').fill('799001')
  await added.getByRole('button', { name: 'Save', exact: true }).click()
  await acknowledge(page, 'Pincode added successfully')
  await expect(added).toBeHidden()
  const row = rowWith(page, '799001')
  expect(await headers(page)).toEqual(['SL No', 'Pincode', 'Enable/Disable', 'Edit', 'Delete'])
  expect(await texts(page, row)).toEqual({
    'SL No': expect.stringMatching(/^\d+$/),
    Pincode: '799001',
    'Enable/Disable': 'Enabled',
    Edit: 'Edit',
    Delete: 'Delete',
  })

  await page.getByRole('button', { name: 'Edit 799001', exact: true }).click()
  const edited = form(page, 'Edit Pincode')
  await expect(edited.getByText('Currently Enabled', { exact: true })).toBeVisible()
  await edited.getByLabel('Enable/Disable').selectOption('Disable')
  await edited.getByLabel('Pincode').fill('799002')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await acknowledge(page, 'Pincode updated successfully')
  await expect(rowWith(page, '799002')).toContainText('Disabled')
  await expect(rowWith(page, '799001')).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit 799002', exact: true }).click()
  await expect(edited.getByText('Currently Disabled', { exact: true })).toBeVisible()
  await expect(edited.getByLabel('Enable/Disable')).toHaveValue('true')
  // Saving another field asks before it enables the pincode; Escape returns to the form.
  await edited.getByLabel('Pincode').fill('799003')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Keep it disabled?' })
  await expect(question).toContainText('It is disabled now. Saving this form would enable it.')
  await expect(question).toHaveCSS('opacity', '1')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(edited.getByLabel('Pincode')).toHaveValue('799003')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await keepOff(page, 'disabled')
  await acknowledge(page, 'Pincode updated successfully')
  await expect(rowWith(page, '799003')).toContainText('Disabled')
  // The form does not ask about a select that the user changed.
  await page.getByRole('button', { name: 'Edit 799003', exact: true }).click()
  await edited.getByLabel('Enable/Disable').selectOption('Disable')
  await edited.getByLabel('Enable/Disable').selectOption('Enable')
  await edited.getByLabel('Pincode').fill('799002')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await acknowledge(page, 'Pincode updated successfully')
  await expect(rowWith(page, '799002')).toContainText('Enabled')

  await remove(page, '799002')
  await acknowledge(page, 'Pincode deleted successfully')
  await expect(rowWith(page, '799002')).toHaveCount(0)
})

test('validates the field before sending it', async ({ staffPage: page }) => {
  await page.goto('/admin/pincodes')
  await page.getByRole('button', { name: 'New Pincode', exact: true }).click()
  const added = form(page, 'New Pincode')
  const field = added.getByLabel('Pincode')
  await expect(field).toBeFocused()
  for (const [typed, message] of [
    ['', 'Name is required'],
    ['79900', 'Pincode must be within 6 digits'],
    ['7990011', 'Pincode must be within 6 digits'],
  ] as const) {
    await field.fill(typed)
    await added.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(added.getByRole('alert')).toHaveText(message)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  }
})

test('keeps the form after a server error; the list and the form are accessible', async ({
  staffPage: page,
  call,
}) => {
  await call(api.pincodes.add, { body: { pincode: '799003' } })
  await page.goto('/admin/pincodes')
  await expect(rowWith(page, '799003')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New Pincode', exact: true }).click()
  const added = form(page, 'New Pincode')
  await added.getByLabel('Pincode').fill('799003')
  await added.getByRole('button', { name: 'Save', exact: true }).click()
  await acknowledge(page, 'The pincode 799003 already exists')
  await expect(added.getByLabel('Pincode')).toHaveValue('799003')
  await added.getByRole('button', { name: 'Cancel', exact: true }).click()

  await page.getByRole('button', { name: 'Edit 799003', exact: true }).click()
  const edited = form(page, 'Edit Pincode')
  await edited.getByLabel('Pincode').fill('')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(edited.getByRole('alert')).toHaveText('Name is required')
  await expectAccessible(page)
  await edited.getByLabel('Pincode').fill('7990')
  await edited.getByLabel('Enable/Disable').selectOption('Disable')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await acknowledge(page, 'Pincode must be within 6 digits')
  await expect(edited.getByLabel('Pincode')).toHaveValue('7990')
  await expect(edited.getByLabel('Enable/Disable')).toHaveValue('false')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(edited).toBeHidden()
  await expect(rowWith(page, '799003')).toContainText('Enabled')
})

test('classifies pasted pincodes before adding them, and names those that were skipped, accessibly', async ({
  staffPage: page,
  call,
}) => {
  await call(api.pincodes.add, { body: { pincode: '799010' } })
  await page.goto('/admin/pincodes')
  await expect(rowWith(page, '799010')).toBeVisible()
  await page.getByRole('button', { name: 'Add several', exact: true }).click()
  const pasted = form(page, 'Add several')
  const text = pasted.getByLabel('Pincodes')
  const add = pasted.getByRole('button', { name: 'Add Pincodes', exact: true })
  for (const [typed, message] of [
    [' ,', 'Enter at least 1 pincode'],
    ['Agartala', 'Pincode must be within 6 digits'],
    [Array.from({ length: 501 }, (_, i) => 300_000 + i).join(' '), 'Add 500 pincodes at most'],
  ] as const) {
    await text.fill(typed)
    await add.click()
    await expect(pasted.getByRole('alert')).toHaveText(message)
  }
  await text.fill('799011, 799 012\n799010;799011 7990')
  await expect(pasted.getByRole('listitem')).toHaveText([
    '2 to add799011, 799012',
    '1 already added799010',
    '1 repeated799011',
    '1 not a pincode7990',
  ])
  await expectAccessible(page)
  await page.route('**/api/v1/pincode/add/many', refuse('The pincodes are being counted'))
  await add.click()
  await acknowledge(page, 'The pincodes are being counted')
  await expect(text).toHaveValue(/^799011, 799 012/)
  await page.unroute('**/api/v1/pincode/add/many')
  await add.click()
  const told = page.getByRole('alertdialog', { name: '2 of 4 pincodes added', exact: true })
  await expect(told.getByRole('listitem')).toHaveText([
    '799010: The pincode 799010 already exists',
    '7990: Pincode must be within 6 digits',
  ])
  await acknowledge(page, '2 of 4 pincodes added')
  await expect(pasted).toBeHidden()
  for (const pincode of ['799011', '799012']) await expect(rowWith(page, pincode)).toBeVisible()

  await page.getByRole('button', { name: 'Add several', exact: true }).click()
  await text.fill('799013')
  await add.click()
  await acknowledge(page, 'Pincodes added successfully')
  await expect(rowWith(page, '799013')).toContainText('Enabled')
})

test('refreshes the list, and shows empty and failed states', async ({ staffPage: page, call }) => {
  await page.goto('/admin/pincodes')
  await expect(rowWith(page, '799004')).toHaveCount(0)
  await call(api.pincodes.add, { body: { pincode: '799004' } })
  const refresh = page.getByRole('button', { name: 'Refresh', exact: true })
  await refresh.click()
  await expect(rowWith(page, '799004')).toBeVisible()
  await page.route(LIST, refuse('The pincodes are being counted'))
  await refresh.click()
  await expect(page.getByText('The pincodes are being counted', { exact: true })).toBeVisible()
  await expect(rowWith(page, '799004')).toBeVisible()
  await page.unroute(LIST)
  await page.route(LIST, (route) => route.fulfill({ json: { data: [], message: 'OK' } }))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Orders are taken for these pincodes only/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'New Pincode', exact: true })).toBeVisible()
})
