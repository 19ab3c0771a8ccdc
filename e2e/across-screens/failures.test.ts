import type { Page, Route } from '@playwright/test'
import { form as dialog, popup } from '../admin/dialogs.ts'
import { aPicture } from '@kirana/testing/png'
import { toast } from '../superadmin/toast.ts'
import { expect, test } from '../test.ts'
import { staffScreens, superadminScreens, type Form, type Screen, type Things } from './screens.ts'

/** Calls that read data for a screen, except profiles, live events and files. */
const READS = /\/api\/v1\/(?!staff\/get$|superadmin\/get$|events|file\/)/
const MESSAGE = 'The shelf is on fire'
const SOMETHING_WRONG = 'Something went wrong'

/** Whether a call changes data. Changing a status is a GET (specification, section 7). */
const isWrite = ({ pathname }: URL) => /\/(add|edit|update|change|create|send|reset)(\/|$)/.test(pathname)

const withMessage = (route: Route) => route.fulfill({ status: 500, json: { message: MESSAGE, code: 'x' } })
const withoutMessage = (route: Route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
const cutOff = (route: Route) => route.abort()

const alerts = (page: Page) => page.getByRole('main').getByRole('alert')
const rows = (page: Page) => page.getByRole('main').getByRole('row').nth(1)

/** Clicks every Retry of the screen, because two tables may have failed. */
const retry = (page: Page) =>
  page.evaluate(
    `for (const button of [...document.querySelectorAll('main [role=alert] button')]) button.click()`,
  )

/** The app retries a failed call three times; the clock skips the pauses between the attempts. */
const said = (page: Page, message: string) =>
  expect(async () => {
    await page.clock.fastForward(2000)
    await expect(alerts(page).filter({ hasText: message }).first()).toBeVisible({ timeout: 50 })
    await expect(alerts(page).filter({ hasNotText: message })).toHaveCount(0, { timeout: 50 })
  }).toPass({ timeout: 15_000, intervals: [10] })

async function readingFails(page: Page, { shows = rows, staysOpen }: Screen, path: string) {
  const states = [
    [withMessage, MESSAGE, () => page.goto(path)],
    [withoutMessage, SOMETHING_WRONG, () => retry(page)],
    [cutOff, SOMETHING_WRONG, () => retry(page)],
  ] as const
  for (const [answer, message, ask] of states) {
    await page.route(READS, answer)
    await ask()
    await said(page, message)
    await expect(alerts(page).getByRole('button', { name: 'Retry' }).first()).toBeVisible()
    if (!staysOpen) await expect(shows(page)).toHaveCount(0)
    await page.unroute(READS, answer)
  }
  await retry(page)
  await expect(shows(page)).toBeAttached()
  await expect(alerts(page)).toHaveCount(0)
  await tablesFit(page)
}

/**
 * Checks on a small laptop and on a tablet that no table is wider than its card: otherwise its last buttons would cover
 * the column before them.
 */
async function tablesFit(page: Page) {
  const before = page.viewportSize()
  for (const width of [960, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const cut = `[...document.querySelectorAll('main .card table')]
      .map(({ ariaLabel, parentElement: { clientWidth, scrollWidth } }) => ({ ariaLabel, clientWidth, scrollWidth }))
      .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth)`
    await expect.poll(() => page.evaluate<object[]>(cut), `cut at ${width} px`).toEqual([])
  }
  if (before) await page.setViewportSize(before)
}

async function changeFails(
  page: Page,
  { opens, fields = {}, choices = {}, picture, ...form }: Form,
  isToast: boolean,
) {
  if (opens) await page.getByRole('button', { name: opens, exact: true }).click()
  const where = opens ? dialog(page) : page.getByRole('main')
  for (const [label, text] of Object.entries(fields))
    await where.getByLabel(label, { exact: true }).fill(text)
  for (const [label, text] of Object.entries(choices))
    await where.getByLabel(label, { exact: true }).selectOption({ label: text })
  if (picture) await where.locator('input[type=file]').setInputFiles(aPicture())
  await page.route(isWrite, withoutMessage)
  await where.getByRole('button', { name: form.save ?? 'Save', exact: true }).click()
  const question = page.getByRole('alertdialog')
  if (form.confirm) await question.getByRole('button', { name: form.confirm, exact: true }).click()
  const message = form.fallback ?? SOMETHING_WRONG
  await (isToast ? toast(page, message, 'failure') : popup(page, message))
  for (const [label, text] of Object.entries(fields))
    await expect(where.getByLabel(label, { exact: true })).toHaveValue(text)
  for (const [label, text] of Object.entries(choices))
    await expect(where.getByLabel(label, { exact: true }).locator('option:checked')).toHaveText(text)
  if (picture) await expect(where.getByText('1 file selcted', { exact: true })).toBeVisible()
}

async function walk(page: Page, screen: Screen, things: Things) {
  const path = typeof screen.path === 'string' ? screen.path : await screen.path(things)
  await page.clock.install()
  if (screen.readsNothing) await page.goto(path)
  else await readingFails(page, screen, path)
  if (screen.form) await changeFails(page, screen.form, path.startsWith('/superadmin/'))
}

for (const screen of staffScreens)
  test(`${screen.name} shows what failed and recovers`, async ({ staffPage, call, customer }) =>
    walk(staffPage, screen, { call, customer }))

for (const screen of superadminScreens)
  test(`${screen.name} shows the superadmin what failed and recovers`, async ({
    superadminPage,
    call,
    customer,
  }) => walk(superadminPage, screen, { call, customer }))
