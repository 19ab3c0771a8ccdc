import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leadByClaim, type Claim } from './leadership.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Tabs without Web Locks; `leaders` are those that believe they lead. */
function browser() {
  const leaders = new Set<string>()
  const tabs = new Map<string, ReturnType<typeof leadByClaim>>()
  const open = (id: string) => {
    const post = (claim: Claim) => {
      for (const [other, tab] of tabs) if (other !== id) tab.onClaim(claim)
    }
    const tab = leadByClaim(id, post, {
      onLead: () => leaders.add(id),
      onLost: () => leaders.delete(id),
    })
    tabs.set(id, tab)
    return tab
  }
  return { open, leaders: () => [...leaders] }
}

test('a tab leads when nobody answers, and not when somebody does', () => {
  const { open, leaders } = browser()
  open('a')
  vi.advanceTimersByTime(300)
  const b = open('b')
  b.onAnswer()
  vi.advanceTimersByTime(1000)
  expect(leaders()).toEqual(['a'])
})

test('of tabs that start together one leads', () => {
  const { open, leaders } = browser()
  open('b')
  open('a')
  open('c')
  vi.advanceTimersByTime(1000)
  expect(leaders()).toHaveLength(1)
})

test('the newest claim leads, also where two are of the same moment', () => {
  const { open, leaders } = browser()
  const b = open('b')
  vi.advanceTimersByTime(250)
  const a = open('a')
  a.takeOver()
  // An equal moment is decided by the name.
  expect(leaders()).toEqual(['b'])
  vi.advanceTimersByTime(10)
  a.takeOver()
  expect(leaders()).toEqual(['a'])
  b.takeOver()
  expect(leaders()).toEqual(['b'])
})
