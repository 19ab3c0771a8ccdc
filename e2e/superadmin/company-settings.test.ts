import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { caller, type Call } from '@kirana/testing/caller'
import { comparison } from '../stale.ts'
import { expect, expectAccessible, test as base } from '../test.ts'
import { toast } from './toast.ts'

/** Restores the company after each test, since the tests of a worker share one store. */
const test = base.extend<{ asSuperadmin: Call }>({
  asSuperadmin: async ({ server }, give) => {
    const call = caller(server.origin, { cookie: server.cookies.superadmin })
    const { version: _, ...before } = await call(api.company.get, {})
    await give(call)
    await call(api.company.edit, { body: { ...before, saveAnyway: true } })
  },
})

const fields = {
  'Company Name': 'Maa’s <b>Kirana</b> 100%',
  'GST No': '27AAPFU0939F1ZV',
  'FSSAI Licence No': '11521999000123',
  Email: 'hello@kirana.example',
  Contact: '+91 98000 00000',
  Website: 'https://kirana.example',
  'Delivery Time': '12 minutes',
  Address: '12 MG Road\nMumbai 400001',
  'Point Value In Money (paisa)': '250',
  'Point Per Refer': '30',
  'Discount Per Refer (percent)': '7.5',
  'Open Orders Per Customer': '35',
  'Pieces Per Order': '12',
  'Unpaid Orders Up To (₹)': '7500.25',
  'Before The First Delivery Up To (₹)': '999.5',
  'Share Of Stock In Unpaid Orders (percent)': '33.33',
  'Daily Coins Per Staff': '250000',
  'Payouts Need Approval From (₹)': '2500.5',
  'Coins A Day Without Approval': '750',
  'Codes To New Numbers A Day': '400',
  'Alarm At Codes A Day': '4000',
  'Getting Late After (minutes)': '6',
  'Late After (minutes)': '12',
  'Unverified UPI Per Rider Up To (₹)': '12000.5',
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes', exact: true })

test('shows and changes all settings, which customers then see', async ({
  superadminPage: page,
  asSuperadmin,
  server,
}) => {
  const before = await asSuperadmin(api.company.get, {})
  await page.goto('/superadmin/company/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Company Settings')
  await expect(field(page, 'Company Name')).toHaveValue(before.companyName)
  await expect(field(page, 'Address')).toHaveValue(before.address)
  await expect(field(page, 'Discount Per Refer (percent)')).toHaveValue(String(before.discountPerRefer))
  await field(page, 'Point Value In Money (paisa)').fill('100')
  await expect(page.getByText('100 paisa = ₹1.00', { exact: true })).toBeVisible()
  for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text)
  await expect(page.getByText('250 paisa = ₹2.50', { exact: true })).toBeVisible()
  await save(page).click()
  await toast(page, 'Data updated successfully')
  await page.reload()
  for (const [label, text] of Object.entries(fields)) await expect(field(page, label)).toHaveValue(text)
  expect(await caller(server.origin)(api.storeCompany.get, {})).toEqual({
    companyName: fields['Company Name'],
    gstNo: fields['GST No'],
    fssai: fields['FSSAI Licence No'],
    email: fields.Email,
    contact: fields.Contact,
    website: fields.Website,
    deliveryTime: fields['Delivery Time'],
    address: fields.Address,
  })
  await page.goto('/legal?document=terms')
  await expect(page.getByRole('main')).toContainText('FSSAI licence no. 11521999000123')
})

