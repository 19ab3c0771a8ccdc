import { signIn } from '@kirana/testing/server'
import { addCookie } from '@kirana/testing/cookies'
import { expect, expectAccessible, test } from '../test.ts'
import { aProduct } from './products/product.ts'

test('the landing screen displays the word Landing', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('main')).toHaveText('Landing')
  await expectAccessible(page)
})

for (const address of ['/nowhere', '/admin/nowhere', '/admin/orders/nowhere'])
  test(`an unknown address says so: ${address}`, async ({ staffPage }) => {
    await staffPage.goto(address)
    await expect(staffPage.getByText('Unexpected Application Error!', { exact: true })).toBeVisible()
    await expectAccessible(staffPage)
  })

test('an area’s bare address leads to its dashboard', async ({ staffPage: page }) => {
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('a superadmin’s as well', async ({ superadminPage: page }) => {
  await page.goto('/superadmin/')
  await expect(page).toHaveURL('/superadmin/dashboard')
})

test('the palette leads to screens, and to orders by id or phone', async ({ staffPage: page, customer }) => {
  const meera = await customer()
  const order = await meera.order()
  await page.goto('/admin/dashboard')
  const box = page.getByRole('combobox', { name: 'Jump to a screen' })
  const jump = async (text: string) => {
    await page.keyboard.press('Control+k')
    await box.fill(text)
    await page.keyboard.press('Enter')
    await expect(box).toBeHidden()
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await jump('referred')
  await expect(page).toHaveURL('/admin/referred/orders')
  for (const text of [order.order_id, meera.phone]) {
    await jump(text)
    await expect(page.getByLabel('Phone number')).toHaveValue(text)
    await expect(page.getByRole('row').filter({ hasText: order.order_id })).toBeVisible()
  }
})

test('the palette finds five products by a part of their title', async ({ staffPage: page, call }) => {
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
  test(`whoever is signed out is led from ${address} to the start`, async ({ page }) => {
    await page.goto(address)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Landing')
  })

test('one role’s sign-in does not open the other’s screens', async ({ staffPage }) => {
  await staffPage.goto('/superadmin/dashboard')
  await expect(staffPage).toHaveURL('/')
})

test('a full-screen logo stands there until both profiles have answered', async ({ staffPage: page }) => {
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

test('a profile call that fails means logged out, without a word', async ({ staffPage: page }) => {
  await page.route('**/api/v1/staff/get', (route) =>
    route.fulfill({ status: 500, json: { message: 'Broken', code: 'broken' } }),
  )
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Broken')).toHaveCount(0)
})

test('Logout leads to the start and ends the session', async ({ page, context, server }) => {
  // A session of its own: the worker's is shared by other tests.
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
