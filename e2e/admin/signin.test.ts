import type { Page } from '@playwright/test'
import { credentials } from '@kirana/testing/server'
import { expect, expectAccessible, test } from '../test.ts'

const WEAK =
  'Password should be minimum 8 characters. At least 1 number, 1 capital letter, 1 small letter, 1 special character is required.'

const fill = async (page: Page, username: string, password: string) => {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'log in', exact: true }).click()
}

const screens = [
  { role: 'staff', path: '/admin/signin', title: 'Admin Log In', home: '/admin/dashboard' },
  {
    role: 'superadmin',
    path: '/superadmin/signin',
    title: 'Superadmin Log In',
    home: '/superadmin/dashboard',
  },
] as const

for (const { role, path, title, home } of screens) {
  test.describe(title, () => {
    test('redirects to the dashboard', async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      await fill(page, credentials[role].username, credentials[role].password)
      await expect(page).toHaveURL(home)
    })

    test('keeps the form and shows the server’s message for three seconds', async ({ page }) => {
      await page.clock.install()
      await page.goto(path)
      const refused = page.waitForResponse(/\/login$/)
      await fill(page, 'nobody', 'Wrong@123')
      const { message } = (await (await refused).json()) as { message: string }
      const toast = page.getByRole('alert').filter({ hasText: message })
      await expect(toast).toBeVisible()
      await expect(page).toHaveURL(path)
      await expect(page.getByLabel('Username')).toHaveValue('nobody')
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Wrong@123')
      await page.clock.runFor(2500)
      await expect(toast).toBeVisible()
      await page.clock.runFor(1500)
      await expect(toast).toBeHidden()
    })

    test('requires both fields before sending, accessibly', async ({ page }) => {
      const sent: string[] = []
      page.on('request', (request) => sent.push(new URL(request.url()).pathname))
      await page.goto(path)
      await page.getByRole('button', { name: 'log in', exact: true }).click()
      await expect(page.getByText('This field is required.', { exact: true })).toHaveCount(2)
      await expect(page.getByLabel('Username')).toBeFocused()
      await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(page)
      expect(sent.filter((address) => address.endsWith('/login'))).toEqual([])
    })

    test('shows and hides the password', async ({ page }) => {
      await page.goto(path)
      const password = page.getByLabel('Password', { exact: true })
      await expect(password).toHaveAttribute('type', 'password')
      await page.getByRole('button', { name: 'Show what was typed' }).click()
      await expect(password).toHaveAttribute('type', 'text')
    })
  })
}

test('requires the strong pattern for the superadmin’s password', async ({ page }) => {
  await page.goto('/superadmin/signin')
  await fill(page, 'superadmin', 'weak')
  await expect(page.getByText(WEAK, { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/superadmin/signin')
})

test('has no pattern for the admin’s password', async ({ page }) => {
  await page.goto('/admin/signin')
  const sent = page.waitForRequest(/\/staff\/login$/)
  await fill(page, 'nobody', 'weak')
  expect((await sent).postDataJSON()).toEqual({ username: 'nobody', password: 'weak' })
})
