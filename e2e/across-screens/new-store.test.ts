import type { Page } from '@playwright/test'
import { freshPhone, newCustomer } from '@kirana/testing/customer'
import { aPicture } from '@kirana/testing/png'
import { acknowledge, form } from '../admin/list.ts'
import { toast } from '../superadmin/toast.ts'
import { expect, expectAccessible } from '../test.ts'
import { test } from './new-shop.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const checklist = (page: Page) => page.getByRole('region', { name: 'Set up your store' })
const toDashboard = (page: Page) =>
  page.getByRole('navigation').getByRole('link', { name: 'Dashboard', exact: true }).click()
const goTo = (page: Page, step: string) =>
  checklist(page)
    .getByRole('link', { name: new RegExp(`^${step} \\(to do\\)`) })
    .click()
/** Opens the dashboard, and checks how many steps the checklist counts as done. */
async function expectDone(page: Page, done: number) {
  await toDashboard(page)
  await expect(checklist(page)).toContainText(`${done} of 12 done`)
}

async function logIn(page: Page, path: string, username: string, password: string) {
  await page.goto(path)
  await field(page, 'Username').fill(username)
  await field(page, 'Password').fill(password)
  await press(page, 'log in')
}

/** Opens the tab of 'Create one', creates the missing record there with `make`, and returns to the form. */
async function createElsewhere(page: Page, make: (tab: Page) => Promise<void>) {
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Create one', exact: true }).click()
  const tab = await opened
  await make(tab)
  await tab.close()
  // Simulates the return to the tab, because a headless browser never hides one.
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
}

