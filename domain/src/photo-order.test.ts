import { expect, test } from 'vitest'
import { listStatusAfter } from './photo-order.ts'

test('a list is delivered or canceled with its order, waits again if that is undone, and otherwise stays', () => {
  expect(listStatusAfter('outForDelivery', 'delivered')).toBe('delivered')
  expect(listStatusAfter('confirmed', 'canceled')).toBe('canceled')
  expect(listStatusAfter('delivered', 'canceled')).toBe('canceled')
  expect(listStatusAfter('canceled', 'confirmed')).toBe('waiting')
  expect(listStatusAfter('delivered', 'dispatched')).toBe('waiting')
  expect(listStatusAfter('confirmed', 'prepared')).toBeNull()
})
