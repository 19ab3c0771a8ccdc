import { expect, test } from 'vitest'
import { ApiError } from '#/lib/api-error.ts'
import { countedText, withAllFound, withFound } from '../-picking/model.ts'
import {
  claimNotice,
  endsStop,
  isRoundOver,
  overText,
  type RoundPick,
  roundStops,
  type Share,
} from './model.ts'

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

test('one press may complete a stop for several orders, but only when no order is open', () => {
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

test('a round is over when each pick is done or canceled, not if one was released or taken over', () => {
  const done = pick('A', { state: 'done', delivaryStatus: 'Prepeared' })
  const canceled = pick('B', { state: 'none', delivaryStatus: 'Canceled' })
  expect(isRoundOver([done, canceled])).toBe(true)
  expect(overText([done, canceled])).toBe('In the bags with their letters: A. Canceled: B.')
  for (const state of ['none', 'claimed'])
    expect(isRoundOver([done, pick('C', { state, delivaryStatus: 'Confirmed', isMine: false })])).toBe(false)
  expect(isRoundOver([canceled])).toBe(false)
})

test('names only the orders that another picker has started', () => {
  const free = pick('A', { state: 'none' })
  const taken = pick('B', { state: 'claimed' })
  const refusal = (code: string, orderIds?: string[]) =>
    new ApiError(409, 'OD261122-0007: Ravi has started', code, { orderIds })
  expect(claimNotice([free], null)).toEqual({ taken: [], text: 'Nobody is picking A', detail: '' })
  expect(claimNotice([free, taken], refusal('taken', ['B']))).toEqual({
    taken: ['B'],
    text: 'Another picker has started B',
    detail: 'OD261122-0007: Ravi has started.',
  })
  expect(claimNotice([free, pick('C', { state: 'none' })], refusal('touched', ['C']))).toMatchObject({
    taken: ['C'],
    text: 'Another picker has started C',
  })
  // The error for the claim of a single order contains no ids.
  expect(claimNotice([free], refusal('touched'))).toMatchObject({ taken: ['A'] })
})

test('the message of a scan in a round names the bag for the piece', () => {
  const milk = { productTitle: 'Milk', found: 0, ordered: 1 }
  expect(countedText(milk)).toBe('Milk: 1 of 1')
  expect(countedText({ ...milk, letter: 'A' })).toBe('A +1, Milk: 1 of 1')
})
