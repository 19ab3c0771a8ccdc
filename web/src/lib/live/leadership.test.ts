import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leadByClaim, type Claim } from './leadership.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Opens tabs without Web Locks. `leaders` returns the tabs that consider themselves the leader. */
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

test('a tab leads if no leader answers, and does not if one does', () => {
  const { open, leaders } = browser()
  open('a')
  vi.advanceTimersByTime(300)
  const b = open('b')
  b.onAnswer()
  vi.advanceTimersByTime(1000)
  expect(leaders()).toEqual(['a'])
})

test('one of several tabs that start together leads', () => {
  const { open, leaders } = browser()
  open('b')
  open('a')
  open('c')
  vi.advanceTimersByTime(1000)
  expect(leaders()).toHaveLength(1)
})

test('the newest claim leads, and of two claims at the same time exactly one', () => {
  const { open, leaders } = browser()
  const b = open('b')
  vi.advanceTimersByTime(250)
  const a = open('a')
  a.takeOver()
  // Claims of the same time are decided by the tab's name.
  expect(leaders()).toEqual(['b'])
  vi.advanceTimersByTime(10)
  a.takeOver()
  expect(leaders()).toEqual(['a'])
  b.takeOver()
  expect(leaders()).toEqual(['b'])
})
