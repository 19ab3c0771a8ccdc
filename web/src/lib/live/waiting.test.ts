import type { ManualOrder } from '@kirana/contract/manual-orders'
import type { OrderRow } from '@kirana/contract/orders'
import { afterEach, expect, test } from 'vitest'
import { retainOnly, trackStreamEvent, waiting } from './waiting.ts'

afterEach(() => {
  retainOnly('orders', [])
  retainOnly('photos', [])
})

const order = (id: string, delivaryStatus: OrderRow['delivaryStatus'] = 'Confirmed') =>
  ({ _id: id, order_id: `OD-${id}`, totalPrice: 493, delivaryStatus }) as OrderRow
const photos = (id: string, orderStatus: ManualOrder['orderStatus'] = 'Waiting', username = 'Meera Nair') =>
  ({ _id: id, username, phone: '+919820000000', orderStatus }) as ManualOrder
const ids = () => waiting.get().map(({ id }) => id)

test('lists each waiting order once, photo orders by their customer', () => {
  trackStreamEvent({ type: 'order.created', row: order('a') })
  trackStreamEvent({ type: 'manual-order.created', row: photos('b') })
  trackStreamEvent({ type: 'manual-order.created', row: photos('b') })
  trackStreamEvent({ type: 'manual-order.created', row: photos('c', 'Waiting', '') })
  expect(waiting.get()).toEqual([
    { id: 'a', name: 'OD-a', total: 493 },
    { id: 'b', name: 'Meera Nair', total: null },
    { id: 'c', name: '+919820000000', total: null },
  ])
})

test('removes orders that were handled, and adds no orders that only changed', () => {
  trackStreamEvent({ type: 'order.created', row: order('a') })
  trackStreamEvent({ type: 'manual-order.created', row: photos('b') })
  trackStreamEvent({ type: 'manual-order.changed', row: photos('b', 'Delivered') })
  trackStreamEvent({ type: 'manual-order.changed', row: photos('b') })
  trackStreamEvent({ type: 'manual-order.created', row: photos('c', 'Canceled') })
  expect(ids()).toEqual(['a'])
})

test('after a reset each kind keeps only the ids of its list', () => {
  trackStreamEvent({ type: 'order.created', row: order('a') })
  trackStreamEvent({ type: 'order.created', row: order('b') })
  trackStreamEvent({ type: 'manual-order.created', row: photos('c') })
  trackStreamEvent({ type: 'manual-order.created', row: photos('d') })
  retainOnly('orders', ['b'])
  expect(ids()).toEqual(['b', 'c', 'd'])
  retainOnly('photos', ['c'])
  expect(ids()).toEqual(['b', 'c'])
})