test('saves a doubtful GST number only after confirmation, and rejects values out of range, accessibly', async ({
  superadminPage: page,
  asSuperadmin,
}) => {
  await page.goto('/superadmin/company/settings')
  const doubt = page.getByText(/^This GST number doesn’t look right.*Invoices leave it out/)
  await field(page, 'GST No').fill('27aapfu0939f1zv')
  await expect(doubt).toBeHidden()
  await field(page, 'GST No').fill('27AAPFU0939F1ZX')
  await expect(doubt).toBeVisible()
  await field(page, 'Point Value In Money (paisa)').fill('1.5')
  await field(page, 'Point Per Refer').fill('-1')
  await field(page, 'Discount Per Refer (percent)').fill('101')
  await field(page, 'Open Orders Per Customer').fill('0')
  await field(page, 'Pieces Per Order').fill('1001')
  await field(page, 'Unpaid Orders Up To (₹)').fill('')
  await field(page, 'Share Of Stock In Unpaid Orders (percent)').fill('0')
  await field(page, 'Daily Coins Per Staff').fill('')
  await field(page, 'Getting Late After (minutes)').fill('0')
  await field(page, 'Email').fill('hello at kirana')
  await field(page, 'Contact').fill('98000 0000')
  await field(page, 'Website').fill('kirana.example')
  await field(page, 'FSSAI Licence No').fill('1152')
  await field(page, 'Company Name').fill('')
  await save(page).click()
  await expect(page.getByRole('alert')).toHaveText([
    'The company has a name: enter another one instead of none',
    'FSSAI licence number must be 14 digits',
    'Enter an email address such as care@example.com, or leave it empty',
    'Contact must be a phone number of 10 digits',
    'Website must be an address such as https://example.com, or empty',
    'Point value must be a whole number of paisa from 0 to 10,00,00,000',
    'Points must be a whole number from 0 to 1,00,000',
    'Percentage must be from 0 to 100 with at most 2 decimals',
    'Open orders per customer must be a whole number from 1 to 1,000',
    'Pieces per order must be a whole number from 1 to 1,000',
    'Amount must be above 0, up to 10,00,000, with at most 2 decimals',
    'Percentage must be from 1 to 100 with at most 2 decimals',
    'Coins a day must be a whole number from 0 to 1,00,00,000',
    'Minutes must be a whole number from 1 to 1,440',
  ])
  await expectAccessible(page)
  await field(page, 'Getting Late After (minutes)').fill('9')
  await field(page, 'Point Value In Money (paisa)').fill('')
  await field(page, 'Point Per Refer').fill('10')
  await field(page, 'Discount Per Refer (percent)').fill('10')
  await field(page, 'Open Orders Per Customer').fill('1000')
  await field(page, 'Pieces Per Order').fill('1000')
  await field(page, 'Unpaid Orders Up To (₹)').fill('1000000')
  await field(page, 'Share Of Stock In Unpaid Orders (percent)').fill('100')
  await field(page, 'Daily Coins Per Staff').fill('0')
  await field(page, 'Email').fill('hello@kirana.example')
  await field(page, 'Contact').fill('022 2202 0000')
  await field(page, 'Website').fill('https://kirana.example')
  await field(page, 'FSSAI Licence No').fill('')
  await field(page, 'Company Name').fill('Kirana Mumbai')
  const question = page.getByRole('alertdialog', { name: 'Save this GST number?', exact: true })
  await save(page).click()
  await expect(page.getByRole('alert')).toHaveText('An order cannot be late before it is getting late')
  await field(page, 'Late After (minutes)').fill('9')
  await save(page).click()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(question).toBeHidden()
  expect((await asSuperadmin(api.company.get, {})).gstNo).not.toBe('27AAPFU0939F1ZX')
  await expect(field(page, 'GST No')).toHaveValue('27AAPFU0939F1ZX')
  await save(page).click()
  await question.getByRole('button', { name: 'Save anyway', exact: true }).click()
  await toast(page, 'Data updated successfully')
  await expect(question).toBeHidden()
  await expect(field(page, 'Point Value In Money (paisa)')).toHaveValue('0')
  expect((await asSuperadmin(api.company.get, {})).gstNo).toBe('27AAPFU0939F1ZX')
  await page.goto('/superadmin/dashboard')
  await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText(
    'No FSSAI licence number: bills of food have to show it',
  )
})

