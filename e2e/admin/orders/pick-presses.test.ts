import { api } from '@kirana/contract'
import type { OrderRow } from '@kirana/contract/orders'
import type { Call } from '@kirana/testing/caller'
import { expect, test } from '../../test.ts'
import { scanAtOnce } from '../scanner.ts'
import { packOf } from './pack-of.ts'
import { turnTo } from './pack.ts'

test('a scan right after a press adds to its count', async ({ staffPage: page, customer, call }) => {
  const milk = await packOf(call, 'Pressed milk', 'A1')
  const { _id: orderId } = await (await customer()).order({ items: [milk.item(3)] })
  await page.goto(`/admin/order/pick/${orderId}`)
  await expect(page.getByRole('button', { name: 'Found, Pressed milk' })).toBeVisible()
  // Press and scan before the next frame, as on a slow tablet.
  await page.evaluate(`(() => {
    document.querySelector('[aria-label="Found, Pressed milk"]')
      .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
    for (const key of ${JSON.stringify([...milk.barcode, 'Enter'])})
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })()`)
  await expect(page.getByText('2 actions, 2 stored')).toBeVisible()
  await expect(page.getByLabel('2 of 3 found')).toBeVisible()
})

test('two presses before the next frame count as two pieces, in a round for the order that comes next', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const milk = await packOf(call, 'Hasty milk', 'A1')
  const meera = await customer()
  const [single, first, second] = [
    await meera.order({ items: [milk.item(3)] }),
    await meera.order({ items: [milk.item(1)] }),
    await meera.order({ items: [milk.item(2)] }),
  ]
  const pressTwice = (label: string) =>
    page.evaluate(`for (const _ of [1, 2])
      document.querySelector('[aria-label="${label}"]')
        .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))`)
  await page.goto(`/admin/order/pick/${single._id}`)
  await expect(page.getByRole('button', { name: 'Found, Hasty milk' })).toBeVisible()
  await pressTwice('Found, Hasty milk')
  await expect(page.getByText('2 actions, 2 stored')).toBeVisible()
  await expect(page.getByLabel('2 of 3 found')).toBeVisible()
  // The first press completes the line, so the second one is ignored.
  await pressTwice('Found, Hasty milk')
  await expect(page.getByText('3 actions, 3 stored')).toBeVisible()
  await page.goto(`/admin/orders/round?orders=${first._id},${second._id}`)
  await expect(page.getByRole('button', { name: 'Found for A, Hasty milk' })).toBeVisible()
  await pressTwice('Found for A, Hasty milk')
  await expect(page.getByText('2 actions, 2 stored')).toBeVisible()
  await expect(page.getByLabel('A: 1 of 1 found')).toBeVisible()
  await expect(page.getByLabel('B: 1 of 2 found')).toBeVisible()
})

