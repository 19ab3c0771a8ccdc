import { api } from '@kirana/contract'
import { freshKey } from '@kirana/contract/wire/request'
import type { Call } from '@kirana/testing/caller'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../test.ts'
import { aPlace } from '../products/product.ts'
import { scan } from '../scanner.ts'
import { withSecondPerson } from '../second-person.ts'

/**
 * Adds a product with one variant and a stock of 20 pieces, in a subcategory that no other test uses. The dialog offers
 * swaps from the same subcategory first, so products of other tests there would displace it.
 */
async function aPack(
  call: Call,
  title: string,
  sellingPrice: number,
  shelf: string,
  pack: { value: number; unit: 'GM' | 'Kilo' },
) {
  const { name: _, ...first } = await aPlace(call)
  const others = await call(api.subcategories.list, { query: { categoryId: first.catagory } })
  const place = { ...first, subcategory: others.at(-1)?._id ?? '' }
  const { _id: productId } = await call(api.products.add, {
    body: { ...place, title, subTitle: 'Pack', description: 'As it is', loyaltyPoint: 1 },
  })
  const { variant } = await call(api.variants.add, {
    body: { ...pack, productId, mrp: Math.max(60, sellingPrice), sellingPrice },
  })
  const variantId = variant[0]?.variantId ?? ''
  await call(api.stock.count, { body: { variantId, onHand: 20, reason: 'Test' } })
  const barcode = `890${String(Math.round(sellingPrice * 100)).padStart(9, '0')}`
  await call(api.stock.edit, { body: { variantId, shelf, lowAt: 0, byWeight: true, barcodes: [barcode] } })
  return { productId, variantId, barcode }
}

/** Replaces the sample store's charges by those of the worked example; returns a function that restores them. */
async function exampleCharges(call: Call) {
  const own = (await call(api.charges.list, {})).filter(({ isEnable }) => isEnable)
  for (const { _id, gstRate: _rate, gstRates: _rates, version: _version, ...charge } of own)
    await call(api.charges.edit, { body: { ...charge, chargeId: _id, isEnable: false } })
  const bounds = { minimumAmount: 0, maximumAmount: 0 }
  await call(api.charges.add, {
    body: { title: 'Delivery of the example', chargeAmount: 25, chargeType: 'Rupees', ...bounds },
  })
  await call(api.charges.add, {
    body: { title: 'Handling of the example', chargeAmount: 2, chargeType: 'Percentage', ...bounds },
  })
  return async () => {
    for (const { _id, title } of await call(api.charges.list, {}))
      if (title.endsWith('of the example')) await call(api.charges.remove, { params: { id: _id } })
    for (const { _id, gstRate: _rate, gstRates: _rates, version: _version, ...charge } of own)
      await call(api.charges.edit, { body: { ...charge, chargeId: _id, isEnable: true } })
  }
}

const rounded = (rupees: number) => Math.round(rupees * 100) / 100
const item = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

/** Makes a line the current one. A completed line is in the collapsed row. */
async function choose(page: Page, name: string) {
  const folded = page.getByRole('button', { name: /lines? done$/, expanded: false })
  if (await folded.isVisible()) await folded.click()
  await item(page, name).getByRole('button').click()
}

