import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { aProduct } from '../admin/products/product.ts'
import { rowOf } from '../admin/table.ts'
import { expect, test } from '../test.ts'

const lists = [
  '/admin/products',
  '/admin/orders',
  '/admin/orders/new',
  '/admin/referred/orders',
  '/admin/withdrawal/requests',
  '/admin/transanctions',
  '/admin/stock',
  '/admin/users',
  '/admin/coupons',
  '/admin/charges',
] as const

/** The neighbouring cells whose texts are less than 6 px apart: the distance and both texts. */
const TOUCHING = `[...document.querySelectorAll('main tbody tr')].flatMap((row) => {
  const texts = [...row.children].filter((cell) => !cell.querySelector('input')).map((cell) => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    return { text: cell.textContent, box: range.getBoundingClientRect() }
  }).filter(({ box }) => box.width > 0)
  return texts.slice(1).flatMap(({ text, box }, n) =>
    box.left - texts[n].box.right < 6 ? [texts[n].text + ' | ' + text] : [])
})`

/** Links with a height below 24 px, except those in a sentence. */
const LOW_LINKS = `[...document.querySelectorAll('main a[href]')].flatMap((link) => {
  const { width, height } = link.getBoundingClientRect()
  return width > 0 && height < 24 && !link.closest('p') ? [link.textContent + ' ' + height] : []
})`

async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

test('the texts of neighbouring columns never touch on a laptop', async ({ staffPage: page }) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const path of lists) {
    await open(page, path)
    expect.soft(await page.evaluate(TOUCHING), path).toEqual([])
  }
})

test.describe('on a phone', () => {
  test.use(phone)

  test('links are at least 24 px high', async ({ staffPage: page }) => {
    test.slow()
    for (const path of lists) {
      await open(page, path)
      expect.soft(await page.evaluate(LOW_LINKS), path).toEqual([])
    }
  })

  test('the buttons of a list fit in one row with a menu, and its filters in one bar', async ({
    staffPage: page,
  }) => {
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    for (const [path, files, file] of [
      ['/admin/products', 'Files', 'Import'],
      ['/admin/stock', 'Files and labels', 'Import'],
    ] as const) {
      await open(page, path)
      const header = page.getByRole('heading', { level: 1 }).locator('xpath=..')
      const tops = await header
        .locator('button:visible, a:visible')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
      expect(new Set(tops).size, path).toBe(1)
      await expect(button(file)).toBeHidden()
      await button(files).click()
      await expect(button(file)).toBeVisible()
    }
    await open(page, '/admin/products')
    const category = page.getByLabel('Category', { exact: true })
    await expect(category).toBeHidden()
    await button('Filters').click()
    await expect(category).toBeVisible()
    await open(page, '/admin/orders')
    await expect(page.getByLabel('From', { exact: true })).toBeHidden()
    await button('Filters').click()
    await expect(page.getByLabel('From', { exact: true })).toBeVisible()
  })
})

test('rows with Devanagari are as high as those with Latin', async ({ staffPage: page, call }) => {
  for (const title of ['Measured rice', 'Measured चावल'])
    await call(api.variants.add, {
      body: { productId: await aProduct(call, title), value: 1, unit: 'Kilo', sellingPrice: 90 },
    })
  await page.setViewportSize({ width: 1280, height: 720 })
  await open(page, '/admin/products?search=Measured')
  const heightOf = async (title: string) => (await rowOf(page, title).boundingBox())?.height
  const [hindi = 0, latin = 0] = [await heightOf('Measured चावल'), await heightOf('Measured rice')]
  // The browser may round by half a pixel.
  expect(Math.abs(hindi - latin)).toBeLessThan(1)
})

test('a pack size without tracked stock is not shown like a stock level', async ({
  staffPage: page,
  call,
}) => {
  const productId = await aProduct(call, 'Loose eggs')
  await call(api.variants.add, { body: { productId, value: 12, unit: 'PCS', sellingPrice: 90 } })
  await open(page, '/admin/products?search=Loose+eggs')
  const stock = page.getByRole('list', { name: 'Stock of Loose eggs' })
  await expect(stock.getByRole('listitem')).toContainText('12 PCS · not tracked')
  const [level] = (await call(api.stock.list, { params: { page: 1 }, query: { search: 'Loose eggs' } })).data
  await call(api.stock.count, { body: { variantId: level?.variantId ?? '', onHand: 7, reason: 'Counted' } })
  await page.reload()
  await expect(stock.getByRole('listitem')).toContainText('12 PCS · 7')
})
