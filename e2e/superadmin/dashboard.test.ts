import { api } from '@kirana/contract'
import { caller } from '@kirana/testing/caller'
import { expect, expectAccessible, test } from '../test.ts'
import { toast } from './toast.ts'

const profile = (isJoined: boolean) => ({
  json: { data: { _id: 's', username: 'superadmin', isJoined }, message: 'OK' },
})

test('asks to replace the default password, and shows the server’s message', async ({
  superadminPage: page,
}) => {
  await page.goto('/superadmin/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Superadmin Dashboard')
  const password = page.getByLabel('Password', { exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(page.getByRole('alert')).toHaveText('Password is required')
  await password.fill('weak')
  await save.click()
  await toast(
    page,
    'Password should be minimum 8 characters. At least 1 number, 1 capital letter, 1 small letter, 1 special character is required.',
    'failure',
  )
  await expect(password).toHaveValue('weak')
  await page.route(/\/forgot-password$/, (route) => route.fulfill({ status: 409, body: '' }))
  await password.fill('Better@123')
  await save.click()
  await toast(page, 'Please try again later', 'failure')
  await expect(password).toHaveValue('Better@123')
  await expectAccessible(page)
})

test('shows the title and the figures after the password was changed', async ({
  superadminPage: page,
  server,
}) => {
  const asSuperadmin = caller(server.origin, { cookie: server.cookies.superadmin })
  await asSuperadmin(api.company.edit, { body: { newNumberCodesPerDay: 0 } })
  await page.route(/v1\/superadmin\/get$/, (route) => route.fulfill(profile(true)))
  await page.goto('/superadmin/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Superadmin Dashboard')
  await expect(page.getByRole('heading', { name: 'Change Password', exact: true })).toBeHidden()
  // The same figures as the staff's, without links to screens of the staff.
  const today = page.getByRole('region', { name: 'Today', exact: true })
  await expect(today.getByRole('term').filter({ hasText: /^Sales/ })).toBeVisible()
  const needs = page.getByRole('region', { name: 'Needs attention' })
  await expect(needs.getByText(/unread message/)).toBeVisible()
  await expect(needs.getByText('New customers get no more sign-in codes today (limit: 0)')).toBeVisible()
  await expect(needs.getByRole('link', { name: /unread message/ })).toHaveCount(0)
  await asSuperadmin(api.company.edit, { body: { newNumberCodesPerDay: 1_000 } })

  await page.getByRole('button', { name: /^.+ Account: / }).click()
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Devices' }).getByText('This one')).toBeVisible()
  await expectAccessible(page)
})
