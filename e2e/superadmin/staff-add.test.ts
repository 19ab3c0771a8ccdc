import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { caller } from '@kirana/testing/caller'
import { expect, expectAccessible, test } from '../test.ts'
import { toast } from './toast.ts'

const STRONG =
  'Password should be minimum 8 characters. At least 1 number, 1 capital letter, 1 small letter, 1 special character is required.'
const NAME = "Don't use any number or special character"

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
async function fill(page: Page, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text)
}

test('opens Add Staff from the menu, adds a staff member, and clears the form', async ({
  superadminPage: page,
  server,
}) => {
  await page.goto('/superadmin/dashboard')
  const menu = page.getByRole('navigation', { name: 'SUPERADMIN', exact: true })
  for (const section of ['Home', 'Company', 'App'])
    await expect(menu.getByRole('list', { name: section, exact: true })).toBeVisible()
  await expect(menu.getByRole('list')).toHaveCount(3)
  await menu.getByRole('link', { name: 'Add Staff', exact: true }).click()
  await expect(page).toHaveURL('/superadmin/staff/add')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add Staff')

  const added = { Name: 'आशा Rao', Email: 'asha@example.in', Username: 'asha.add', Password: 'Better@123' }
  await fill(page, added)
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show what was typed' }).click()
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text')
  const sent = page.waitForRequest(/\/staff\/add$/)
  await save(page).click()
  expect((await sent).postDataJSON()).toEqual({
    name: 'आशा Rao',
    email: 'asha@example.in',
    username: 'asha.add',
    password: 'Better@123',
  })
  await toast(page, 'Staff added successfully')
  for (const label of Object.keys(added)) await expect(field(page, label)).toHaveValue('')
  const question = page.getByRole('dialog', { name: 'What may आशा Rao do?' })
  await question.getByLabel('Role').selectOption('Everything')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Staff updated successfully')
  await expect(question).toBeHidden()
  const person = await caller(server.origin)(api.staff.login, {
    body: { username: 'asha.add', password: 'Better@123' },
  })
  expect(person).toMatchObject({ name: 'आशा Rao', role: { name: 'Everything' } })
})

test('validates the form before sending it, accessibly', async ({ superadminPage: page }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await page.goto('/superadmin/staff/add')
  await save(page).click()
  await expect(page.getByText('This field is required', { exact: true })).toHaveCount(3)
  await expect(field(page, 'Name')).toBeFocused()
  for (const label of ['Name', 'Username', 'Password'])
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Email')).not.toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await fill(page, { Name: 'Asha 2', Username: 'asha', Password: 'Better#123' })
  await expect(page.getByText(NAME, { exact: true })).toBeVisible()
  await expect(page.getByText(STRONG, { exact: true })).toBeVisible()
  await save(page).click()
  expect(sent.filter((address) => address.startsWith('/api/') && address.endsWith('/staff/add'))).toEqual([])
})

test('says that a username is taken, and keeps the form', async ({ superadminPage: page }) => {
  await page.goto('/superadmin/staff/add')
  const typed = { Name: 'Second', Email: 'second', Username: 'STAFF', Password: 'Better@123' }
  await fill(page, typed)
  await save(page).click()
  await toast(page, 'This username is already taken', 'failure')
  for (const [label, text] of Object.entries(typed)) await expect(field(page, label)).toHaveValue(text)
})
