import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { pickerOf } from '../../testing/picking.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff } = await staffApp()
const picker = pickerOf(t, staff)

test('the screen shows what the customer wants if an item is missing, and where a scanned item belongs', async () => {
  const [milk, oil] = [await make.aProduct({ title: 'Milk' }), await make.aProduct({ title: 'Oil' })]
  const { variantId } = oil.item()
  await t.call(api.stock.edit, { body: { variantId, shelf: 'B2', lowAt: 0, barcodes: ['8901'] } }, staff)
  const items = [{ ...milk.item(), ifMissing: 'call' as const }, oil.item()]
  const { _id: orderId, products: lines } = await make.anOrder({ items })
  expect(lines.map(({ ifMissing }) => ifMissing)).toEqual(['call', undefined])
  expect((await picker.get(orderId)).data.lines).toMatchObject([
    { productTitle: 'Oil', shelf: 'B2', barcodes: ['8901'], ifMissing: '' },
    { productTitle: 'Milk', shelf: '', ifMissing: 'call' },
  ])
  const find = (code: string) => t.call(api.pick.find, { params: { code } }, staff)
  expect((await find('8901')).data).toEqual({ productTitle: 'Oil', productQuantity: '500 GM', shelf: 'B2' })
  expect((await find('8902')).data).toBeNull()
  const wrong = [{ ...milk.item(), ifMissing: 'never' as never }]
  expect(await make.tryOrder({ items: wrong })).toMatchObject({
    status: 400,
    message: 'If missing must be swap, refund or call',
  })
})
