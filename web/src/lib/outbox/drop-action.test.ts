import type { RiderDay, RiderDrop } from '@kirana/contract/rider'
import { expect, test } from 'vitest'
import { dayAfter, type DropStep, uploadMs } from './drop-action.ts'

const drop = (_id: string, state: RiderDrop['state'] = 'on the road'): RiderDrop => ({
  _id,
  order_id: `OD-${_id}`,
  state,
  name: 'Meera Nair',
  phone: '+919800000001',
  address: 'Flat 4, Hill Road',
  place: 'Hill Road',
  toCollect: 160.1,
  payment: 'cod',
  note: '',
  needsCode: false,
})
const day: RiderDay = {
  _id: 'rider',
  name: 'Kiran',
  cash: 0.2,
  cashLimit: 5000,
  upi: null,
  drops: [drop('a', 'assigned'), drop('b'), drop('c', 'canceled')],
}
const after = (orderId: string, ...steps: DropStep[]) => {
  const { cash, drops } = steps.reduce((before, step) => dayAfter(before, { orderId, step }), day)
  return { cash, states: drops.map(({ state }) => state) }
}

test.each<[string, DropStep, number]>([
  ['exact cash', { do: 'deliver', paidBy: 'cash' }, 160.3],
  ['cash with change', { do: 'deliver', paidBy: 'cash', received: 200 }, 160.3],
  ['the rest to the wallet', { do: 'deliver', paidBy: 'cash', received: 200, toWallet: true }, 200.2],
  ['UPI', { do: 'deliver', paidBy: 'upi', utr: '433312345678' }, 0.2],
  ['nothing to collect', { do: 'deliver', paidBy: 'none' }, 0.2],
])('a delivery with %s', (_, step, cash) => {
  expect(after('b', step)).toEqual({ cash, states: ['assigned', 'delivered', 'canceled'] })
})

test('applies actions one after the other, and none twice', () => {
  const deliver = { do: 'deliver', paidBy: 'cash' } as const
  expect(after('a', { do: 'start' })).toEqual({
    cash: 0.2,
    states: ['on the road', 'on the road', 'canceled'],
  })
  const delivered = { cash: 160.3, states: ['delivered', 'on the road', 'canceled'] }
  expect(after('a', { do: 'start' }, deliver)).toEqual(delivered)
  expect(after('a', { do: 'start' }, deliver, deliver)).toEqual(delivered)
  expect(after('b', { do: 'fail', reason: 'Nobody at home' }, deliver).states[1]).toBe('failed')
})

test('a finished or unknown drop keeps the server’s state', () => {
  for (const orderId of ['c', 'x'])
    expect(after(orderId, { do: 'deliver', paidBy: 'cash' })).toEqual({
      cash: 0.2,
      states: ['assigned', 'on the road', 'canceled'],
    })
})

test('a photo has the time that a slow network needs', () => {
  const time = (step: DropStep) => uploadMs({ kind: 'drop', step })
  expect(time({ do: 'fail', reason: 'Nobody at home', photo: new Blob(['x'.repeat(300_000)]) })).toBe(60_000)
  expect(time({ do: 'fail', reason: 'Nobody at home' })).toBe(0)
  expect(time({ do: 'deliver', paidBy: 'cash' })).toBe(0)
  expect(uploadMs({ kind: 'pick' })).toBe(0)
})