async function putAway(page: Page) {
  await press(page, 'Put away')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Put away', exact: true }).click()
  await toast(page, 'Checklist put away')
  await expect(checklist(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(checklist(page)).toBeHidden()
}

async function ownerBegins(page: Page) {
  await logIn(page, '/superadmin/signin', 'superadmin', 'First@2026')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Superadmin Dashboard')
  await expect(checklist(page)).toContainText('1 of 12 done')
  await expect(checklist(page).getByRole('listitem').filter({ hasText: 'Pincodes' })).toContainText(
    'Staff do this.',
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await goTo(page, 'Company and GST number')
  await field(page, 'Address').fill('12 MG Road, Mumbai 400001')
  await field(page, 'Company Name').fill('Meera Stores')
  await expect(field(page, 'GST Registration')).toHaveValue('unregistered')
  await field(page, 'GST No').fill('27AAPFU0939F1ZV')
  await expect(field(page, 'GST Registration')).toHaveValue('regular')
  await field(page, 'FSSAI Licence No').fill('1152 1999 000123')
  await press(page, 'Save Changes')
  await toast(page, 'Data updated successfully')
  await expectDone(page, 3)
  await goTo(page, 'Staff')
  for (const [label, text] of Object.entries({ Name: 'Asha Rao', Username: 'asha', Password: 'Asha@2026' }))
    await field(page, label).fill(text)
  await press(page, 'Save')
  await toast(page, 'Staff added successfully')
  await expectDone(page, 4)
  await putAway(page)
}

/**
 * Adds the first product before a section exists: the missing records are created from the form, which keeps its
 * entries.
 */
async function firstProduct(page: Page) {
  await goTo(page, 'First product with picture and price')
  await field(page, 'Title').fill('Robusta Banana')
  await field(page, 'Subtitle').fill('Fresh every morning')
  await field(page, 'Description').fill('From farms near the city')
  await expect(page.getByText('No sections yet. Create one', { exact: true })).toBeVisible()

  await expect(page.getByText('No keywards yet. Create one', { exact: true })).toBeVisible()
  await press(page, 'Create one keyward')
  const keyward = form(page, 'New Keyward')
  await keyward.getByLabel('Keyward Name', { exact: true }).fill('Organic')
  await keyward.getByRole('button', { name: 'Save', exact: true }).click()
  await acknowledge(page, 'Keyward added successfully')
  await expect(page.getByLabel('Remove Organic', { exact: true })).toBeVisible()

  await createElsewhere(page, async (tab) => {
    await press(tab, 'New Catagory')
    const category = form(tab, 'New Catagory')
    await category.getByLabel('Name', { exact: true }).fill('Fruits')
    await category.getByRole('button', { name: 'Create one', exact: true }).click()
    const section = form(tab, 'New Section')
    await section.getByLabel('Name', { exact: true }).fill('Fresh & Daily')
    await section.getByRole('button', { name: 'Save', exact: true }).click()
    await acknowledge(tab, 'Section added successfully')
    await expect(category.getByLabel('Name', { exact: true })).toHaveValue('Fruits')
    await category.getByLabel('Section', { exact: true }).selectOption('Fresh & Daily')
    await category.locator('input[type=file]').setInputFiles(aPicture())
    await category.getByRole('button', { name: 'Save', exact: true }).click()
    await acknowledge(tab, 'Catagory added successfully')
  })
  await field(page, 'Section').selectOption('Fresh & Daily')
  await field(page, 'Category').selectOption('Fruits')
  await expect(page.getByText('No subcategories yet. Create one', { exact: true })).toBeVisible()
  await createElsewhere(page, async (tab) => {
    await press(tab, 'New subCatagory')
    const subcategory = form(tab, 'New subCatagory')
    await subcategory.getByLabel('Name', { exact: true }).fill('Bananas')
    await subcategory.locator('input[type=file]').setInputFiles(aPicture())
    await subcategory.getByRole('button', { name: 'Save', exact: true }).click()
    await acknowledge(tab, 'Subcatagory added successfully')
  })
  await field(page, 'Subcategory').selectOption('Bananas')
  await expect(field(page, 'Title')).toHaveValue('Robusta Banana')
  await press(page, 'Save & Continue')
  await acknowledge(page, 'Product added successfully')
  await page.locator('input[type=file]').setInputFiles(aPicture())
  await press(page, 'Add Images')
  await acknowledge(page, 'Image added successfully')
  for (const [label, text] of [
    ['Quantity', '500'],
    ['MRP', '40'],
    ['Selling Price', '32.50'],
  ] as const)
    await field(page, label).fill(text)
  await field(page, 'Unit').selectOption('GM')
  await press(page, 'Add Variant')
  await acknowledge(page, 'Variant added successfully')
}

async function fillCounter(page: Page) {
  await goTo(page, 'Pincodes')
  await press(page, 'New Pincode')
  await field(page, 'Pincode').fill('400001')
  await press(page, 'Save')
  await acknowledge(page, 'Pincode added successfully')
  await expectDone(page, 9)
  await goTo(page, 'Charges')
  await press(page, 'New Charge')
  const charge = form(page, 'New Charge')
  await charge.getByLabel('Title', { exact: true }).fill('Delivery')
  await charge.getByLabel('Amount', { exact: true }).fill('12')
  await charge.getByLabel('Type', { exact: true }).selectOption('Rupees')
  await charge.getByRole('button', { name: 'New Charge', exact: true }).click()
  await acknowledge(page, 'Charge added successfully')
  await expectDone(page, 10)
}

test('a new owner goes through the checklist to the first order', async ({ page, shop }) => {
  test.slow()
  await ownerBegins(page)
  await logIn(page, '/admin/signin', 'asha', 'Asha@2026')
  await expect(checklist(page)).toContainText('4 of 12 done')
  await firstProduct(page)
  await expectDone(page, 8)
  await fillCounter(page)

  const phone = freshPhone(test.info().workerIndex)
  const meera = await newCustomer(shop.origin, phone, 'Meera Nair', shop.codeOf)
  await toDashboard(page)
  await expect(checklist(page)).toContainText('10 of 12 done')
  const order = await meera.order()
  // The checklist updates by a live event.
  await expect(checklist(page)).toContainText('11 of 12 done')
  await expect(checklist(page)).toContainText('An order of your own (done)')
  await checklist(page)
    .getByRole('link', { name: /^An order of your own/ })
    .click()
  await expect(page.getByText(order.order_id, { exact: true }).first()).toBeVisible()
  await expectDone(page, 11)
  await expect(checklist(page).getByRole('listitem').filter({ hasText: '(to do)' })).toContainText([
    'Online payments',
  ])
  await expectAccessible(page)
  await goTo(page, 'Online payments')
  await expect(page.getByText(/^Customers can’t pay online, only by cash or wallet/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await toDashboard(page)
  await putAway(page)
})
