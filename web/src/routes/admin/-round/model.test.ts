import { expect, test } from 'vitest'
import { withAllFound, withFound } from '../-picking/model.ts'
import { endsStop, type RoundPick, roundStops, type Share } from './model.ts'

const line = (ordered: number, found = 0) => ({
  line: 1,
  productTitle: 'Milk',
  variantId: 'milk',
  shelf: 'A1',
  price: 20,
  weight: null,
  ordered,
  found,
  short: 0,
  reason: '',
  swap: null,
  grams: null,
  state: found === ordered ? 'found' : 'open',
})
const pick = (letter: RoundPick['letter'], part: object): RoundPick =>
  ({ letter, orderId: letter, lines: [], ...part }) as unknown as RoundPick

test('one press may end a stop for several orders, and ends it only with the last of them', () => {
  const [stop] = roundStops([
    pick('A', { lines: [line(1)] }),
    pick('B', { lines: [line(2, 2)] }),
    pick('C', { lines: [line(3)] }),
  ])
  if (!stop) throw new Error('No stop')
  const [first, , third] = stop.shares
  const all = (share: Share | undefined) => (share ? [{ share, setting: withAllFound(share) }] : [])
  expect(endsStop(stop, [...all(first), ...all(third)])).toBe(true)
  expect(endsStop(stop, all(first))).toBe(false)
  expect(endsStop(stop, all(third))).toBe(false)
  expect(
    endsStop(stop, [...all(first), ...(third ? [{ share: third, setting: withFound(third) }] : [])]),
  ).toBe(false)
})
