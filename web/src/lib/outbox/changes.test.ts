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

test('undoing a change that was never sent makes no call', () => {
  expect(withUndone([change('1')], '1', reverse)).toEqual([])
})

test('undoing a change without a response sends its reverse after it', () => {
  const changes = withUndone(withSent([change('1')], '1'), '1', reverse)
  expect(changes.map(({ key, from, to, isUndo }) => [key, from, to, isUndo])).toEqual([
    ['1', 'Confirmed', 'Prepeared', false],
    ['back', 'Prepeared', 'Confirmed', true],
  ])
  expect(changeOf(changes, 'a')?.key).toBe('back')
})

test('a rejected change stays on its order, and removes later changes of that order', () => {
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

test('a new change of an order replaces the rejected one', () => {
  const changes = withAsked([change('1', { state: 'refused' })], change('2'))
  expect(changes.map(({ key }) => key)).toEqual(['2'])
})

test('undoing a change that discarded a pick does not discard a pick', () => {
  const [undo] = withUndone([change('1', { state: 'done', discardsPick: true })], '1', reverse)
  expect(undo).toMatchObject({ from: 'Prepeared', to: 'Confirmed', discardsPick: false })
})

test('recalls at most ten changes of the last ten minutes, the latest first, and no undo', () => {
  const done = Array.from({ length: 12 }, (_, i) =>
    change(String(i), { orderId: String(i), state: 'done', at: i }),
  )
  const changes = pruned([change('waits'), ...done], 20)
  expect(changes).toHaveLength(11)
  expect(recallable(changes, 20)[0]?.key).toBe('11')
  expect(recallable(changes, 5 + RECALL_MS).map(({ key }) => key)).toEqual(['11', '10', '9', '8', '7', '6'])
  expect(withDone([change('1', { isUndo: true })], '1', 5)).toEqual([])
})

test('the last change of each user can be recalled until their next one', () => {
  const done = (key: string, by: string, at: number) => change(key, { orderId: key, by, at, state: 'done' })
  const changes = [done('1', 'asha', 1), done('2', 'asha', 2), done('3', 'ravi', 3)]
  expect(pruned(changes, 4 + RECALL_MS).map(({ key }) => key)).toEqual(['2', '3'])
  const later = withDone([...changes, change('4', { orderId: '4' })], '4', 4 + RECALL_MS)
  expect(recallable(later, 4 + RECALL_MS).map(({ key }) => key)).toEqual(['4', '3'])
})
