import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import type { Call } from '@kirana/testing/caller'
import { aPicture } from '@kirana/testing/png'
import { expect, expectAccessible, test } from '../../test.ts'
import { form } from '../list.ts'
import { refuse } from '../table.ts'
import { aProduct, button } from './product.ts'

const FIND = '**/api/v1/product/image/find'
const ADD = '**/api/v1/product/image/add'

const dialog = (page: Page) => form(page, 'Add Pictures')
const status = (page: Page) => dialog(page).getByRole('status')
/**
 * Presses a button in the footer of the dialog. It is the last of its name, because the cross at the top is also called
 * Close.
 */
const press = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).last().click()
const imagesOf = async (call: Call, productId: string) =>
  (await call(api.products.get, { params: { productId } })).images

async function choose(page: Page, files: ReturnType<typeof aPicture>[]) {
  await page.goto('/admin/products?search=pictured')
  await button(page, 'Pictures').click()
  await dialog(page).getByLabel('Pictures').setInputFiles(files)
}

test('adds pictures to products by file name, and lists the pictures that were not added', async ({
  staffPage: page,
  call,
}) => {
  const milk = await aProduct(call, 'Pictured Milk')
  const flour = await aProduct(call, 'Pictured आटा')
  const oil = await aProduct(call, 'Pictured Oil')
  await choose(page, [
    aPicture('pictured-milk-2.png'),
    aPicture('Pictured Milk.png'),
    aPicture('PICTURED आटा.png'),
    aPicture('Pictured Ghee.png'),
    { ...aPicture('pictured_oil.png'), buffer: Buffer.from('No picture') },
  ])
  await expect(status(page)).toHaveText('4 pictures for 3 products. 1 picture will not be added.')
  const rows = dialog(page).getByRole('row')
  await expect(rows).toHaveText([
    /^PictureProduct/,
    'Pictured Ghee.pngNo product has this name',
    'Pictured Milk.pngPictured Milk',
    'pictured-milk-2.pngPictured Milk',
    'pictured_oil.pngPictured Oil',
    'PICTURED आटा.pngPictured आटा',
  ])
  await expectAccessible(page)

  // The response to the first picture is lost. It is sent again and added only once.
  let isLost = true
  await page.route(ADD, async (route) => {
    const response = await route.fetch()
    await (isLost ? route.abort() : route.fulfill({ response }))
    isLost = false
  })
  await press(page, 'Add Pictures')
  await expect(status(page)).toHaveText('2 pictures added. These were not:')
  await page.unroute(ADD)
  await expect(rows.filter({ hasText: 'Pictured Milk' })).toHaveText(
    'Pictured Milk.pngPictured MilkSomething went wrong',
  )
  await press(page, 'Retry')
  await expect(status(page)).toHaveText('3 pictures added. These were not:')
  await expect(rows).toHaveText([
    'PictureProduct',
    'Pictured Ghee.pngNo product has this name',
    'pictured_oil.pngPictured OilA picture must be a PNG, JPEG, WebP or GIF file',
  ])
  await expectAccessible(page)
  await press(page, 'Close')
  await expect(dialog(page)).toBeHidden()
  await expect(button(page, 'Pictures')).toBeFocused()
  const numbers = [milk, flour, oil].map(async (id) => (await imagesOf(call, id)).length)
  expect(await Promise.all(numbers)).toEqual([2, 1, 0])

  await page.getByRole('link', { name: 'Pictured Milk', exact: true }).click()
  await expect(page.getByRole('img', { name: /^Image \d$/ })).toHaveCount(2)
})

test('stops after the picture that is being sent', async ({ staffPage: page, call }) => {
  const tea = await aProduct(call, 'Pictured Tea')
  // The first request that finds the products fails.
  await page.route(FIND, refuse('The shelves are being counted'), { times: 1 })
  await choose(page, [aPicture('Pictured Tea 1.png'), aPicture('Pictured Tea 2.png')])
  await expect(dialog(page).getByRole('alert')).toHaveText('The shelves are being counted')
  await press(page, 'Retry')
  await expect(status(page)).toHaveText('2 pictures for 1 product.')
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  await page.route(ADD, async (route) => {
    await isAnswered
    await route.continue()
  })
  await press(page, 'Add Pictures')
  await expect(status(page)).toHaveText('1 of 2')
  const question = page.getByRole('alertdialog', { name: 'Stop adding pictures?', exact: true })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(dialog(page).getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(dialog(page)).toBeHidden()
  const added = page.waitForResponse(ADD)
  answer()
  await added
  await expect(page.getByRole('row').filter({ hasText: 'Pictured Tea' }).locator('img')).toBeVisible()
  expect(await imagesOf(call, tea)).toHaveLength(1)
})
