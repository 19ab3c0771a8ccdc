import { readFile } from 'node:fs/promises'
import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../test.ts'

const rain = { chargeType: 'Rupees', minimumAmount: '', maximumAmount: '' } as const
const log = (page: Page) => page.getByRole('region', { name: 'Audit Log', exact: true })
/** The entries: list items with a time. */
const entries = (page: Page) =>
  log(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('time') })

test('shows who changed what and when in accessible sentences, filters, keeps the filter in the URL, and exports', async ({
  superadminPage: page,
  call,
  customer,
}) => {
  await customer('Meera Nair')
  const title = '=Rain "5%" बारिश'
  await call(api.charges.add, { body: { ...rain, title, chargeAmount: 15.5, isEnable: true } })
  const charge = (await call(api.charges.list, {})).find((row) => row.title === title)
  const chargeId = charge?._id ?? ''
  await call(api.charges.edit, { body: { ...rain, title, chargeAmount: 20, isEnable: false, chargeId } })

  await page.goto('/superadmin/dashboard')
  await page.getByRole('link', { name: 'Audit Log', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit Log')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Today')
  await expect(entries(page).first()).toHaveText(
    /^\d{1,2}:\d{2} [ap]mAsha Patil changed the charge =Rain "5%" बारिशAmount ₹15\.50 to\s+→ ₹20\.00Enable\/Disable Enabled to\s+→ Disabled$/,
  )
  await expect(entries(page).nth(1)).toContainText(`added the charge ${title}`)
  await expect(log(page).getByText('(customer)')).toHaveCount(0)
  await expectAccessible(page)
  await log(page).getByLabel('With customers', { exact: true }).check()
  await expect(entries(page).filter({ hasText: 'Meera Nair (customer) signed in' }).first()).toBeVisible()
  await log(page).getByLabel('With customers', { exact: true }).uncheck()

  // The superadmin is not signed in as staff here, so a name links to the other entries about its object.
  await entries(page).first().getByRole('button', { name: title, exact: true }).click()
  await expect(page).toHaveURL(`/superadmin/audit?object=${chargeId}`)
  await expect(log(page).getByText(`Only ${title}`)).toBeVisible()
  await expect(entries(page)).toHaveCount(2)
  await page.getByLabel('What', { exact: true }).selectOption('Added a charge')
  await expect(entries(page)).toHaveCount(1)
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await file).path(), 'utf8')
  expect(csv).toMatch(/^\uFEFFDate \(India\),Person,Role,What,Call,Object,/)
  expect(csv.match(/charges\.add/g)).toHaveLength(1)
  expect(csv).not.toContain('charges.edit')

  await page.getByLabel('From', { exact: true }).focus()
  await page.keyboard.type('01012020')
  await expect(page).toHaveURL(/from=2020-01-01/)
  await page.getByLabel('To', { exact: true }).fill('2020-01-31')
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('')
  await expect(entries(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Yesterday', exact: true }).click()
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '7 days', exact: true }).click()
  await expect(entries(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(page).toHaveURL('/superadmin/audit')
  const found = page.getByRole('searchbox', { name: 'Order ID, phone or name', exact: true })
  await found.fill('Me')
  await found.press('Enter')
  await expect(page.getByText('Enter 3 characters or more to search', { exact: true })).toBeVisible()
  await log(page).getByLabel('With customers', { exact: true }).check()
  await found.fill('meera nair')
  await found.press('Enter')
  await expect(page).toHaveURL(/search=meera(\+|%20)nair/)
  await expect(entries(page).first()).toContainText('Meera Nair')
  await expect(entries(page).filter({ hasText: title })).toHaveCount(0)
  await log(page).getByLabel('With customers', { exact: true }).uncheck()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await page.getByLabel('Person', { exact: true }).selectOption({ label: 'Asha Patil (staff)' })
  await expect(page).toHaveURL(/person=/)
  await expect(entries(page).first()).toContainText('Asha Patil')
  await expect(entries(page).filter({ hasNotText: 'Asha Patil' })).toHaveCount(0)
})

test('loads older entries page by page', async ({ superadminPage: page, call }) => {
  await call(api.charges.add, { body: { ...rain, title: 'Storm', chargeAmount: 5, isEnable: true } })
  // The second page repeats the entries of the first, because making fifty changes takes long.
  await page.route('**/api/v1/audit/list/*', async (route) => {
    const url = route.request().url()
    const answer = await route.fetch({ url: url.replace('/list/2', '/list/1') })
    const { data } = (await answer.json()) as { data: object }
    await route.fulfill({ json: { data: { ...data, hasOlder: !url.includes('/list/2') }, message: 'OK' } })
  })
  await page.goto('/superadmin/audit?call=charges.add')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByRole('button', { name: 'Newer' })).toBeDisabled()
  await pages.getByRole('button', { name: 'Older' }).click()
  await expect(page).toHaveURL('/superadmin/audit?call=charges.add&page=2')
  await expect(pages.getByRole('button', { name: 'Older' })).toBeDisabled()
  await pages.getByRole('button', { name: 'Newer' }).click()
  await expect(page).toHaveURL('/superadmin/audit?call=charges.add')

  await page.unrouteAll()
  await page.goto('/superadmin/audit?call=charges.add&page=9')
  await page.getByRole('button', { name: 'To the newest' }).click()
  await expect(entries(page).first()).toContainText('added the charge')
})

test('shows an error in place of the rows, and resets the filters', async ({ superadminPage: page }) => {
  await page.goto('/superadmin/audit?page=201')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Page must be from 1 to 200. Narrow the dates to see older entries')
  await page.goto('/superadmin/audit?person=nobody')
  await expect(alert).toContainText('Not found')
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(entries(page).first()).toBeVisible()
})
