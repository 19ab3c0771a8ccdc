import type { Page, Route } from '@playwright/test'
import { expect, test } from '../test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const title = (page: Page) => page.getByRole('heading', { level: 1 })
async function chord(page: Page, letter: string) {
  await page.keyboard.press('g')
  await page.keyboard.press(letter)
}

test('navigates by keyboard only, and focuses the title', async ({ staffPage: page }) => {
  await page.goto('/admin/dashboard')
  await expect(title(page)).toHaveText('Dashboard')
  await chord(page, 'o')
  await expect(page).toHaveURL('/admin/orders/new')
  await expect(title(page)).toBeFocused()
  await chord(page, 'p')
  await expect(page).toHaveURL('/admin/products')
  await expect(title(page)).toBeFocused()
  await chord(page, 'd')
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(title(page)).toBeFocused()

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard', exact: true })
  await expect(help.getByRole('term')).toHaveText([
    'Jump to a screen',
    'Search this list',
    'This help',
    'Close what is open',
    'On an order: its next status',
    'On an order: undo',
    'In packing mode: press the order in a slot',
    'On an order: the next order',
    'On the board: move between orders',
    'New Orders',
    'All Products',
    'Dashboard',
  ])
  // Shortcuts are disabled while a dialog is open.
  await chord(page, 'o')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(page).toHaveURL('/admin/dashboard')

  const palette = page.getByRole('combobox', { name: 'Jump to a screen' })
  for (const keys of ['Meta+k', 'Control+k']) {
    await page.keyboard.press(keys)
    await expect(palette).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
  }

  await page.goto('/admin/users')
  await expect(title(page)).toHaveText('Users')
  await page.keyboard.press('/')
  const box = page.getByRole('searchbox', { name: 'Phone number' })
  await expect(box).toBeFocused()
  await page.keyboard.type('go/')
  await expect(box).toHaveValue('go/')
  await expect(page).toHaveURL('/admin/users')
})

test('remembers light, dark or system theme, and applies it before the first paint', async ({
  staffPage: page,
}) => {
  const painted = () => page.evaluate<string>('document.documentElement.dataset.theme')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/admin/charges')
  expect(await painted()).toBe('dark')
  for (const [press, kept] of [
    ['Theme: system. Switch to light', 'light'],
    ['Theme: light. Switch to dark', 'dark'],
  ] as const) {
    await page.getByRole('button', { name: press, exact: true }).click()
    await page.emulateMedia({ colorScheme: kept === 'light' ? 'dark' : 'light' })
    await page.reload({ waitUntil: 'commit' })
    await expect.poll(painted).toBe(kept)
  }
  await page.getByRole('button', { name: 'Theme: dark. Switch to system', exact: true }).click()
  expect(await painted()).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(painted).toBe('dark')
})

test('shows a progress bar for slow calls, and a message while offline', async ({
  staffPage: page,
  context,
}) => {
  const held: Route[] = []
  await page.route('**/api/v1/charges/admin/get/all', (route) => void held.push(route))
  await page.goto('/admin/charges')
  const line = page.locator('.progress')
  await expect(line).toHaveCSS('opacity', '1')
  await expect.poll(() => held.length).toBe(1)
  await held[0]?.continue()
  const row = page.getByRole('main').getByRole('row').nth(1)
  await expect(row).toBeVisible()
  await expect(line).toHaveCount(0)

  const offline = page.getByText('You are offline', { exact: true })
  await expect(offline).toHaveCount(0)
  await context.setOffline(true)
  await expect(offline).toBeVisible()
  await expect(row).toBeVisible()
  await context.setOffline(false)
  await expect(offline).toHaveCount(0)
})
