import { expect, test } from 'vitest'
import type { Change } from './changes.ts'
import type { PickAction } from './pick-action.ts'
import { sendingOf } from './sending.ts'

const action = (key: string): PickAction => ({ kind: 'pick', key, by: 'asha', orderId: 'o1', setting: null })
const refused = (key: string): PickAction => ({
  ...action(key),
  refused: { code: 'taken', message: 'Ravi is picking this order', at: 0 },
})
const change = (key: string, part: Partial<Change>) =>
  ({ kind: 'status', key, by: 'asha', ...part }) as Change

test('distinguishes sent, waiting and rejected actions', () => {
  const keys = new Set(['a', 'b', 'c'])
  const done = change('c', { state: 'done' })
  expect(sendingOf(keys, [])).toEqual({ state: 'sent', refused: 0 })
  expect(sendingOf(keys, [done, action('later'), refused('earlier')])).toEqual({ state: 'sent', refused: 0 })
  expect(sendingOf(keys, [done, refused('a'), refused('b')])).toEqual({ state: 'refused', refused: 2 })
  expect(sendingOf(keys, [change('c', { state: 'refused' })])).toEqual({ state: 'refused', refused: 1 })
  expect(sendingOf(keys, [action('b'), refused('a')])).toEqual({ state: 'stuck', refused: 1 })
  expect(sendingOf(keys, [change('c', { state: 'queued' })])).toEqual({ state: 'stuck', refused: 0 })
  const drop = {
    kind: 'drop',
    key: 'a',
    by: 'kiran',
    orderId: 'o1',
    number: 'OD-1',
    step: { do: 'start' },
    message: '',
  } as const
  expect(sendingOf(keys, [{ ...drop, state: 'queued' }])).toEqual({ state: 'stuck', refused: 0 })
  expect(sendingOf(keys, [{ ...drop, state: 'refused' }])).toEqual({ state: 'refused', refused: 1 })
  // The server accepted the change, which now waits for a second person.
  const waiting = change('c', { state: 'refused', code: 'waiting' })
  expect(sendingOf(keys, [waiting])).toEqual({ state: 'sent', refused: 0 })
})
