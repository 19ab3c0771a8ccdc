import { expect, test } from 'vitest'
import {
  changeOf,
  pruned,
  recallable,
  RECALL_MS,
  withAsked,
  withDone,
  withRefused,
  withSent,
  withUndone,
  type Change,
} from './changes.ts'

const change = (key: string, over: Partial<Change> = {}): Change => ({
  kind: 'status',
  key,
  by: 'asha',
  orderId: 'a',
  number: 'OD261122-0394',
  from: 'Confirmed',
  to: 'Prepeared',
  at: 1000,
  state: 'queued',
  isSent: false,
  isUndo: false,
  message: '',
  ...over,
})
const reverse = { key: 'back', at: 2000 }

test('a change that never left the device is taken back without a call', () => {
  expect(withUndone([change('1')], '1', reverse)).toEqual([])
})

test('a change whose answer is unknown is followed by its reverse, in order', () => {
  const changes = withUndone(withSent([change('1')], '1'), '1', reverse)
  expect(changes.map(({ key, from, to, isUndo }) => [key, from, to, isUndo])).toEqual([
    ['1', 'Confirmed', 'Prepeared', false],
    ['back', 'Prepeared', 'Confirmed', true],
  ])
  expect(changeOf(changes, 'a')?.key).toBe('back')
})

test('a refusal stays on its order, and drops what was to follow it there', () => {
  const sent = withUndone(withSent([change('1'), change('2', { orderId: 'b' })], '1'), '1', reverse)
  const changes = withRefused(sent, '1', {
    message: 'Ravi (customer) set this order to Canceled at 1:02 pm',
    code: 'stale',
  })
  expect(changes.map(({ key, state }) => [key, state])).toEqual([
    ['1', 'refused'],
    ['2', 'queued'],
  ])
  expect(changeOf(changes, 'a')?.message).toMatch(/^Ravi/)
})

test('the next press on an order ends what is shown of the last', () => {
  const changes = withAsked([change('1', { state: 'refused' })], change('2'))
  expect(changes.map(({ key }) => key)).toEqual(['2'])
})

test('the undo of a change that discarded a pick discards nothing', () => {
  const [undo] = withUndone([change('1', { state: 'done', discardsPick: true })], '1', reverse)
  expect(undo).toMatchObject({ from: 'Prepeared', to: 'Confirmed', discardsPick: false })
})

test('recalls the last ten of ten minutes, the latest first, and no undo', () => {
  const done = Array.from({ length: 12 }, (_, i) =>
    change(String(i), { orderId: String(i), state: 'done', at: i }),
  )
  const changes = pruned([change('waits'), ...done], 20)
  expect(changes).toHaveLength(11)
  expect(recallable(changes, 20)[0]?.key).toBe('11')
  expect(recallable(changes, 5 + RECALL_MS).map(({ key }) => key)).toEqual(['11', '10', '9', '8', '7', '6'])
  expect(withDone([change('1', { isUndo: true })], '1', 5)).toEqual([])
})

test('the last change of each person can be recalled until their next', () => {
  const done = (key: string, by: string, at: number) => change(key, { orderId: key, by, at, state: 'done' })
  const changes = [done('1', 'asha', 1), done('2', 'asha', 2), done('3', 'ravi', 3)]
  expect(pruned(changes, 4 + RECALL_MS).map(({ key }) => key)).toEqual(['2', '3'])
  const later = withDone([...changes, change('4', { orderId: '4' })], '4', 4 + RECALL_MS)
  expect(recallable(later, 4 + RECALL_MS).map(({ key }) => key)).toEqual(['4', '3'])
})
