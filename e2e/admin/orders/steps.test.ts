import { expect, test } from '../../test.ts'

test('sets the next status in one press, takes it back, and goes on to the next order', async ({
  staffPage: page,
  customer,
}) => {
  const meera = await customer()
  const [first, second] = [await meera.order(), await meera.order()]
  await page.goto('/admin/orders/new?view=board')
  await page.getByRole('link', { name: first.order_id }).click()
  await page.getByRole('button', { name: 'Set Prepeared' }).click()
  await expect(page.getByRole('button', { name: `Undo, ${first.order_id}` })).toBeVisible()
  await expect(page.getByLabel('Delivery Status')).toHaveValue('Prepeared')
  await page.keyboard.press('Control+z')
  await expect(page.getByLabel('Delivery Status')).toHaveValue('Confirmed')
  // With another status chosen, only Save changes it.
  await page.getByLabel('Delivery Status').selectOption('Dispatched')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set Prepeared' })).toHaveCount(0)
  await page.getByLabel('Delivery Status').selectOption('Confirmed')
  await expect(page.getByRole('button', { name: 'Set Prepeared' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByLabel('Delivery Status')).toHaveValue('Prepeared')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: second.order_id })).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/admin/orders/new?view=board')
})
