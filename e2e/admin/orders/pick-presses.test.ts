import { expect, test } from '../../test.ts'
import { packOf } from './pack-of.ts'

test('a scan right after a press counts on from it', async ({ staffPage: page, customer, call }) => {
  const milk = await packOf(call, 'Pressed milk', 'A1')
  const { _id: orderId } = await (await customer()).order({ items: [milk.item(3)] })
  await page.goto(`/admin/order/pick/${orderId}`)
  await expect(page.getByRole('button', { name: 'Found, Pressed milk' })).toBeVisible()
  // Before the screen is drawn, as on a slow tablet.
  await page.evaluate(`(() => {
    document.querySelector('[aria-label="Found, Pressed milk"]')
      .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
    for (const key of ${JSON.stringify([...milk.barcode, 'Enter'])})
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })()`)
  await expect(page.getByText('2 actions, 2 stored')).toBeVisible()
  await expect(page.getByLabel('2 of 3 found')).toBeVisible()
})

test('a long press on Found or on the count enters a figure, in a round too; a short one is a piece', async ({
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
  // Room for the name beside two figures of two digits.
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
  // No click followed the long press on Found; the keyboard's next one counts.
  await found.press('Enter')
  await expect(page.getByLabel('2 of 12 found')).toBeVisible()
  await page.goto(`/admin/orders/round?orders=${first._id},${second._id}`)
  await page.getByRole('button', { name: 'Found for A, Held milk' }).click({ delay: 700 })
  await figure.fill('12')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('A: 12 of 12 found')).toBeVisible()
})
