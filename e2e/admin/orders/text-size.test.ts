import { api } from '@kirana/contract'
import type { Locator, Page } from '@playwright/test'
import { expect, sidewaysScroll, test } from '../../test.ts'
import { packOf } from './pack-of.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]

// Doubles the text size like the browser setting does. Media queries keep their widths, which makes the check stricter.
const DOUBLE = `addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'))`

/**
 * Checks at each size that the screen fits its window, that `main` is visible, and that a product's `name` has space
 * for words.
 */
async function expectFits(page: Page, main: Locator, name?: Locator) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await main.scrollIntoViewIfNeeded()
    await expect(main).toBeInViewport()
    const label = `${new URL(page.url()).pathname} at ${size.width} px`
    expect.soft(await sidewaysScroll(page), `${label} scrolls sideways`).toBe(0)
    const box = await main.boundingBox()
    expect.soft((box?.x ?? 0) + (box?.width ?? Infinity), label).toBeLessThanOrEqual(size.width)
    if (name) expect.soft((await name.boundingBox())?.width, `${label}: a name`).toBeGreaterThanOrEqual(120)
  }
}

test('every screen of picking fits its window with text twice as large', async ({
  staffPage: page,
  customer,
  call,
}) => {
  test.slow()
  const [milk, curd] = [await packOf(call, 'Toned milk', 'T1'), await packOf(call, 'Hung curd', 'T2')]
  const meera = await customer()
  const items = [milk.item(2), curd.item(12)]
  const placed = [await meera.order({ items }), await meera.order({ items }), await meera.order({ items })]
  const [first, second, third] = placed.map(({ _id }) => _id)
  for (const status of ['Prepeared', 'Canceled'] as const)
    await call(api.orders.changeStatus, { params: { orderId: third ?? '', status }, query: {} })
  await (await customer('Devika Large')).photos(2)
  await page.addInitScript(DOUBLE)

  await page.goto('/admin/orders/new?view=board')
  const start = page.getByRole('link', { name: /^Start picking/ }).first()
  await expectFits(page, start)
  await page.goto('/admin/orders/new?view=board&full=1')
  await expectFits(page, start)
  // Nothing in a slot overlaps: the buttons are below the items.
  const slot = page
    .getByRole('list', { name: /^Orders to prepare/ })
    .locator(':scope > li')
    .first()
  const last = await slot.getByRole('list').getByRole('listitem').last().boundingBox()
  const button = await start.boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? Infinity)).toBeLessThanOrEqual(button?.y ?? 0)

  await page.goto(`/admin/order/pick/${first}`)
  const heading = page.locator('[aria-current=step] h2')
  await expectFits(page, page.getByRole('button', { name: /^Found, / }), heading)
  await call(api.pick.release, { body: { orderId: first ?? '' } })
  await page.goto(`/admin/orders/round?orders=${first},${second}`)
  await expectFits(page, page.getByRole('button', { name: /^Found for / }), heading)
  const bag = page.getByRole('listitem', { name: 'Order A' })
  expect((await bag.boundingBox())?.height).toBeLessThan(422)
  await page.goto('/admin/orders/put-backs')
  await expectFits(page, page.getByRole('button', { name: /^Put back done/ }).first())
  await page.goto('/admin/stock/receipts')
  await page.getByRole('searchbox', { name: 'Product or barcode' }).fill('Toned milk')
  await page.getByRole('list', { name: 'Products found' }).getByRole('button').first().click()
  await expectFits(page, page.getByRole('textbox', { name: 'Cost (₹)' }))
  await page.goto('/admin/manual/orders/new')
  const place = page.getByRole('link', { name: 'Place order of Devika Large' })
  await expectFits(page, place)
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect(page.getByRole('button', { name: /Account: / })).toBeInViewport({ ratio: 1 })
  }
  await place.click()
  await expectFits(page, page.getByRole('searchbox', { name: 'Product name' }))
})
