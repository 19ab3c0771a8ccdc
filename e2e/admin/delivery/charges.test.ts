import { api } from '@kirana/contract'
import { expect, expectAccessible, test } from '../../test.ts'
import { acknowledge, form, keepOff, remove, rowWith } from '../list.ts'
import { headers, texts, sortsByAmount } from '../table.ts'

test('adds, edits, disables and deletes a charge', async ({ staffPage: page }) => {
  await page.goto('/admin/charges')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Charges')
  await page.getByRole('button', { name: 'New Charge', exact: true }).click()
  const added = form(page, 'New Charge')
  await added.getByLabel('Title').fill('दिवाली "rush" 5%')
  await added.getByLabel('Type').selectOption('Percentage')
  await added.getByLabel('Amount', { exact: true }).fill('7.25')
  await added.getByLabel('Minimum Amount').fill('1000')
  await expect(added).toContainText(
    /Applies to bills of this amount and more.*Applies up to this bill amount, included/,
  )
  await added.getByRole('button', { name: 'New Charge', exact: true }).click()
  await acknowledge(page, 'Charge added successfully')
  await expect(added).toBeHidden()
  expect(await headers(page)).toEqual([
    'Serial No.',
    'Title',
    'Amount',
    'Type',
    'Minimum Amount',
    'Maximum Amount',
    'Enable/Disable',
    'Edit',
    'Delete',
  ])
  expect(await texts(page, rowWith(page, 'दिवाली "rush" 5%'))).toMatchObject({
    Amount: '7.25%',
    Type: 'Percentage',
    'Minimum Amount': '₹1,000.00',
    'Maximum Amount': 'No limit',
    'Enable/Disable': 'Enabled',
  })

  await page.getByRole('button', { name: 'Edit दिवाली "rush" 5%', exact: true }).click()
  const edited = form(page, 'Edit Charge')
  await expect(edited.getByText('Currently Enabled', { exact: true })).toBeVisible()
  await expect(edited.getByLabel('Amount', { exact: true })).toHaveValue('7.25')
  await edited.getByLabel('Title').fill('Diwali rush')
  await edited.getByLabel('Type').selectOption('Rupees')
  await edited.getByLabel('Maximum Amount').fill('5000.5')
  await edited.getByLabel('Enable/Disable').selectOption('Disable')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await acknowledge(page, 'Charge updated successfully')
  expect(await texts(page, rowWith(page, 'Diwali rush'))).toMatchObject({
    Amount: '₹7.25',
    Type: 'Rupees',
    'Maximum Amount': '₹5,000.50',
    'Enable/Disable': 'Disabled',
  })
  await page.getByRole('button', { name: 'Edit Diwali rush', exact: true }).click()
  await expect(edited.getByText('Currently Disabled', { exact: true })).toBeVisible()
  await expect(edited.getByLabel('Enable/Disable')).toHaveValue('true')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await keepOff(page, 'disabled', 'Save and enable it')
  await acknowledge(page, 'Charge updated successfully')
  await expect(rowWith(page, 'Diwali rush')).toContainText('Enabled')

  await remove(page, 'Diwali rush')
  await acknowledge(page, 'Charge deleted successfully')
  await expect(rowWith(page, 'Diwali rush')).toHaveCount(0)
})

test('sorts by amount, and validates the form before sending it, accessibly', async ({ staffPage: page }) => {
  await page.goto('/admin/charges')
  await sortsByAmount(page, 'Amount')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New Charge', exact: true }).click()
  const added = form(page, 'New Charge')
  const save = added.getByRole('button', { name: 'New Charge', exact: true })
  const amount = added.getByLabel('Amount', { exact: true })
  await save.click()
  await expect(added.getByRole('alert')).toHaveText('All fields is required')
  for (const field of [added.getByLabel('Title'), added.getByLabel('Type'), amount])
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await added.getByLabel('Title').fill('Rush')
  await added.getByLabel('Type').selectOption('Percentage')
  await amount.fill('101')
  await save.click()
  await expect(added.getByRole('alert')).toHaveText('Percentage must be above 0 and at most 100')
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await amount.fill('10')
  await added.getByLabel('Minimum Amount').fill('100')
  await added.getByLabel('Maximum Amount').fill('50')
  await save.click()
  await expect(added.getByRole('alert')).toHaveText('Maximum amount cannot be less than the minimum amount')
  await added.getByLabel('Maximum Amount').fill('ten')
  await save.click()
  await expect(added.getByRole('alert')).toHaveText(
    'Amount must be from 0 to 10,00,000 with at most 2 decimals',
  )
})

test('keeps the form after a server error', async ({ staffPage: page, call }) => {
  const rush = { title: 'Rush', chargeType: 'Rupees', chargeAmount: 5 } as const
  await call(api.charges.add, { body: rush })
  await page.goto('/admin/charges')
  await page.getByRole('button', { name: 'Edit Rush', exact: true }).click()
  const { _id } = (await call(api.charges.list, {})).find(({ title }) => title === 'Rush') ?? { _id: '' }
  await call(api.charges.remove, { params: { id: _id } })
  const edited = form(page, 'Edit Charge')
  await edited.getByLabel('Title').fill('Evening rush')
  await edited.getByLabel('Amount', { exact: true }).fill('12.50')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await acknowledge(page, 'Charge not found')
  await expect(edited.getByLabel('Title')).toHaveValue('Evening rush')
  await expect(edited.getByLabel('Amount', { exact: true })).toHaveValue('12.50')
})

test('fails immediately while offline, keeps the entries, and works again when online', async ({
  staffPage: page,
}) => {
  let isReleased = false
  // Set before the page loads, because a page may send its next request before a new route takes effect.
  await page.route('**/assets/*.js', (route) => (isReleased ? route.abort() : route.continue()))
  await page.goto('/admin/charges')
  await page.getByRole('button', { name: 'New Charge', exact: true }).click()
  const added = form(page, 'New Charge')
  await added.getByLabel('Title').fill('Rain')
  await added.getByLabel('Type').selectOption('Rupees')
  await added.getByLabel('Amount', { exact: true }).fill('5')
  await page.mouse.click(5, 5)
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await added.getByRole('button', { name: 'New Charge', exact: true }).click()
  await acknowledge(page, 'Charge added successfully')
  await page.getByRole('button', { name: 'Edit Rain', exact: true }).click()
  const edited = form(page, 'Edit Charge')
  await edited.getByLabel('Title').fill('Heavy rain')
  const save = edited.getByRole('button', { name: 'Save', exact: true })
  await page.context().setOffline(true)
  await save.click()
  await acknowledge(page, 'Something went wrong')
  await expect(edited.getByLabel('Title')).toHaveValue('Heavy rain')
  await page.context().setOffline(false)
  await save.click()
  await acknowledge(page, 'Charge updated successfully')
  await expect(edited).toBeHidden()

  // If a chunk cannot be loaded, for example after a release, the screen says so and can retry.
  isReleased = true
  await page.keyboard.press('Control+k')
  await acknowledge(page, 'This part could not be loaded. Try again, or reload the page.')
  isReleased = false
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Jump to a screen' })).toBeFocused()
})
