import { isAfter } from './event-id.ts'
import type { Claim } from './leadership.ts'

/** An event of the stream as the leader sends it to the other tabs. `after`: the id of the event before it. */
export type Relayed = { name: string; data: string; id: string; after: string }

/** Messages between the tabs of one signed-in person. */
export type TabMessage =
  | { kind: 'claim'; claim: Claim }
  | { kind: 'event'; event: Relayed }
  /** Asks for the events after this id. Sent by a tab that starts, receives nothing, or notices a gap. */
  | { kind: 'ask'; from: string; after: string }
  /**
   * The state of the leader's connection. `missed` is the answer for the tab `to`; null if the leader no longer has its
   * events.
   */
  | { kind: 'state'; isLive: boolean; last: string; to?: string; missed?: readonly Relayed[] | null }
  /** Asks the leader to reconnect, because a tab has become visible or is online again. */
  | { kind: 'wake' }
  /** The leader is closing. */
  | { kind: 'bye' }

type Options = {
  id: string
  /** Id of the last event that this tab has received, or that its loaded data includes. */
  after: string
  post: (message: TabMessage) => void
  /** Called for each event once, in order. */
  onEvent: (event: Relayed) => void
  onState: (isLive: boolean) => void
  /** Called when the leader does not respond. */
  onSilence: () => void
  onClaim: (claim: Claim) => void
  /** Called when a leader has responded. */
  onAnswer: () => void
  onWake: () => void
}

/** How often a following tab checks that it has received a message of its leader. */
export const TICK_MS = 500
/** Ticks without a message after which a tab asks the leader, and after which it takes over. */
const TICKS_TO_ASK = 1
const TICKS_TO_TAKE_OVER = 3
/** Maximum number of events stored for tabs that missed some. */
const KEPT = 300

/** The latest events. `after`: id of the last event that the tab already has. */
function recentEvents(after: string) {
  let last = after
  let recent: Relayed[] = []
  /** Id of the event before the first one in `recent`. */
  let since = after
  return {
    last: () => last,
    isNew: (event: Relayed) => event.name === 'reset' || isAfter(event.id, last),
    add(event: Relayed) {
      last = event.id
      recent = event.name === 'reset' ? [] : [...recent, event].slice(-KEPT)
      since = event.name === 'reset' ? event.id : (recent[0]?.after ?? since)
    },
    /** The events after `from`; null if some of them are no longer stored. */
    missedAfter(from: string) {
      const isKept = !isAfter(since, from) && !isAfter(from, last)
      return isKept ? recent.filter((event) => isAfter(event.id, from)) : null
    },
  }
}

/**
 * One event stream for all tabs: the leading tab sends the events of its stream to the others. Every tab stores the
 * latest events, so that the next leader can replay them to a tab that was frozen or reloaded.
 */
export function createRelay(options: Options) {
  const { id, post, onEvent, onState, onSilence } = options
  const events = recentEvents(options.after)
  let isLeading = false
  let isStreamLive = false
  let silentTicks = 0

  const state = () => ({ kind: 'state' as const, isLive: isStreamLive, last: events.last() })
  const ask = () => post({ kind: 'ask', from: id, after: events.last() })
  const apply = (event: Relayed) => {
    events.add(event)
    onEvent(event)
  }
  function follow({ isLive, last, to, missed }: Extract<TabMessage, { kind: 'state' }>) {
    silentTicks = 0
    options.onAnswer()
    if (isLeading) return
    if (to === id && missed === null) apply({ name: 'reset', data: '', id: last, after: events.last() })
    else if (to === id) for (const event of missed ?? []) if (events.isNew(event)) apply(event)
    if (isAfter(last, events.last())) ask()
    onState(isLive)
  }
  function applyInOrder(event: Relayed) {
    silentTicks = 0
    if (!events.isNew(event)) return
    // After a gap, ask for the missing events. The answer includes this event.
    if (event.name !== 'reset' && isAfter(event.after, events.last())) ask()
    else apply(event)
  }
  function receive(message: TabMessage) {
    if (message.kind === 'claim') {
      silentTicks = 0
      options.onClaim(message.claim)
    } else if (message.kind === 'event') applyInOrder(message.event)
    else if (message.kind === 'state') follow(message)
    // Takes over at the next tick. With Web Locks, the next leader has sent a message by then.
    else if (message.kind === 'bye') silentTicks = TICKS_TO_TAKE_OVER - 1
    else if (isLeading && message.kind === 'wake') options.onWake()
    else if (isLeading && message.kind === 'ask')
      post({ ...state(), to: message.from, missed: events.missedAfter(message.after) })
  }
  return {
    receive,
    ask,
    last: events.last,
    lead() {
      isLeading = true
      post(state())
    },
    follow() {
      isLeading = false
      silentTicks = 0
      ask()
    },
    /** Counts ticks instead of time, so that the leader still has time to respond after this tab itself was paused. */
    tick() {
      if (isLeading) return
      silentTicks += 1
      if (silentTicks >= TICKS_TO_TAKE_OVER) {
        silentTicks = 0
        onSilence()
      } else if (silentTicks >= TICKS_TO_ASK) ask()
    },
    /** Handles an event of the leader's own stream. */
    onStreamEvent(name: string, data: string, eventId: string) {
      const event = { name, data, id: eventId, after: events.last() }
      if (name === 'ready' || !events.isNew(event)) return
      apply(event)
      post({ kind: 'event', event })
    },
    onStreamState(isLive: boolean) {
      isStreamLive = isLive
      onState(isLive)
      if (isLeading) post(state())
    },
  }
}
