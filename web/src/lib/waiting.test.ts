import type { ManualOrder } from '@kirana/contract/manual-orders'
import type { OrderRow } from '@kirana/contract/orders'
import { afterEach, expect, test } from 'vitest'
import { keepOnly, noteHappening, waitingNow } from './waiting.ts'

afterEach(() => {
  keepOnly('orders', [])
  keepOnly('photos', [])
})

const order = (id: string, delivaryStatus: OrderRow['delivaryStatus'] = 'Confirmed') =>
  ({ _id: id, order_id: `OD-${id}`, totalPrice: 493, delivaryStatus }) as OrderRow
const photos = (id: string, orderStatus: ManualOrder['orderStatus'] = 'Waiting', username = 'Meera Nair') =>
  ({ _id: id, username, phone: '+919820000000', orderStatus }) as ManualOrder
const ids = () => waitingNow().map(({ id }) => id)

test('orders wait by their number, photos by who sent them, each once', () => {
  noteHappening({ type: 'order.created', row: order('a') })
  noteHappening({ type: 'manual-order.created', row: photos('b') })
  noteHappening({ type: 'manual-order.created', row: photos('b') })
  noteHappening({ type: 'manual-order.created', row: photos('c', 'Waiting', '') })
  expect(waitingNow()).toEqual([
    { id: 'a', name: 'OD-a', total: 493 },
    { id: 'b', name: 'Meera Nair', total: null },
    { id: 'c', name: '+919820000000', total: null },
  ])
})

test('what was dealt with waits no more, and what is only changed does not begin to wait', () => {
  noteHappening({ type: 'order.created', row: order('a') })
  noteHappening({ type: 'manual-order.created', row: photos('b') })
  noteHappening({ type: 'manual-order.changed', row: photos('b', 'Delivered') })
  noteHappening({ type: 'manual-order.changed', row: photos('b') })
  noteHappening({ type: 'manual-order.created', row: photos('c', 'Canceled') })
  expect(ids()).toEqual(['a'])
})

test('after a reset each kind keeps what its own list still has', () => {
  noteHappening({ type: 'order.created', row: order('a') })
  noteHappening({ type: 'order.created', row: order('b') })
  noteHappening({ type: 'manual-order.created', row: photos('c') })
  noteHappening({ type: 'manual-order.created', row: photos('d') })
  keepOnly('orders', ['b'])
  expect(ids()).toEqual(['b', 'c', 'd'])
  keepOnly('photos', ['c'])
  expect(ids()).toEqual(['b', 'c'])
})
