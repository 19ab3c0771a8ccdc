import { api } from '@kirana/contract'
import { expect, expectAccessible, test } from '../test.ts'
import { acknowledge, form, keepOff, remove, rowWith } from './list.ts'
import { headers, texts } from './table.ts'

const monsoon = { couponName: 'MONSOON', discountType: 'Rupees', discount: 1250.5, days: 30 } as const

test('adds, publishes, disables and deletes a coupon, accessibly', async ({ staffPage: page }) => {
  await page.goto('/admin/coupons')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coupons')
  await page.getByRole('button', { name: 'New Coupon', exact: true }).click()
  const added = form(page, 'New Coupon')
  await added.getByLabel('Coupon Name').fill('ONAM 2026')
  await added.getByLabel('Discount Type').selectOption('Percentage')
  await added.getByLabel('Discount', { exact: true }).fill('12.5')
  await added.getByLabel('Validity (days)').fill('1500')
  await added.getByLabel('Minimum Amount').fill('1999')
  await added.getByLabel('Maximum Discount').fill('150')
  await added.getByLabel('First Day').fill('2099-12-01')
  await added.getByLabel('Uses In All').fill('3')
  await expect(added.getByLabel('Uses Per Customer')).toHaveValue('1')
  await expect(added.getByLabel('Public/Private')).toHaveValue('false')
  await expect(added.getByLabel('Active/Inactive')).toHaveCount(0)
  await added.getByRole('button', { name: 'New Coupon', exact: true }).click()
  await acknowledge(page, 'Coupon added successfully')
  await expect(added).toBeHidden()
  expect(await headers(page)).toEqual([
    'Serial No.',
    'Coupon',
    'Discount',
    'Minimum Amount',
    'Validity (days)',
    'Expires',
    'Public/Private',
    'Active/Inactive',
    'Uses',
    'Edit',
    'Delete',
  ])
  expect(await texts(page, rowWith(page, 'ONAM 2026'))).toMatchObject({
    Discount: expect.stringMatching(/^12\.5%\s*up to ₹150\.00$/),
    'Minimum Amount': '₹1,999.00',
    'Validity (days)': '1,500',
    Uses: '0 of 3',
    Expires: expect.stringMatching(/From 1 Dec 2099/),
    'Public/Private': 'Private',
    'Active/Inactive': 'Active',
  })
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Edit ONAM 2026', exact: true }).click()
  const edited = form(page, 'Edit Coupon')
  await expect(edited.getByText('Currently Private', { exact: true })).toBeVisible()
  await expect(edited.getByText('Currently Active', { exact: true })).toBeVisible()
  await edited.getByLabel('Discount Type').selectOption('Rupees')
  // Only percentages have a maximum discount.
  await edited.getByLabel('Maximum Discount').fill('')
  await edited.getByLabel('Discount', { exact: true }).fill('75')
  await edited.getByLabel('Active/Inactive').selectOption('Inactive')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await keepOff(page, 'private', 'Save and make it public')
  await acknowledge(page, 'Coupon updated successfully')
  expect(await texts(page, rowWith(page, 'ONAM 2026'))).toMatchObject({
    Discount: 'Rs. 75',
    'Public/Private': 'Public',
    'Active/Inactive': 'Inactive',
  })
  await page.getByRole('button', { name: 'Edit ONAM 2026', exact: true }).click()
  await expect(edited.getByText('Currently Inactive', { exact: true })).toBeVisible()
  for (const label of ['Active/Inactive', 'Public/Private'])
    await expect(edited.getByLabel(label)).toHaveValue('true')
  await edited.getByLabel('Discount', { exact: true }).fill('80')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await keepOff(page, 'disabled')
  await acknowledge(page, 'Coupon updated successfully')
  expect(await texts(page, rowWith(page, 'ONAM 2026'))).toMatchObject({
    Discount: 'Rs. 80',
    'Public/Private': 'Public',
    'Active/Inactive': 'Inactive',
  })
  await page.getByRole('button', { name: 'Edit ONAM 2026', exact: true }).click()
  await edited.getByLabel('Public/Private').selectOption('Private')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await keepOff(page, 'disabled')
  await acknowledge(page, 'Coupon updated successfully')
  await page.getByRole('button', { name: 'Edit ONAM 2026', exact: true }).click()
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await keepOff(page, 'disabled and private', 'Save and enable it and make it public')
  await acknowledge(page, 'Coupon updated successfully')
  expect(await texts(page, rowWith(page, 'ONAM 2026'))).toMatchObject({
    'Public/Private': 'Public',
    'Active/Inactive': 'Active',
  })
  await page.getByRole('button', { name: 'Edit ONAM 2026', exact: true }).click()
  await edited.getByLabel('Coupon Name').fill('')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(edited.getByRole('alert')).toHaveText('All fields is required')
  await expectAccessible(page)
  // The form asks before it discards typed values.
  await edited.getByLabel('Coupon Name').fill('ONAM 2027')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(edited.getByLabel('Coupon Name')).toHaveValue('ONAM 2027')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(edited).toBeHidden()

  await remove(page, 'ONAM 2026')
  await acknowledge(page, 'Coupon deleted successfully')
  await expect(rowWith(page, 'ONAM 2026')).toHaveCount(0)
})

test('validates the form before sending it', async ({ staffPage: page }) => {
  await page.goto('/admin/coupons')
  await page.getByRole('button', { name: 'New Coupon', exact: true }).click()
  const added = form(page, 'New Coupon')
  const save = added.getByRole('button', { name: 'New Coupon', exact: true })
  const [name, type, discount, days] = [
    added.getByLabel('Coupon Name'),
    added.getByLabel('Discount Type'),
    added.getByLabel('Discount', { exact: true }),
    added.getByLabel('Validity (days)'),
  ]
  await save.click()
  await expect(added.getByRole('alert')).toHaveText('All fields is required')
  for (const field of [name, type, discount, days])
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toBeFocused()
  await name.fill('ONAM')
  await type.selectOption('Percentage')
  await days.fill('3651')
  await discount.fill('10')
  await save.click()
  await expect(added.getByRole('alert')).toHaveText('Days must be a whole number from 1 to 3,650')
  await days.fill('10')
  await discount.fill('101')
  await save.click()
  await expect(added.getByRole('alert')).toHaveText('Percentage must be above 0 and at most 100')
  await expect(discount).toHaveAttribute('aria-invalid', 'true')
})

test('shows a server error and keeps the form', async ({ staffPage: page, call }) => {
  await call(api.coupons.add, { body: monsoon })
  await page.goto('/admin/coupons')
  await expect(rowWith(page, 'MONSOON')).toContainText('Rs. 1,250.5')
  await page.getByRole('button', { name: 'New Coupon', exact: true }).click()
  const added = form(page, 'New Coupon')
  await added.getByLabel('Coupon Name').fill('monsoon')
  await added.getByLabel('Discount Type').selectOption('Rupees')
  await added.getByLabel('Discount', { exact: true }).fill('50')
  await added.getByLabel('Validity (days)').fill('7')
  await added.getByLabel('Public/Private').selectOption('Public')
  await added.getByRole('button', { name: 'New Coupon', exact: true }).click()
  await acknowledge(page, 'The coupon “monsoon” already exists')
  await expect(added.getByLabel('Coupon Name')).toHaveValue('monsoon')
  await expect(added.getByLabel('Discount Type')).toHaveValue('Rupees')
  await expect(added.getByLabel('Discount', { exact: true })).toHaveValue('50')
  await expect(added.getByLabel('Validity (days)')).toHaveValue('7')
  await expect(added.getByLabel('Public/Private')).toHaveValue('true')
})
