import { beforeEach, expect, test } from 'vitest'
import { createRelay, type TabMessage } from './relay.ts'

type Tab = {
  relay: ReturnType<typeof createRelay>
  seen: string[]
  isLive: boolean
  silences: number
  isFrozen: boolean
}

let tabs: Map<string, Tab>
beforeEach(() => {
  tabs = new Map()
})

/** A tab on a channel that delivers at once; a frozen one hears nothing. */
function open(id: string, after = '7') {
  const post = (message: TabMessage) => {
    for (const [other, tab] of tabs) if (other !== id && !tab.isFrozen) tab.relay.receive(message)
  }
  const tab: Tab = {
    seen: [],
    isLive: false,
    silences: 0,
    isFrozen: false,
    relay: createRelay({
      id,
      after,
      post,
      onEvent: (event) => tab.seen.push(`${event.name} ${event.id}`),
      onState: (isLive) => {
        tab.isLive = isLive
      },
      onSilence: () => (tab.silences += 1),
      onClaim: () => {},
      onAnswer: () => {},
      onWake: () => {},
    }),
  }
  tabs.set(id, tab)
  tab.relay.ask()
  return tab
}

function lead(tab: Tab, position: string) {
  tab.relay.lead()
  tab.relay.onStreamState(true)
  tab.relay.onStreamEvent('ready', '', position)
}
const order = (tab: Tab, id: string) => tab.relay.onStreamEvent('order.created', '{}', id)

test('a following tab is live, and receives each event of the leading one once', () => {
  const [a, b] = [open('a'), open('b')]
  lead(a, '7')
  expect(b.seen).toEqual([])
  order(a, '8')
  order(a, '8')
  expect(b.seen).toEqual(['order.created 8'])
  expect(b.isLive).toBe(true)
  a.relay.onStreamState(false)
  expect(b.isLive).toBe(false)
})

test('the next leader resumes after its last event, and what it gets twice is shown once', () => {
  const [a, b, c] = [open('a'), open('b'), open('c')]
  lead(a, '7')
  c.isFrozen = true
  order(a, '8')
  c.isFrozen = false
  tabs.delete('a')
  c.relay.follow()
  expect(c.relay.last()).toBe('7')
  c.relay.lead()
  expect(b.seen).toEqual(['order.created 8'])
  c.relay.onStreamEvent('ready', '', '7')
  order(c, '8')
  order(c, '9')
  expect(c.seen).toEqual(['order.created 8', 'order.created 9'])
  expect(b.seen).toEqual(['order.created 8', 'order.created 9'])
})

test('a tab that missed events gets them from whichever tab leads by then', () => {
  const [a, b, c] = [open('a'), open('b'), open('c')]
  lead(a, '7')
  c.isFrozen = true
  order(a, '8')
  tabs.delete('a')
  lead(b, '8')
  order(b, '9')
  c.isFrozen = false
  order(b, '10')
  expect(c.seen).toEqual(['order.created 8', 'order.created 9', 'order.created 10'])
})

test('a reloaded tab resumes where it was; one that was away too long starts over', () => {
  const a = open('a')
  lead(a, '7')
  for (const id of ['8', '9']) order(a, id)
  expect(open('b', '8').seen).toEqual(['order.created 9'])
  expect(open('c', '3').seen).toEqual(['reset 9'])
  expect(open('d', '12').seen).toEqual(['reset 9'])
})

test('a reset of the server reaches every tab, also to a lower id', () => {
  const [a, b] = [open('a', '70'), open('b', '70')]
  lead(a, '70')
  a.relay.onStreamEvent('reset', '', '3')
  order(a, '4')
  expect(b.seen).toEqual(['reset 3', 'order.created 4'])
})

test('a tab takes over from a leader that says nothing for three ticks, and asks it first', () => {
  const [a, b] = [open('a'), open('b')]
  lead(a, '7')
  for (let tick = 0; tick < 10; tick += 1) b.relay.tick()
  expect(b.silences).toBe(0)
  a.isFrozen = true
  b.relay.tick()
  b.relay.tick()
  expect(b.silences).toBe(0)
  b.relay.tick()
  expect(b.silences).toBe(1)
})
