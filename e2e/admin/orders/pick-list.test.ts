import { api } from '@kirana/contract'
import { expect, test } from '../../test.ts'
import { packOf } from './pack-of.ts'

test('the pick list is sorted by shelf like the picking screen, with lines without a shelf last', async ({
  staffPage: page,
  customer,
  call,
}) => {
  await page.addInitScript('window.print = () => {}')
  const shelves = ['', 'B1', 'A10', 'A3']
  const packs = []
  for (const shelf of shelves) packs.push(await packOf(call, `Listed ${shelf || 'nowhere'}`, shelf))
  const order = await (await customer()).order({ items: packs.map(({ item }, n) => item(n + 1)) })
  await page.goto(`/admin/order/get/${order._id}`)
  await page.getByRole('button', { name: 'Print pick list' }).click()
  await expect(page.locator('.sheet')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  const rows = page.locator('.sheet').getByRole('row')
  await expect(rows).toHaveText([/Shelf/, /A3.*4 ×/, /A10.*3 ×/, /B1.*2 ×/, /–.*1 ×.*Listed nowhere/])
})

test('the board and the slip of a picked order list what is in the bag', async ({
  staffPage: page,
  customer,
  call,
}) => {
  await page.addInitScript('window.print = () => {}')
  const milk = await packOf(call, 'Bagged milk', 'A1')
  const ghee = await packOf(call, 'Bagged ghee', 'A2')
  const other = await packOf(call, 'Bagged other ghee', 'A3')
  const items = [milk.item(3), ghee.item(2)]
  const { _id: orderId, order_id: number } = await (await customer()).order({ items })
  const swap = other.item(2)
  const results = [
    { found: 1, short: { quantity: 2, reason: 'not there' } },
    { swap: { variantId: swap.variantId, quantity: swap.quantity } },
  ] as const
  await call(api.pick.claim, { body: { orderId } })
  for (const [n, result] of results.entries())
    await call(api.pick.line, { body: { orderId, line: n + 1, actionId: `bag ${n}`, ...result } })
  await call(api.pick.done, { body: { orderId, actionId: 'bag done' } })

  await page.goto('/admin/orders/new?view=board&stage=Prepeared')
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: number })
  await expect(card.getByRole('list', { name: 'Items' }).getByRole('listitem')).toHaveText([
    /^1 × ?Bagged milk/,
    /^2 × ?Bagged other ghee/,
  ])
  await page.getByRole('button', { name: `Items of ${number}` }).click()
  const sheet = page.getByRole('dialog', { name: number })
  await expect(sheet.getByRole('listitem')).toHaveText([
    /^1 × ?Bagged milk 500 GM$/,
    /^2 × ?Bagged other ghee 500 GM ?instead of Bagged ghee$/,
  ])
  await expect(sheet).toContainText('2 lines, 3 pieces')
  await sheet.getByRole('button', { name: `Print slip, ${number}` }).click()
  const slip = page.locator('.sheet')
  await expect(slip).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(slip.locator('tr')).toHaveText([
    /^1 × ?Bagged milk, 500 GM$/,
    /^2 × ?Bagged other ghee, 500 GM ?instead of Bagged ghee$/,
  ])
  await expect(slip).toContainText('3 pieces')
})
