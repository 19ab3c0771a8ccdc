import type { OrderRow } from '@kirana/contract/orders'
import { expect, test } from 'vitest'
import { oldestFirst } from '#/lib/live/stage-orders.ts'
import { slotsAfter } from './slots.ts'

const order = (orderNumber: number) => ({ _id: `id-${orderNumber}`, orderNumber }) as OrderRow
const [one, two, three, four] = [order(1), order(2), order(3), order(4)]
const stays = (id: string) => id === two._id
const busy = { isIdle: false, stays, arrange: oldestFirst }
const idle = { isIdle: true, stays, arrange: oldestFirst }

test('while the user is active, an order that has left keeps its slot and a new one comes last', () => {
  expect(slotsAfter([one, two, three], [one, three, four], busy)).toEqual([one, two, three, four])
  // Another user has set an older order back to this stage.
  expect(slotsAfter([two, three], [one, two, three], busy)).toEqual([two, three, one])
})

test('once idle, the slots have the orders of the stage, oldest first, and those that must stay visible', () => {
  expect(slotsAfter([two, three, one], [one, three, four], idle)).toEqual([one, two, three, four])
  expect(slotsAfter([one, three], [four], idle)).toEqual([four])
})

test('shows the newest data of an order, and returns the same slots if nothing changed', () => {
  const slots = [one, two]
  expect(slotsAfter(slots, [one, two], busy)).toBe(slots)
  expect(slotsAfter(slots, [one, two], idle)).toBe(slots)
  const paid = { ...one, paymentStatus: 'success' } as OrderRow
  expect(slotsAfter(slots, [paid, two], busy)[0]).toBe(paid)
})
