import { aPicture } from '@kirana/testing/png'
import { expect, expectAccessible, test } from '../../test.ts'
import { confirmDelete, form, popup, save } from '../dialogs.ts'
import { refuse } from '../table.ts'

test('adds and deletes a banner, accessibly', async ({ staffPage: page }) => {
  await page.goto('/admin/banners')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Banners')
  const banners = page.getByRole('button', { name: /^Delete Banner/ })
  await expect(banners.first()).toBeVisible()
  await expectAccessible(page)
  const before = await banners.count()
  await page.getByRole('button', { name: 'Add Banner', exact: true }).click()
  await save(page)
  await expect(form(page).getByText('Image is required', { exact: true })).toBeVisible()
  const chooser = form(page).locator('input[type=file]')
  await expect(chooser).toHaveAttribute('accept', '.png,.jpg')
  await chooser.setInputFiles(aPicture())
  await expect(form(page).getByText('1 file selcted', { exact: true })).toBeVisible()
  await expect(form(page).getByText('Image is required', { exact: true })).toHaveCount(0)
  await save(page)
  await popup(page, 'Banner added successfully')
  await expect(banners).toHaveCount(before + 1)

  const name = `Banner ${before + 1}`
  const link = page.getByRole('link', { name: `${name}, opens in a new tab`, exact: true })
  const address = (await link.getAttribute('href')) ?? ''
  expect((await page.request.get(address)).headers()['content-type']).toBe('image/webp')
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
  await confirmDelete(page, name)
  await popup(page, 'Banner deleted successfully')
  await expect(banners).toHaveCount(before)
  expect((await page.request.get(address)).status()).toBe(404)
})

test('rejects a dropped file of the wrong type, and keeps the chosen file after a server error', async ({
  staffPage: page,
}) => {
  await page.goto('/admin/banners')
  await page.getByRole('button', { name: 'Add Banner', exact: true }).click()
  const moving = await page.evaluateHandle(`{
    const files = new DataTransfer()
    files.items.add(new File(['GIF89a'], 'moving.gif', { type: 'image/gif' }))
    files
  }`)
  await form(page).locator('label').first().dispatchEvent('drop', { dataTransfer: moving })
  await save(page)
  await expect(form(page).getByText('Choose a .png or .jpg file', { exact: true })).toBeVisible()
  await form(page).locator('input[type=file]').setInputFiles(aPicture('sale.png'))
  await page.route('**/banners/add', refuse('The wall is full'))
  await save(page)
  await popup(page, 'The wall is full')
  await expect(form(page).getByText('sale.png', { exact: true })).toBeVisible()
})

test('shows empty and failed states', async ({ staffPage: page }) => {
  await page.route('**/banners/all', (route) => route.fulfill({ json: { data: [], message: 'OK' } }))
  await page.goto('/admin/banners')
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await page.unroute('**/banners/all')
  await page.route('**/banners/all', refuse('The wall is being painted'))
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('The wall is being painted', { exact: true })).toBeVisible()
})
