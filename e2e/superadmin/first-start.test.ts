import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { newFolder, newStore, run } from '@kirana/testing/server'
import { expect, test as base } from '../test.ts'
import { toast } from './toast.ts'

/** A separate server with an empty data folder, without sample data, with a given superadmin password. */
const test = base.extend({
  baseURL: [
    // Playwright reads from the pattern which fixtures this one needs: none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const folder = await newFolder()
      const server = await run(folder, newStore)
      await give(server.origin)
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'test', timeout: 120_000 },
  ],
})

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
async function logIn(page: Page, path: string, username: string, password: string) {
  await page.goto(path)
  await field(page, 'Username').fill(username)
  await field(page, 'Password').fill(password)
  await press(page, 'log in')
}

test('goes from the first start to a working staff member, who is then disabled', async ({
  page,
  browser,
}) => {
  // Two browsers and many screens take a slow machine longer than the usual timeout.
  test.slow()
  await logIn(page, '/admin/signin', 'staff', 'Sample@123')
  await toast(page, 'Username or password is wrong', 'failure')

  await logIn(page, '/superadmin/signin', 'superadmin', 'First@2026')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Superadmin Dashboard')
  const change = page.getByRole('heading', { name: 'Change Password', exact: true })
  await expect(change).toBeVisible()
  await press(page, 'Save')
  await expect(page.getByText('Password is required', { exact: true })).toBeVisible()
  await field(page, 'Password').fill('Owner@2026')
  await press(page, 'Save')
  await toast(page, 'Password changed successfully')
  await expect(change).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Superadmin Dashboard')
  await expect(change).toBeHidden()

  await page.getByRole('link', { name: 'Company Settings', exact: true }).click()
  await field(page, 'Company Name').fill('Kirana Stores')
  await field(page, 'GST No').fill('27AAPFU0939F1ZV')
  await press(page, 'Save Changes')
  await toast(page, 'Data updated successfully')

  await page.getByRole('link', { name: 'Add Staff', exact: true }).click()
  await field(page, 'Name').fill('Asha Rao')
  await field(page, 'Username').fill('asha')
  await field(page, 'Password').fill('Asha@2026')
  await press(page, 'Save')
  await toast(page, 'Staff added successfully')

  const theirs = await browser.newContext()
  const screen = await theirs.newPage()
  await logIn(screen, '/admin/signin', 'asha', 'Asha@2026')
  await expect(screen).toHaveURL('/admin/dashboard')
  await screen.getByRole('link', { name: 'Pincodes', exact: true }).click()
  await expect(screen.getByText('No data found', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Staff', exact: true }).click()
  await press(page, 'Disable Asha Rao')
  await press(page, 'Disable')
  await toast(page, 'Staff updated successfully')
  // Happens without a click, because the live stream ends with the session.
  await expect(screen).toHaveURL('/')
  await logIn(screen, '/admin/signin', 'asha', 'Asha@2026')
  await toast(screen, 'Username or password is wrong', 'failure')
  await theirs.close()
})
