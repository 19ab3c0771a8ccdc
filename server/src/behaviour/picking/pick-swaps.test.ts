import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { pickerOf } from '../../testing/picking.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff } = await staffApp()
const picker = pickerOf(t, staff)

test('proposes available replacements of a line: sizes of the product first, then the same subcategory, then the nearest price', async () => {
  const path = async () => {
    const { section, category, subcategory } = await make.aSubcategory()
    return { sectionId: section.id, categoryId: category.id, subcategoryId: subcategory.id }
  }
  const shelf = await path()
  const priced = (title: string, sellingPrice: number) =>
    make.aProduct({ ...shelf, title, variants: [{ sellingPrice }] })
  const milk = await make.aProduct({
    ...shelf,
    title: 'Milk',
    variants: [{ sellingPrice: 6_000 }, { sellingPrice: 11_000, quantity: 1_000_000 }],
  })
  const gone = await priced('Gone', 6_000)
  await priced('Dear', 9_000)
  await priced('Near', 5_800)
  await make.aProduct({ title: 'Elsewhere' })
  const none = { variantId: gone.item().variantId, onHand: 0, reason: 'Test' }
  await t.call(api.stock.count, { body: none }, staff)
  const { _id: orderId } = await make.anOrder({ items: [milk.item()] })
  const { data } = await picker.swaps(orderId, 1)
  expect(data.map(({ productTitle, difference }) => [productTitle, difference])).toEqual([
    ['Milk', 50],
    ['Near', -2],
    ['Dear', 30],
  ])
})
