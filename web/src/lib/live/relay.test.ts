import { beforeEach, expect, test } from 'vitest'
import { resumable } from './event-id.ts'
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

/** Opens a tab on a channel that delivers messages synchronously. A frozen tab receives none. */
function open(id: string, after = 'a:7') {
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
  lead(a, 'a:7')
  expect(b.seen).toEqual([])
  order(a, 'a:8')
  order(a, 'a:8')
  expect(b.seen).toEqual(['order.created a:8'])
  expect(b.isLive).toBe(true)
  a.relay.onStreamState(false)
  expect(b.isLive).toBe(false)
})

test('the next leader resumes after its last event, and an event received twice is shown once', () => {
  const [a, b, c] = [open('a'), open('b'), open('c')]
  lead(a, 'a:7')
  c.isFrozen = true
  order(a, 'a:8')
  c.isFrozen = false
  tabs.delete('a')
  c.relay.follow()
  expect(c.relay.last()).toBe('a:7')
  c.relay.lead()
  expect(b.seen).toEqual(['order.created a:8'])
  c.relay.onStreamEvent('ready', '', 'a:7')
  order(c, 'a:8')
  order(c, 'a:9')
  expect(c.seen).toEqual(['order.created a:8', 'order.created a:9'])
  expect(b.seen).toEqual(['order.created a:8', 'order.created a:9'])
})

test('a tab that missed events gets them from the current leader', () => {
  const [a, b, c] = [open('a'), open('b'), open('c')]
  lead(a, 'a:7')
  c.isFrozen = true
  order(a, 'a:8')
  tabs.delete('a')
  lead(b, 'a:8')
  order(b, 'a:9')
  c.isFrozen = false
  order(b, 'a:10')
  expect(c.seen).toEqual(['order.created a:8', 'order.created a:9', 'order.created a:10'])
})

test('a reloaded tab resumes after its last event; a tab that was away too long gets a reset', () => {
  const a = open('a')
  lead(a, 'a:7')
  for (const id of ['a:8', 'a:9']) order(a, id)
  expect(open('b', 'a:8').seen).toEqual(['order.created a:9'])
  expect(open('c', 'a:3').seen).toEqual(['reset a:9'])
  expect(open('d', 'a:12').seen).toEqual(['reset a:9'])
})

test('a reset of the server reaches every tab, also one that was frozen when a new epoch began', () => {
  const [a, b, c] = [open('a', 'a:70'), open('b', 'a:70'), open('c', 'a:70')]
  lead(a, 'a:70')
  order(a, 'a:71')
  c.isFrozen = true
  a.relay.onStreamEvent('reset', '', 'b:3')
  c.isFrozen = false
  order(a, 'b:4')
  order(a, 'b:5')
  expect(b.seen).toEqual(['order.created a:71', 'reset b:3', 'order.created b:4', 'order.created b:5'])
  expect(c.seen).toEqual(['order.created a:71', 'reset b:4', 'order.created b:5'])
  // A tab that leads before it knows the new epoch gets `reset` from the server and relays it.
  const d = open('d', 'a:71')
  d.relay.lead()
  d.relay.onStreamEvent('reset', '', 'b:5')
  order(d, 'b:6')
  for (const { seen } of [b, c, d]) expect(seen.slice(-2)).toEqual(['reset b:5', 'order.created b:6'])
})

test('resumes after an id, but not after a plain number of the previous release', () => {
  expect(resumable('a:7:1')).toBe('a:7:1')
  expect(['7', ''].map(resumable)).toEqual(['unknown', 'unknown'])
})

test('a tab asks a silent leader first, and takes over after three ticks', () => {
  const [a, b] = [open('a'), open('b')]
  lead(a, 'a:7')
  for (let tick = 0; tick < 10; tick += 1) b.relay.tick()
  expect(b.silences).toBe(0)
  a.isFrozen = true
  b.relay.tick()
  b.relay.tick()
  expect(b.silences).toBe(0)
  b.relay.tick()
  expect(b.silences).toBe(1)
})
