import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { pickerOf } from '../testing/picking.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff } = await staffApp()
const scan = async (code: string) => (await t.call(api.scans.find, { params: { code } }, staff)).data

test('finds an order by its number in any case, with or without its hyphen, and an open one by its last digits', async () => {
  const { _id, order_id: number } = await make.anOrder()
  const order = { _id, order_id: number, delivaryStatus: 'Confirmed' }
  const tail = number.slice(number.indexOf('-') + 1)
  for (const code of [number, number.toLowerCase(), number.replace('-', ''), tail])
    expect(await scan(code)).toEqual({ orders: [order], product: null })
  await t.call(api.orders.changeStatus, { params: { orderId: _id, status: 'Delivered' }, query: {} }, staff)
  expect(await scan(tail)).toEqual({ orders: [], product: null })
  expect(await scan(number)).toEqual({ orders: [{ ...order, delivaryStatus: 'Delivered' }], product: null })
  expect(await scan('4006381333931')).toEqual({ orders: [], product: null })
})

test('finds a product by its barcode, with the orders that wait for it', async () => {
  const milk = await make.aProduct({ title: 'Milk' })
  const { variantId } = milk.item()
  const edit = { variantId, shelf: 'A3', lowAt: 0, barcodes: ['8901234567894'] }
  await t.call(api.stock.edit, { body: edit }, staff)
  await t.call(api.stock.count, { body: { variantId, onHand: 9, reason: 'Test' } }, staff)
  const [first, second] = [
    await make.anOrder({ items: [milk.item(2)] }),
    await make.anOrder({ items: [milk.item()] }),
  ]
  const product = { productTitle: 'Milk', shelf: 'A3', onHand: 9 }
  const oldest = ({ _id, order_id: number }: typeof first) => ({ _id, order_id: number })
  expect(await scan('8901234567894')).toMatchObject({
    orders: [],
    product: { ...product, waiting: 2, oldest: oldest(first) },
  })
  await pickerOf(t, staff).claim(first._id)
  expect(await scan('8901234567894')).toMatchObject({ product: { waiting: 1, oldest: oldest(second) } })
})
