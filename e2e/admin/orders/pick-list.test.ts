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
