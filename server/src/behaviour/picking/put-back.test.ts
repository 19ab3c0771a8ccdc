import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pickerOf, pickExample, workedExample } from '../../testing/picking.ts'
import { interleave } from '../../testing/races/interleave.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const { t, make, staff } = await staffApp()
const picker = pickerOf(t, staff)
const change = (orderId: string, status: DeliveryStatusName) =>
  t.call(api.orders.changeStatus, { params: { orderId, status }, query: { discardPick: 'true' } }, staff)
const putBacks = async (orderId?: string) =>
  (await t.call(api.pickRecords.putBacks, { query: orderId === undefined ? {} : { orderId } }, staff)).data
const done = (orderId: string, variantId?: string) =>
  t.call(api.pickRecords.putBack, { body: { orderId, ...(variantId !== undefined && { variantId }) } }, staff)
const shelve = (variantId: string, shelf: string) =>
  t.call(api.stock.edit, { body: { variantId, shelf, lowAt: 0, barcodes: [] } }, staff)
const lastEvent = async () =>
  (await t.db.execute<{ id: string }>(sql`SELECT id::text FROM live_events ORDER BY id DESC LIMIT 1`))
    .rows[0] ?? {
    id: '',
  }
const events = async () =>
  (await t.db.execute(sql`SELECT type, subject FROM live_events ORDER BY id DESC LIMIT 1`)).rows

test('the packed items of a canceled order are listed by shelf until they are put back', async () => {
  const { ordered, other, milk } = await workedExample(make)
  await shelve(milk.item().variantId, 'B2')
  await shelve(other.item().variantId, 'A3')
  const { _id: id, order_id: number } = await make.anOrder(ordered)
  await pickExample(picker, id, other.item().variantId)
  await picker.done(id)
  expect(await putBacks()).toEqual([])
  await change(id, 'Canceled')
  const expected = {
    orderId: id,
    order_id: number,
    by: 'Asha (staff)',
    items: [
      { productTitle: 'Thick curd', productQuantity: '500 GM', quantity: 1, shelf: 'A3' },
      { productTitle: 'Milk', productQuantity: '500 GM', quantity: 1, shelf: 'B2' },
      { productTitle: 'Rice', quantity: 1, shelf: '' },
    ],
  }
  expect(await putBacks()).toMatchObject([expected])
  expect(await putBacks(id)).toMatchObject([expected])
  expect(await putBacks('else')).toEqual([])

  expect(await done(id)).toMatchObject({ status: 200, message: 'Put back successfully' })
  expect(await events()).toEqual([{ type: 'order.changed', subject: id }])
  expect(await putBacks()).toEqual([])
  expect((await done(id)).status).toBe(200)

  // The items of a reopened order are in its bag again; when it is canceled again, they must be put back again.
  await change(id, 'Prepeared')
  expect(await putBacks()).toEqual([])
  await change(id, 'Canceled')
  expect(await putBacks()).toMatchObject([expected])
  await change(id, 'Dispatched')
  expect(await putBacks()).toEqual([])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('items are put back one by one, by two people at once; the last one completes the order', async () => {
  const [milk, curd, rice] = [await make.aProduct(), await make.aProduct(), await make.aProduct()]
  const { _id: id } = await make.anOrder({ items: [milk.item(2), curd.item(), rice.item()] })
  await change(id, 'Prepeared')
  await change(id, 'Canceled')
  const left = async () => (await putBacks())[0]?.items.map(({ variantId }) => variantId) ?? []
  const [first, second, third] = [milk, curd, rice].map((one) => one.item().variantId)
  expect(await left()).toEqual([first, second, third])
  expect((await done(id, third)).status).toBe(200)
  expect(await left()).toEqual([first, second])
  const { id: before } = await lastEvent()
  // A repeated call, an unknown id and a malformed id change nothing.
  for (const variantId of [third, id, 'x']) expect((await done(id, variantId)).status).toBe(200)
  expect((await lastEvent()).id).toBe(before)
  await Promise.all([done(id, first), done(id, second)])
  expect(await left()).toEqual([])
  expect(await putBacks(id)).toEqual([])
  const { rows } = await t.db.execute(
    sql`SELECT done_at IS NOT NULL AS "isDone", done_by AS by FROM put_backs`,
  )
  expect(rows).toEqual([{ isDone: true, by: 'Asha' }])
})

test('the items found so far are listed when an order is canceled while it is picked', async () => {
  const { ordered, other } = await workedExample(make)
  const { _id: id } = await make.anOrder(ordered)
  await picker.claim(id)
  await picker.line({ orderId: id, line: 1, found: 1 })
  await picker.line({ orderId: id, line: 2, swap: { variantId: other.item().variantId, quantity: 1 } })
  await change(id, 'Canceled')
  expect((await putBacks()).map(({ items }) => items)).toMatchObject([
    [
      { productTitle: 'Milk', quantity: 1 },
      { productTitle: 'Thick curd', quantity: 1 },
    ],
  ])
})

test('a piece that is found while the order is canceled is either put back or refused', async () => {
  const customer = await make.aCustomer()
  const line = (orderId: string) => () => picker.line({ orderId, line: 1, found: 1 })
  const cancel = (id: string) => () => t.call(api.storeOrders.cancel, { params: { id } }, customer)
  const claimed = async () => {
    const { _id: id } = await make.anOrder({ customer })
    await picker.claim(id)
    return id
  }
  const [early, late] = [await claimed(), await claimed()]
  const [, refused] = await interleave(t, cancel(early), line(early))
  expect(refused).toMatchObject({ status: 409, message: 'Canceled: put everything back' })
  expect(await putBacks(early)).toEqual([])
  const [accepted] = await interleave(t, line(late), cancel(late))
  expect(accepted.status).toBe(200)
  expect(await putBacks(late)).toMatchObject([{ items: [{ quantity: 1 }] }])
})

test('pieces of a line and of a swap for another are one entry, when they are of one variant', async () => {
  const { ordered, milk } = await workedExample(make)
  const { _id: id } = await make.anOrder(ordered)
  await picker.claim(id)
  await picker.line({ orderId: id, line: 1, found: 1 })
  await picker.line({ orderId: id, line: 2, swap: { variantId: milk.item().variantId, quantity: 1 } })
  await change(id, 'Canceled')
  expect((await putBacks()).map(({ items }) => items)).toMatchObject([
    [{ variantId: milk.item().variantId, productTitle: 'Milk', quantity: 2 }],
  ])
})

test('nothing is to be put back of an order that never left the shelves', async () => {
  const { ordered } = await workedExample(make)
  const { _id: id } = await make.anOrder(ordered)
  await change(id, 'Canceled')
  expect(await putBacks()).toEqual([])
  expect((await done('else')).status).toBe(404)
})
