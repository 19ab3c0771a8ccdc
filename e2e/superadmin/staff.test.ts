import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { caller, request } from '@kirana/testing/caller'
import type { Server } from '@kirana/testing/server'
import { DATE_TIME, headers, texts } from '../admin/table.ts'
import { addCookie } from '@kirana/testing/cookies'
import { addPerson } from '../person.ts'
import { expect, expectAccessible, sidewaysScroll, test } from '../test.ts'
import { toast } from './toast.ts'

const rowOf = (page: Page, username: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: username, exact: true }) })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function addStaff(server: Server, name: string, username: string) {
  const call = caller(server.origin, { cookie: server.cookies.superadmin })
  await addPerson(call, { name, username, password: 'Better@123' })
}
const login = (server: Server, username: string, password = 'Better@123') =>
  request(server.origin, api.staff.login, { body: { username, password } })

test('lists and edits a staff member, and sets a new password, accessibly', async ({
  superadminPage: page,
  server,
}) => {
  await addStaff(server, 'Lakshmi Venkataraman', 'lakshmi')
  await page.goto('/superadmin/staff')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Staff')
  await expect(rowOf(page, 'lakshmi')).toBeVisible()
  expect(await headers(page)).toEqual([
    'Serial No.',
    'Name',
    'Email',
    'Username',
    'Role',
    'Active/Inactive',
    'Last Log In',
    'Actions',
  ])
  expect(await texts(page, rowOf(page, 'lakshmi'))).toMatchObject({
    Name: 'Lakshmi Venkataraman',
    Email: '',
    'Active/Inactive': 'Active',
    'Last Log In': 'Never',
  })
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await sidewaysScroll(page), `${width} px`).toBe(0)
  }
  await expectAccessible(page)
  await login(server, 'lakshmi')
  await press(page, 'Refresh')
  await expect(rowOf(page, 'lakshmi').getByRole('cell', { name: DATE_TIME })).toBeVisible()

  await press(page, 'Edit Lakshmi Venkataraman')
  const edited = page.getByRole('dialog', { name: 'Edit Staff', exact: true })
  await edited.getByLabel('Name').fill('Lakshmi 2')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(edited.getByRole('alert')).toHaveText("Don't use any number or special character")
  await edited.getByLabel('Name').fill('Lakshmi Venkataramani')
  await edited.getByLabel('Email').fill('lakshmi@example.in')
  await edited.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Staff updated successfully')
  expect(await texts(page, rowOf(page, 'lakshmi'))).toMatchObject({
    Name: 'Lakshmi Venkataramani',
    Email: 'lakshmi@example.in',
    'Active/Inactive': 'Active',
  })

  await press(page, 'Reset Password Lakshmi Venkataramani')
  const reset = page.getByRole('dialog', { name: 'Reset Password', exact: true })
  await expect(reset).toBeVisible()
  await expectAccessible(page)
  await reset.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(reset.getByRole('alert')).toHaveText('Password is required')
  await reset.getByLabel('New Password').fill('weak')
  await expect(reset.getByRole('alert')).toHaveText(
    'Password should be minimum 8 characters. At least 1 number, 1 capital letter, 1 small letter, 1 special character is required.',
  )
  await reset.getByLabel('New Password').fill('Newer@2026')
  await reset.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Password changed successfully')
  await expect(login(server, 'lakshmi')).rejects.toMatchObject({ status: 401 })
  await login(server, 'lakshmi', 'Newer@2026')
})

test('disables a staff member after confirmation, which ends the session immediately', async ({
  superadminPage: page,
  server,
  browser,
}) => {
  await addStaff(server, 'Ravi Das', 'ravi')
  const { headers: given } = await login(server, 'ravi')
  const theirs = await browser.newContext()
  await addCookie(theirs, server.origin, given.getSetCookie()[0]?.split(';')[0] ?? '')
  const screen = await theirs.newPage()
  await screen.goto('/admin/charges')
  await expect(screen.getByRole('row').nth(1)).toBeVisible()

  await page.goto('/superadmin/staff')
  await press(page, 'Disable Ravi Das')
  const question = page.getByRole('alertdialog', { name: 'Disable “Ravi Das”?', exact: true })
  await expect(question.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  expect((await texts(page, rowOf(page, 'ravi')))['Active/Inactive']).toBe('Active')
  await press(page, 'Disable Ravi Das')
  await question.getByRole('button', { name: 'Disable', exact: true }).click()
  await toast(page, 'Staff updated successfully')
  expect((await texts(page, rowOf(page, 'ravi')))['Active/Inactive']).toBe('Inactive')

  // Happens without a click, because the live stream ends with the session.
  await expect(screen).toHaveURL('/')
  await expect(login(server, 'ravi')).rejects.toMatchObject({ status: 401 })
  await theirs.close()

  await press(page, 'Enable Ravi Das')
  await toast(page, 'Staff updated successfully')
  expect((await texts(page, rowOf(page, 'ravi')))['Active/Inactive']).toBe('Active')
  await login(server, 'ravi')
})
