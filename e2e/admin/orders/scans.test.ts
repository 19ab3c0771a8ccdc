import { api } from '@kirana/contract'
import type { Call } from '@kirana/testing/caller'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../test.ts'
import { aPlace } from '../products/product.ts'
import { scan, scanAtOnce } from '../scanner.ts'

const notice = (page: Page) => page.getByRole('status').filter({ hasText: /waiting|waits|Unknown code/ })

/** The status changes that the page sends from now on. */
function statusChanges(page: Page) {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/change/delivary/status/')) sent.push(request.url())
  })
  return sent
}

test('a scan in packing mode activates no card, whatever has the focus; a digit starts picking the order in that slot', async ({
  staffPage: page,
  customer,
}) => {
  const meera = await customer()
  for (let n = 0; n < 3; n++) await meera.order()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/orders/new?view=board&full=1')
  const cards = page.getByRole('list', { name: /^Orders to prepare/ }).locator('> li')
  await expect(cards.nth(2)).toBeVisible()
  const sent = statusChanges(page)
  for (const end of [['Enter'], ['Tab'], []] as const) {
    await scan(page, '2135467980', end)
    await expect(notice(page)).toContainText('Unknown code 2135467980')
    await notice(page).getByRole('button', { name: 'Close' }).click()
    await expect(notice(page)).toHaveCount(0)
  }
  // The focused button receives neither the spaces nor Enter of a scan.
  await cards
    .nth(1)
    .getByRole('link', { name: /^Start picking/ })
    .focus()
  await scan(page, 'AB 12 34')
  await expect(notice(page)).toContainText('Unknown code AB 12 34')
  // A QR code scanned by mistake. If only its last part were read, that would be too short for a scan, and Enter would
  // press the button.
  await scan(page, 'https://a.in/q?b=1/c')
  await expect(notice(page)).toContainText('Unknown code https://a.in/q?b=1/c')
  // An open dialog rejects scans.
  await cards
    .nth(0)
    .getByRole('button', { name: /^Items of/ })
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await scan(page, '2135467980')
  await expect(page.getByText('Close this first')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  expect(sent).toEqual([])
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The slot is marked immediately.
  const marked = await page.evaluate(`(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '2', bubbles: true }))
    return document.querySelectorAll('[data-slot]')[1].hasAttribute('data-marked')
  })()`)
  expect(marked).toBe(true)
  await expect(page).toHaveURL(/\/admin\/order\/pick\//)
  expect(sent).toEqual([])
})

/** Adds a product with a pack of 500 g and a stock of nine pieces on a shelf. */
async function onShelf(
  call: Call,
  { title, ...shelved }: { title: string; shelf: string; barcodes: string[] },
) {
  const { name: _, ...place } = await aPlace(call)
  const { _id: productId } = await call(api.products.add, {
    body: { ...place, title, subTitle: 'Jar', description: 'As it is', loyaltyPoint: 1 },
  })
  const { variant } = await call(api.variants.add, {
    body: { productId, value: 500, unit: 'GM', mrp: 60, sellingPrice: 50 },
  })
  const variantId = variant[0]?.variantId ?? ''
  await call(api.stock.edit, { body: { variantId, lowAt: 0, ...shelved } })
  await call(api.stock.count, { body: { variantId, onHand: 9, reason: 'Test' } })
  return { productId, variantId }
}

test('the board opens a scanned order, and describes a scanned product without moving a card', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const { productId, variantId } = await onShelf(call, {
    title: 'Scanned ghee',
    shelf: 'C7',
    barcodes: ['8907123456'],
  })
  const meera = await customer()
  const order = await meera.order({ items: [{ productId, variantId, quantity: 1 }] })
  await page.goto('/admin/orders/new?view=board')
  const list = page.getByRole('list', { name: /^Orders to prepare/ })
  await expect(list).toBeVisible()
  // Titles wrap differently once the font has loaded.
  await page.evaluate('document.fonts.ready.then(() => {})')
  const before = await list.boundingBox()
  await scan(page, '8907123456')
  await expect(notice(page)).toContainText('Scanned ghee, 500 GM')
  await expect(notice(page)).toContainText('Shelf C7 · 9 on hand · 1 order waiting')
  expect(await list.boundingBox()).toEqual(before)
  const start = notice(page).getByRole('link', { name: /^Start picking/ })
  await expect(start).toHaveAttribute('href', `/admin/order/pick/${order._id}`)
  // Checked last, because on a busy machine it takes longer than the notice is shown.
  await expectAccessible(page)
  await scanAtOnce(page, order.order_id.toLowerCase().replace('-', ''))
  await expect(page).toHaveURL(`/admin/order/pick/${order._id}`)
  await expect(page.getByRole('button', { name: 'Found, Scanned ghee' })).toBeVisible()

  await page.goto('/admin/orders/new?view=board')
  await expect(list).toBeVisible()
  await call(api.orders.changeStatus, {
    params: { orderId: order._id, status: 'Prepeared' },
    query: {},
  })
  await scanAtOnce(page, order.order_id)
  await expect(page).toHaveURL(`/admin/order/get/${order._id}`)
  // On the order page a scan saves no status either, with the focus on the select or on Save, and it opens the scanned
  // order.
  const sent = statusChanges(page)
  const status = page.getByLabel('Delivery Status')
  await status.focus()
  // As keys, O would choose 'Out for Delivary', and Enter would save it.
  await scan(page, 'OX-2135467980')
  await expect(notice(page)).toContainText('Unknown code OX-2135467980')
  await expect(status).toHaveValue('Prepeared')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  await status.selectOption('Dispatched')
  await page.getByRole('button', { name: 'Save', exact: true }).focus()
  await scan(page, 'upi://pay?pa=kirana')
  await expect(notice(page)).toContainText('Unknown code upi://pay?pa=kirana')
  // Longer than a barcode may be.
  const long = `upi://pay?pa=kirana@okbank&tn=${'9'.repeat(90)}`
  await scanAtOnce(page, long)
  await expect(notice(page)).toContainText(`Unknown code ${long}`)
  await expect(status).toHaveValue('Dispatched')
  const next = await meera.order()
  await status.focus()
  await scan(page, next.order_id)
  await expect(page).toHaveURL(`/admin/order/pick/${next._id}`)
  expect(sent).toEqual([])
})

test('the notice of a scan closes after 8 s', async ({ staffPage: page }) => {
  await page.clock.install()
  await page.goto('/admin/orders/new?view=board')
  await expect(page.getByRole('list', { name: /^Orders to prepare/ })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await scanAtOnce(page, '8900000000017')
  const isShown = async () => {
    await page.clock.runFor(50)
    return notice(page).isVisible()
  }
  await expect.poll(isShown).toBe(true)
  await page.clock.runFor(7800)
  await expect(notice(page)).toContainText('Unknown code 8900000000017')
  await page.clock.runFor(200)
  await expect(notice(page)).toBeHidden()
})

test('a scan is typed into a search field, but not into a number field', async ({
  staffPage: page,
  call,
}) => {
  const title = 'Ghee on a shelf of figures'
  await onShelf(call, { title, shelf: '7123', barcodes: [] })
  await page.goto('/admin/stock')
  await page.getByRole('searchbox').focus()
  await scan(page, '7123')
  await expect(page).toHaveURL(/search=7123/)
  // Wait for the search result, because the previous rows stay until then and give the columns other widths.
  await expect(page.getByRole('table', { name: 'Stock' })).toHaveAttribute('aria-busy', 'false')
  const count = page.getByRole('button', { name: new RegExp(`^Count ${title}`) })
  await count.click()
  const pieces = page.getByRole('spinbutton')
  await pieces.fill('7')
  await scan(page, '8907654321')
  await expect(page).toHaveURL(/search=8907654321/)
  // Wait until the row with its form has left the list.
  await expect(pieces).toHaveCount(0)
  await page.goBack()
  await count.click()
  await pieces.fill('7')
  await scan(page, '7123', ['Tab'])
  await expect(pieces).toHaveValue('7')
  await expect(pieces).toBeFocused()
})
