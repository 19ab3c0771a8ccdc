import { signIn } from '@kirana/testing/server'
import { addCookie } from '@kirana/testing/cookies'
import { expect, expectAccessible, test } from '../test.ts'
import { aProduct } from './products/product.ts'

test('shows the word Landing on the landing screen', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('main')).toHaveText('Landing')
  await expectAccessible(page)
})

for (const address of ['/nowhere', '/admin/nowhere', '/admin/orders/nowhere'])
  test(`shows the not-found screen at ${address}`, async ({ staffPage }) => {
    await staffPage.goto(address)
    await expect(staffPage.getByText('Unexpected Application Error!', { exact: true })).toBeVisible()
    await expectAccessible(staffPage)
    await staffPage.keyboard.press('Tab')
    await expect(staffPage.getByRole('link', { name: 'Skip to content', exact: true })).toBeFocused()
    await staffPage.keyboard.press('Enter')
    await expect(staffPage.getByRole('main')).toBeFocused()
  })

test('redirects /admin to its dashboard', async ({ staffPage: page }) => {
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('redirects /superadmin to its dashboard', async ({ superadminPage: page }) => {
  await page.goto('/superadmin/')
  await expect(page).toHaveURL('/superadmin/dashboard')
})

test('opens screens, and orders by id or phone, from the command palette', async ({
  staffPage: page,
  customer,
}) => {
  const meera = await customer()
  const order = await meera.order()
  await page.goto('/admin/dashboard')
  const box = page.getByRole('combobox', { name: 'Jump to a screen' })
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await box.fill('referred')
  await page.keyboard.press('Enter')
  await expect(box).toBeHidden()
  await expect(page).toHaveURL('/admin/referred/orders')
  for (const text of [order.order_id, meera.phone]) {
    await page.keyboard.press('Control+k')
    await box.fill(text)
    // Pressed instead of Enter, because found orders are listed above it.
    await page.getByRole('option', { name: `Orders with ${text}` }).click()
    await expect(page.getByLabel('Phone number')).toHaveValue(text)
    await expect(page.getByRole('row').filter({ hasText: order.order_id })).toBeVisible()
  }
})

test('the command palette keeps the focus while the previously chosen screen is still loading', async ({
  staffPage: page,
}) => {
  await page.goto('/admin/dashboard')
  const box = page.getByRole('combobox', { name: 'Jump to a screen' })
  await expect(page).toHaveTitle(/^Dashboard/)
  await page.keyboard.press('Control+k')
  await expect(box).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  const { promise: typed, resolve: load } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => typed.then(() => route.continue()))
  await page.getByRole('link', { name: 'Referred Orders' }).click()
  await page.keyboard.press('Control+k')
  await box.fill('Keyw')
  load()
  await expect(page).toHaveTitle(/^Referred/)
  await expect(box).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/keywards')
})

test('finds five products by a part of their title in the command palette', async ({
  staffPage: page,
  call,
}) => {
  const productId = await aProduct(call, 'Palette tea')
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Jump to a screen' })
  const options = page.getByRole('option')
  await box.fill('AMRUT')
  await expect(options).toHaveCount(5)
  await box.fill('palette that nobody sells')
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await box.fill('palette tea')
  await expect(options).toHaveText(['Palette teaproducts'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/product/edit/${productId}`)
  await expect(box).toBeHidden()
})

const guarded = [
  '/admin',
  '/admin/dashboard',
  '/admin/orders/new',
  '/admin/orders',
  '/admin/referred/orders',
  '/superadmin/dashboard',
]
for (const address of guarded)
  test(`redirects from ${address} to the start without a session`, async ({ page }) => {
    await page.goto(address)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Landing')
  })

test('does not open screens of the other role', async ({ staffPage }) => {
  await staffPage.goto('/superadmin/dashboard')
  await expect(staffPage).toHaveURL('/')
})

test('shows a full-screen logo until both profiles are loaded', async ({ staffPage: page }) => {
  const held: (() => void)[] = []
  await page.route('**/api/v1/superadmin/get', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await page.goto('/admin/dashboard')
  const logo = page.getByRole('img', { name: 'Kirana' })
  await expect(logo).toBeVisible()
  await expect(page.getByRole('heading')).toHaveCount(0)
  const box = await page.getByRole('status', { name: 'Loading' }).boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0, ...page.viewportSize() })
  await expect.poll(() => held.length).toBe(1)
  for (const release of held) release()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(logo).toBeHidden()
})

test('treats a failed profile call as logged out, without a message', async ({ staffPage: page }) => {
  await page.route('**/api/v1/staff/get', (route) =>
    route.fulfill({ status: 500, json: { message: 'Broken', code: 'broken' } }),
  )
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Broken')).toHaveCount(0)
})

test('ends the session and redirects to the start on Logout', async ({ page, context, server }) => {
  // A separate session, because other tests share the worker's session.
  const cookie = await signIn(server.origin, 'staff')
  await addCookie(context, server.origin, cookie)
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: /Account: / }).click()
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await expect(page).toHaveURL('/')
  await addCookie(context, server.origin, cookie)
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL('/')
})