test('a long press on Found or on the count asks for a number, also in a round; a short press is one piece', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const milk = await packOf(call, 'Held milk', 'A1')
  const meera = await customer()
  const [first, second] = [
    await meera.order({ items: [milk.item(12)] }),
    await meera.order({ items: [milk.item(9)] }),
  ]
  const dialog = page.getByRole('dialog', { name: /^Found: Held milk/ })
  const figure = dialog.getByRole('textbox')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/order/pick/${first._id}`)
  const found = page.getByRole('button', { name: 'Found, Held milk' })
  await found.click()
  const count = page.getByLabel('1 of 12 found')
  await expect(count).toBeVisible()
  // The name has enough space beside two numbers of two digits.
  expect(
    (await page.getByRole('heading', { name: 'Held milk' }).boundingBox())?.width,
  ).toBeGreaterThanOrEqual(120)
  for (const held of [found, count]) {
    await held.click({ delay: 700 })
    await expect(figure).toHaveValue('1')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await expect(count).toBeVisible()
  // The long press on Found caused no click, and the next key press counts.
  await found.press('Enter')
  await expect(page.getByLabel('2 of 12 found')).toBeVisible()
  await page.goto(`/admin/orders/round?orders=${first._id},${second._id}`)
  await page.getByRole('button', { name: 'Found for A, Held milk' }).click({ delay: 700 })
  await figure.fill('12')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('A: 12 of 12 found')).toBeVisible()
})

/** The Confirmed order with the earliest promised time that is not being picked. */
async function nextToPick(call: Call) {
  const rows: OrderRow[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list = await call(api.orders.list, { params: { page }, query: { keywords: 'Confirmed' } })
    rows.push(...list.data)
    pages = list.totalPages
  }
  const isFree = ({ pick }: OrderRow) =>
    !pick || (pick.state === 'claimed' && pick.until !== null && Date.parse(pick.until) < Date.now())
  // '10–15 min' is a promise of 15 minutes.
  const promised = ({ dateAndTime, deliveryTime }: OrderRow) =>
    Date.parse(dateAndTime) + Math.max(...(deliveryTime.match(/\d+/g) ?? []).map(Number)) * 60_000
  return rows.filter(isFree).toSorted((a, b) => promised(a) - promised(b) || a.orderNumber - b.orderNumber)[0]
}

test('picking from packing mode leads to the next order and back to the same page; a scan chooses a swap', async ({
  staffPage: page,
  customer,
  call,
}) => {
  const milk = await packOf(call, 'Led milk', 'A1')
  const { productId } = milk.item(1)
  const { variant } = await call(api.variants.add, {
    body: { productId, value: 1, unit: 'Kilo', mrp: 60, sellingPrice: 55 },
  })
  const { variantId = '' } = variant.at(-1) ?? {}
  const barcode = `892${Date.now()}`
  await call(api.stock.edit, { body: { variantId, shelf: 'A2', lowAt: 0, barcodes: [barcode] } })
  const meera = await customer()
  for (let n = 0; n < 9; n++) await meera.order()
  const order = await meera.order({ items: [{ ...milk.item(1), ifMissing: 'refund' }] })
  // More orders, so that the board still has this page after the order has left it.
  for (let n = 0; n < 2; n++) await meera.order()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/orders/new?view=board&full=1')
  const start = page.getByRole('link', { name: `Start picking ${order.order_id.split('-')[1]}` })
  const place = page.getByRole('group', { name: 'Pages' })
  await turnTo(page, start)
  const left = (await place.textContent())?.split(' of ')[0]
  expect(left).not.toBe('1')
  await start.press('Enter')

  // The customer chose a refund instead of a swap, so Refund has the focus.
  await page.getByRole('button', { name: 'Swap, Led milk' }).click()
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Swap anyway' }).click()
  const swap = page.getByRole('dialog', { name: 'Swap Led milk' })
  // Another pack size of the same product comes first.
  await expect(swap.getByRole('listitem').first()).toContainText('1 Kilo · ₹55.00 · ₹5.00 more each')
  await scanAtOnce(page, barcode)
  await expect(swap).toHaveCount(0)
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(page.getByRole('link', { name: /^Next order/ })).toBeFocused()
  const expected = await nextToPick(call)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/order/pick/${expected?._id}`)
  const release = page.getByRole('button', { name: 'Release' })
  const takeOver = page.getByRole('button', { name: 'Take over' })
  // Another picker may have started the next order and let the claim expire, as in the sample store.
  await expect(release.or(takeOver)).toBeVisible()
  if (await takeOver.isVisible()) await takeOver.click()
  await expect(release).toBeVisible()
  await page.getByRole('link', { name: 'Back to the board' }).click()
  await expect(page).toHaveURL('/admin/orders/new?view=board&full=1')
  await expect(place).toContainText(`${left} of `)
  // The orders that this user is picking come first.
  await page.goto('/admin/orders/new?view=board')
  const cards = page.getByRole('list', { name: /^Orders to prepare/ }).locator('> li')
  await expect(cards.first()).toContainText('You are picking')
  await expect(cards.filter({ hasText: expected?.order_id ?? '' })).toContainText('You are picking')
  await call(api.pick.release, { body: { orderId: expected?._id ?? '' } })
})
