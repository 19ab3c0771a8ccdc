import { expect, test, vi } from 'vitest'
import { createStore } from './store.ts'

test('notifies every subscriber of a change, and only then', () => {
  const store = createStore(1)
  const [first, second] = [vi.fn(), vi.fn()]
  const unsubscribe = store.subscribe(first)
  store.subscribe(second)
  store.set(1)
  expect(first).not.toHaveBeenCalled()
  store.set(2)
  unsubscribe()
  store.set(3)
  expect([store.get(), first.mock.calls.length, second.mock.calls.length]).toEqual([3, 1, 2])
})

test('starts with the first subscriber and stops after the last', () => {
  const seen: string[] = []
  const store = createStore(0, () => {
    seen.push('start')
    return () => seen.push('stop')
  })
  const first = store.subscribe(() => {})
  const second = store.subscribe(() => {})
  first()
  first()
  expect(seen).toEqual(['start'])
  second()
  store.subscribe(() => {})
  expect(seen).toEqual(['start', 'stop', 'start'])
})
