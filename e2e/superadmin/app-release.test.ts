import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { caller } from '@kirana/testing/caller'
import type { Server } from '@kirana/testing/server'
import { confirmDelete, form, save } from '../admin/dialogs.ts'
import { expect, expectAccessible, test } from '../test.ts'
import { toast } from './toast.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const cards = (page: Page) => page.getByRole('list', { name: 'Releases', exact: true }).getByRole('listitem')
const cardOf = (page: Page, version: string) =>
  cards(page).filter({ has: page.getByRole('heading', { name: version, exact: true }) })
async function fill(page: Page, build: string, version: string, description: string) {
  await form(page).getByLabel('Build Number').fill(build)
  await form(page).getByLabel('Version Name').fill(version)
  await form(page).getByLabel('Description').fill(description)
}
const empty = (page: Page) =>
  page.route(/\/release\/get\/all$/, (route) => route.fulfill({ json: { data: [], message: 'OK' } }))

async function addRelease(server: Server, versionName: string) {
  const call = caller(server.origin, { cookie: server.cookies.superadmin })
  await call(api.releases.add, { body: { buildNumber: 41, versionName, description: LONG } })
}

const LONG = `${'Search is faster on slow phones. '.repeat(12)}The end.`

test('adds a release as the latest, edits and deletes it', async ({ superadminPage: page, server }) => {
  await addRelease(server, '1.4.0')
  await page.goto('/superadmin/app-release')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('App Release')
  await press(page, 'New Release')
  await expect(form(page)).toHaveAccessibleName('New Release')
  await fill(page, '42', '1.5.0 "दिवाली" 5%', LONG)
  await save(page)
  await toast(page, 'Release added successfully')
  await expect(form(page)).toHaveCount(0)
  const newest = cardOf(page, '1.5.0 "दिवाली" 5%')
  await expect(cards(page).first()).toContainText('1.5.0')
  await expect(newest).toContainText(/^\d{1,2} [A-Z][a-z]{2,3} \d{4}Latest/)
  await expect(newest).toContainText('Build 42')
  await expect(page.getByText('Latest', { exact: true })).toHaveCount(1)
  await expect(cardOf(page, '1.4.0')).not.toContainText('Latest')

  await newest.getByRole('button', { name: /^Read more of 1\.5\.0/ }).click()
  await expect(form(page)).toContainText('The end.')
  await page.keyboard.press('Escape')

  await press(page, 'Edit 1.5.0 "दिवाली" 5%')
  await expect(form(page)).toHaveAccessibleName('Edit Release')
  await expect(form(page).getByLabel('Build Number')).toHaveValue('42')
  await expect(form(page).getByLabel('Description')).toHaveValue(LONG)
  await fill(page, '43', '1.5.1', 'Small fixes')
  await save(page)
  await toast(page, 'Release updated successfully')
  await expect(cardOf(page, '1.5.1')).toContainText('Build 43')
  await expect(cardOf(page, '1.5.1').getByRole('button', { name: /^Read more/ })).toHaveCount(0)

  await press(page, 'Delete 1.5.1')
  await confirmDelete(page, '1.5.1')
  await toast(page, 'Release deleted successfully')
  await expect(cardOf(page, '1.5.1')).toHaveCount(0)
})

test('validates the form before sending it', async ({ superadminPage: page }) => {
  await empty(page)
  await page.goto('/superadmin/app-release')
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeVisible()
  await press(page, 'New Release')
  await save(page)
  await expect(form(page).getByRole('alert')).toHaveText('All fields are required')
  for (const label of ['Build Number', 'Version Name', 'Description'])
    await expect(form(page).getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
  for (const build of ['twelve', '0', '-1']) {
    await fill(page, build, '1.0.0', 'First')
    await expect(form(page).getByRole('alert')).toHaveText('Build number must be a number and bigger than 0')
  }
})

test('shows its own message if the server sends none, and keeps the form', async ({
  superadminPage: page,
}) => {
  const release = { _id: 'r', buildNumber: 7, versionName: '0.7.0', description: 'D', date: '2026-11-21' }
  await page.route(/\/release\//, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { data: [release], message: 'OK' } })
      : route.fulfill({ status: 409, body: '' }),
  )
  await page.goto('/superadmin/app-release')
  await press(page, 'New Release')
  await fill(page, '8', '0.8.0', 'Next')
  await save(page)
  await toast(page, 'Release add failed', 'failure')
  await expect(form(page).getByLabel('Version Name')).toHaveValue('0.8.0')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await press(page, 'Edit 0.7.0')
  await save(page)
  await toast(page, 'Release update failed', 'failure')
  await page.keyboard.press('Escape')
  await press(page, 'Delete 0.7.0')
  await confirmDelete(page, '0.7.0')
  await toast(page, 'Release delete failed', 'failure')
  await expect(cardOf(page, '0.7.0')).toBeVisible()
})

test('has 3, 4 and 5 columns, and is accessible', async ({ superadminPage: page, server }) => {
  await addRelease(server, '5.0.0')
  await page.goto('/superadmin/app-release')
  await expect(cardOf(page, '5.0.0')).toBeVisible()
  const columns = () =>
    page.evaluate<number>(
      `getComputedStyle(document.querySelector('main ul')).gridTemplateColumns.split(' ').length`,
    )
  for (const [width, expected] of [
    [390, 1],
    [1024, 3],
    [1279, 3],
    [1280, 4],
    [1599, 4],
    [1600, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    expect(await columns(), `${width} px`).toBe(expected)
  }
  await expectAccessible(page)
  await press(page, 'New Release')
  await save(page)
  await expectAccessible(page)
})
