import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStream, backoffMs, type Source } from './stream.ts'

/** Replaces the browser's EventSource: records the request and lets the test act as the server. */
function line() {
  const opened: { after: string; isClosed: boolean; tell: (name: string, id?: string) => void }[] = []
  const open = (after: string): Source => {
    const listeners = new Map<string, (event: { data?: string; lastEventId?: string }) => void>()
    const mine = {
      after,
      isClosed: false,
      tell: (name: string, id = '') => listeners.get(name)?.({ data: `data of ${id}`, lastEventId: id }),
    }
    opened.push(mine)
    return {
      addEventListener: (type, listener) => void listeners.set(type, listener),
      close: () => {
        mine.isClosed = true
      },
    }
  }
  return { open, opened, last: () => opened[opened.length - 1] }
}

function start(after = '') {
  const wire = line()
  const received: string[] = []
  const states: boolean[] = []
  let troubles = 0
  const stream = openStream({
    open: wire.open,
    names: ['ready', 'reset', 'beat', 'order.created'],
    after,
    accepts: (name) => name !== 'reset',
    onEvent: (name, _, id) => received.push(`${name} ${id}`),
    onState: (isLive) => states.push(isLive),
    onRepeatedFailure: () => (troubles += 1),
  })
  return { ...wire, received, stream, isLive: () => states[states.length - 1], troubles: () => troubles }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('is live from the first event and forwards events', () => {
  const { last, received, isLive } = start()
  expect(isLive()).toBe(false)
  last()?.tell('ready', '7')
  expect(isLive()).toBe(true)
  last()?.tell('order.created', '8')
  expect(received).toEqual(['ready 7', 'order.created 8'])
})

test('reconnects after a lost connection and resumes after the last event', () => {
  const { last, opened, isLive } = start('3')
  expect(opened[0]?.after).toBe('3')
  last()?.tell('ready', '3')
  last()?.tell('order.created', '9')
  last()?.tell('error')
  expect(isLive()).toBe(false)
  vi.advanceTimersByTime(500)
  expect(opened.map(({ after }) => after)).toEqual(['3', '9'])
  expect(opened[0]?.isClosed).toBe(true)
})

test('tries three times within five seconds after the server has ended the stream', () => {
  const { last, opened } = start('3')
  last()?.tell('ready', '3')
  for (let failed = 0; failed < 3; failed += 1) {
    last()?.tell('error')
    vi.advanceTimersByTime(backoffMs(failed + 1, 1))
  }
  expect(opened).toHaveLength(4)
  expect([1, 2, 3].reduce((sum, failures) => sum + backoffMs(failures, 1), 0)).toBeLessThan(5_000)
})

test('reconnects after a long silence unless a heartbeat arrives', () => {
  const { last, opened, received } = start()
  last()?.tell('ready', '1')
  vi.advanceTimersByTime(30_000)
  last()?.tell('beat')
  vi.advanceTimersByTime(30_000)
  expect(opened).toHaveLength(1)
  vi.advanceTimersByTime(11_000)
  expect(opened).toHaveLength(2)
  expect(received).toEqual(['ready 1'])
})

test('backs off after repeated failures and reports them from the second on', () => {
  const { last, opened, troubles } = start()
  last()?.tell('error')
  expect(troubles()).toBe(0)
  vi.advanceTimersByTime(500)
  last()?.tell('error')
  expect(troubles()).toBe(1)
  vi.advanceTimersByTime(499)
  expect(opened).toHaveLength(2)
  vi.advanceTimersByTime(501)
  expect(opened).toHaveLength(3)
  expect(backoffMs(3, 1)).toBe(2000)
  expect(backoffMs(3, 0)).toBe(1000)
  expect(backoffMs(50, 1)).toBe(30_000)
})

test('does not connect while asleep and connects at once on wake', () => {
  const { stream, last, opened } = start()
  last()?.tell('ready', '1')
  stream.sleep()
  vi.advanceTimersByTime(600_000)
  expect(opened).toHaveLength(1)
  stream.wake()
  stream.wake()
  expect(opened.map(({ after }) => after)).toEqual(['', '1'])
})

test('ignores events of a closed source', () => {
  const { stream, opened, received, isLive } = start()
  stream.sleep()
  opened[0]?.tell('order.created', '5')
  opened[0]?.tell('error')
  expect(received).toEqual([])
  expect(isLive()).toBe(false)
})

test('closes a rejected stream, and opens another one later', () => {
  const { last, opened, received, isLive } = start()
  last()?.tell('reset', '4')
  last()?.tell('order.created', '5')
  expect(opened[0]?.isClosed).toBe(true)
  expect(received).toEqual([])
  expect(isLive()).toBe(false)
  vi.advanceTimersByTime(500)
  expect(opened).toHaveLength(2)
})
