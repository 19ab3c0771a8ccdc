import { expect, test } from 'vitest'
import type { DropAction } from './drop-action.ts'
import type { Entry } from './queue.ts'
import { sendAll } from './send-all.ts'

const drop = (key: string, orderId: string): DropAction => ({
  kind: 'drop',
  key,
  by: 'kiran',
  orderId,
  number: orderId,
  step: { do: 'start' },
  state: 'queued',
  message: '',
})

/** Sends a queue in which the entries in `lost` get no response. Those in `loading` cannot be sent yet. */
async function sent(
  queue: readonly Entry[],
  { lost = [], loading = [] }: { lost?: string[]; loading?: string[] } = {},
) {
  let left = queue
  const order: string[] = []
  const stuck: boolean[] = []
  const isDone = await sendAll({
    entries: () => left,
    attempt: ({ key }) => {
      if (loading.includes(key)) return undefined
      order.push(key)
      if (lost.includes(key)) return Promise.resolve(false)
      left = left.filter((one) => one.key !== key)
      return Promise.resolve(true)
    },
    onResult: (isStuck) => stuck.push(isStuck),
  })
  return { order, stuck, isDone }
}

const queue = [drop('a1', 'a'), drop('a2', 'a'), drop('b1', 'b'), drop('a3', 'a'), drop('b2', 'b')]

test('sends the oldest entry first', async () => {
  expect(await sent(queue)).toEqual({
    order: ['a1', 'a2', 'b1', 'a3', 'b2'],
    stuck: [false, false, false, false, false],
    isDone: true,
  })
  expect((await sent([{ ...drop('a1', 'a'), state: 'refused' }, drop('a2', 'a')])).order).toEqual(['a2'])
})

test('an entry without a response holds back the later ones of its order, and no other order', async () => {
  expect(await sent(queue, { lost: ['a2'] })).toEqual({
    order: ['a1', 'a2', 'b1', 'b2'],
    stuck: [false, true, true, true],
    isDone: false,
  })
  expect((await sent(queue, { lost: ['a1', 'b1'] })).order).toEqual(['a1', 'b1'])
})

test('an entry whose code is still loading holds back its order, and does not count as stuck', async () => {
  expect(await sent(queue, { loading: ['a1'] })).toEqual({
    order: ['b1', 'b2'],
    stuck: [false, false],
    isDone: true,
  })
})