test('picking the worked example by press, scan, swap and weight gives its exact amounts, also without a network', async ({
  staffPage: page,
  customer,
  call,
  server,
}) => {
  const milk = await aPack(call, 'Example milk', 60, 'A10', { value: 500, unit: 'GM' })
  const curd = await aPack(call, 'Example curd', 45.5, 'A3', { value: 400, unit: 'GM' })
  const rice = await aPack(call, 'Example rice', 38, 'B1', { value: 1, unit: 'Kilo' })
  await aPack(call, 'Example thick curd', 52, 'A4', { value: 400, unit: 'GM' })
  await aPack(call, 'Example ghee', 69, 'A5', { value: 400, unit: 'GM' })
  const coupon = `PICK${freshKey().slice(0, 6).toUpperCase()}`
  await call(api.coupons.add, {
    body: { couponName: coupon, discount: 10, discountType: 'Percentage', minimumAmount: 200, days: 30 },
  })
  const restore = await exampleCharges(call)
  const meera = await customer()
  const walletOf = async () => (await meera.call(api.storeWallet.get, {})).money
  // Fills the wallet with the refund of an order that was paid in cash and then canceled.
  const { _id: earlier } = await meera.order({ lines: 8 })
  for (const status of ['Delivered', 'Canceled'] as const)
    await call(api.orders.changeStatus, {
      params: { orderId: earlier, status },
      query: { cash: 'collected' },
    })
  const before = await walletOf()
  const items = [
    { ...milk, quantity: 2 },
    { ...curd, quantity: 1 },
    { ...rice, quantity: 1 },
  ].map(({ productId, variantId, quantity }) => ({ productId, variantId, quantity }))
  const order = await meera.order({ items, coupon, payment: 'wallet' })
  await restore()
  expect(order.totalPrice).toBe(212.22)
  const paid = await walletOf()
  expect(rounded(before - paid)).toBe(212.22)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/orders/new?view=board')
  await page
    .getByRole('link', { name: `Start picking ${order.order_id.slice(order.order_id.lastIndexOf('-') + 1)}` })
    .click()
  const bill = page.getByRole('region', { name: 'Bill' })
  await expect(bill).toContainText('₹212.22')
  // In the order of the shelves: A3, A10, B1.
  const lines = page.getByRole('list', { name: 'Items to pick' })
  await expect(lines.getByRole('listitem')).toContainText(['Example curd', 'Example milk', 'Example rice'])
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('button', { name: 'Swap, Example curd' }).click()
  await page.getByRole('checkbox', { name: /^The customer agreed to pay more/ }).check()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('dialog').getByRole('button', { name: 'Example thick curd' }).click()
  await choose(page, 'Example curd')
  await expect(item(page, 'Example curd')).toContainText('for ₹45.50, as the customer agreed')
  await page.getByRole('button', { name: 'Start again, Example curd' }).click()
  // A swap that costs more than 1.5 times the curd.
  await page.getByRole('button', { name: 'Swap, Example curd' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Example ghee' }).click()
  await expect(dialog).toContainText('Example ghee for ₹69.00 replaces Example curd for ₹45.50')
  await dialog.getByRole('button', { name: 'Swap', exact: true }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Give a reason/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByLabel('Reason').fill('No other curd is fresh')
  await dialog.getByRole('button', { name: 'Swap', exact: true }).click()
  await choose(page, 'Example curd')
  await expect(item(page, 'Example curd')).toContainText('Instead 1 × Example ghee')
  await page.getByRole('button', { name: 'Start again, Example curd' }).click()
  await page.getByRole('button', { name: 'Swap, Example curd' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Example thick curd' }).click()
  await expect(item(page, 'Example curd')).toContainText('Instead 1 × Example thick curd, 400 GM for ₹45.50')
  // No field has the focus when the scanner types.
  await page.getByRole('heading', { level: 1 }).click()
  await scan(page, milk.barcode)
  await expect(item(page, 'Example milk').getByLabel('1 of 2 found')).toBeVisible()

  await expect(bill).toContainText('6 actions, 6 stored')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Missing, Example milk' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Not there/ })
    .click()
  await page.getByRole('button', { name: 'Weigh, Example rice' }).click()
  await dialog.getByRole('textbox').fill('1')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Example rice must weigh from 500 to 2,000 g')
  await dialog.getByRole('textbox').fill('920')
  await page.keyboard.press('Enter')
  await expect(bill).toContainText('₹154.22')
  await expect(bill.getByRole('definition')).toHaveText(['₹212.22', '₹154.22', '₹58.00'])
  await expect(bill).toContainText('Back to the wallet')
  await expect(bill).toContainText('8 actions, 6 stored')
  await page.context().setOffline(false)
  await expect(bill).toContainText('8 actions, 8 stored')

  await withSecondPerson(server, 58, async (superadmin) => {
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Waiting for approval' })).toBeVisible()
    await expect(bill.getByRole('button', { name: 'Waiting for approval' })).toBeDisabled()
    await expect(bill).toContainText('8 actions, 8 stored')
    await expectAccessible(page)
    const as = { as: 'superadmin' } as const
    const [asked] = await superadmin(api.approvals.list, { query: as })
    expect(asked).toMatchObject({ kind: 'pick', amount: 58, order: { order_id: order.order_id } })
    await superadmin(api.approvals.approve, { params: { id: asked?._id ?? '' }, query: as })
    await expect(page.getByText('The order is Prepeared.')).toBeVisible()
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(bill).toContainText('9 actions, 9 stored')
  await page.goto(`/admin/order/get/${order._id}`)
  // Subtotal, coupon, delivery, handling (27.81 together), total.
  await expect(page.getByRole('region', { name: 'Items' }).getByRole('definition')).toContainText([
    '₹140.46',
    '₹14.05',
    '₹25',
    '₹2.81',
    '₹154.22',
  ])
  expect(rounded((await walletOf()) - paid)).toBe(58)
  await expect(page.getByText('instead 1 × Example thick curd, 400 GM')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('1 missing (not there)')
  const [kept] = (await meera.call(api.storeOrders.list, { query: {} })).orders
  expect(kept).toMatchObject({ totalPrice: 154.22, placedTotal: 212.22 })

  // When a packed order is canceled, every open screen shows what to put back on which shelf.
  const open = await page.context().newPage()
  await open.goto('/admin/orders/new?view=board')
  await expect(open.getByText('Live', { exact: true })).toBeVisible()
  await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Canceled' }, query: {} })
  // The first card stays near the top of the board below the notices about sound and put-backs.
  await open.setViewportSize({ width: 390, height: 844 })
  const first = open
    .getByRole('list', { name: 'Orders to prepare, oldest first' })
    .getByRole('listitem')
    .first()
  await meera.order()
  await expect(first).toBeVisible()
  await expect(open.getByText('Sound is off.', { exact: true })).toBeVisible()
  await expect(open.getByRole('link', { name: /^\d+ to put back$/ })).toBeVisible()
  expect((await first.boundingBox())?.y).toBeLessThanOrEqual(281)
  await open.getByRole('link', { name: /^\d+ to put back$/ }).click()
  const back = open
    .getByRole('list', { name: 'To put back, in the order of the shelves' })
    .getByRole('listitem')
    .filter({ hasText: order.order_id })
  await expect(back).toContainText([
    /A4.*1 × Example thick curd, 400 GM/,
    /A10.*1 × Example milk, 500 GM/,
    /B1.*1 × Example rice/,
  ])
  const card = page.getByRole('region', { name: 'Put back' })
  await expect(card.getByRole('listitem').first()).toHaveText('A41 × Example thick curd, 400 GM')
  await back
    .first()
    .getByRole('button', { name: /^Put back done/ })
    .click()
  await expect(back).toHaveCount(2)
  // The focus moves to the next row, which may belong to another order.
  await expect(open.locator(':focus')).toHaveAccessibleName(/^Put back done/)
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(open)
  for (const left of [1, 0]) {
    // A press right after the previous one is ignored.
    await open.waitForTimeout(320)
    await back
      .first()
      .getByRole('button', { name: /^Put back done/ })
      .click()
    await expect(back).toHaveCount(left)
  }
  await expect(card).toBeHidden()
})