test('saves one section, and keeps the typed values of the others', async ({
  superadminPage: page,
  asSuperadmin,
}) => {
  const before = await asSuperadmin(api.company.get, {})
  const saveOf = (section: string) => page.getByRole('button', { name: `Save ${section}`, exact: true })
  await page.goto('/superadmin/company/settings')
  await field(page, 'Website').fill('https://section.example')
  await field(page, 'Pieces Per Order').fill('0')
  await saveOf('The company').click()
  await toast(page, 'Data updated successfully')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(field(page, 'Pieces Per Order')).toHaveValue('0')
  expect(await asSuperadmin(api.company.get, {})).toMatchObject({
    website: 'https://section.example',
    piecesPerOrder: before.piecesPerOrder,
  })
  await saveOf('Limits').click()
  await expect(page.getByRole('alert')).toHaveText('Pieces per order must be a whole number from 1 to 1,000')
  await field(page, 'Pieces Per Order').fill('13')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(/^Draft of .* restored$/)).toBeVisible()
  await expect(field(page, 'Website')).toHaveValue('https://section.example')
  await expect(field(page, 'Pieces Per Order')).toHaveValue('13')
  await saveOf('Limits').click()
  await toast(page, 'Data updated successfully')
  expect((await asSuperadmin(api.company.get, {})).piecesPerOrder).toBe(13)
})

test('keeps the entries after a server error', async ({ superadminPage: page }) => {
  await page.route(/\/company\/update$/, (route) =>
    route.fulfill({ status: 422, json: { message: 'Not today', code: 'refused' } }),
  )
  await page.goto('/superadmin/company/settings')
  await field(page, 'Company Name').fill('Typed with care')
  await save(page).click()
  await toast(page, 'Not today', 'failure')
  await expect(field(page, 'Company Name')).toHaveValue('Typed with care')

  const question = page.getByRole('alertdialog', { name: 'Leave without saving?', exact: true })
  await page.getByRole('link', { name: 'Audit Log', exact: true }).click()
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(field(page, 'Company Name')).toHaveValue('Typed with care')
  await page.getByRole('link', { name: 'Audit Log', exact: true }).click()
  await expect(question).toContainText('They stay in this browser as a draft')
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit Log')
  await page.goBack()
  await expect(page.getByText(/^Draft of .* restored$/)).toBeVisible()
  await expect(field(page, 'Company Name')).toHaveValue('Typed with care')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(field(page, 'Company Name')).not.toHaveValue('Typed with care')
})

test('shows values that another person has saved since, and loses neither version', async ({
  superadminPage: page,
  asSuperadmin,
}) => {
  await page.goto('/superadmin/company/settings')
  await field(page, 'Contact').fill('+91 90000 00001')
  await field(page, 'Website').fill('https://mine.example')
  await asSuperadmin(api.company.edit, {
    body: { website: 'https://theirs.example', deliveryTime: '15 minutes' },
  })
  await save(page).click()
  await toast(page, 'Somebody has changed these settings since you opened it', 'failure')
  const changed = comparison(page, 'superadmin')
  await expect(changed.getByRole('row')).toContainText(['Theirs', 'Contact', 'Website'])
  await expect(changed).toContainText('did not change: Delivery Time')
  await expect(field(page, 'Delivery Time')).toHaveValue('15 minutes')
  await expectAccessible(page)
  await expect(field(page, 'Contact')).toHaveValue('+91 90000 00001')
  await changed.getByRole('button', { name: 'Keep mine', exact: true }).click()
  await toast(page, 'Data updated successfully')
  await expect(changed).toBeHidden()
  expect(await asSuperadmin(api.company.get, {})).toMatchObject({
    contact: '+91 90000 00001',
    website: 'https://mine.example',
    deliveryTime: '15 minutes',
  })
  await field(page, 'Website').fill('https://again.example')
  await save(page).click()
  await toast(page, 'Data updated successfully')
})
