import { isAfter } from './event-id.ts'
import type { Claim } from './leadership.ts'

/** An event of the stream as the tabs hand it on. `after`: the id of the event before it. */
export type Relayed = { name: string; data: string; id: string; after: string }

/** Messages between the tabs of one signed-in person. */
export type TabMessage =
  | { kind: 'claim'; claim: Claim }
  | { kind: 'event'; event: Relayed }
  /** A tab that starts, hears nothing, or notices a gap: what happened after this id? */
  | { kind: 'ask'; from: string; after: string }
  /** The leader's connection. `missed` answers the tab `to`; null when the leader no longer has those events. */
  | { kind: 'state'; isLive: boolean; last: string; to?: string; missed?: readonly Relayed[] | null }
  /** A tab has become visible or is online again: reconnect now. */
  | { kind: 'wake' }
  /** The leader closes. */
  | { kind: 'bye' }

type Options = {
  id: string
  /** Id of the last event that this tab has received, or that what it has loaded includes. */
  after: string
  post: (message: TabMessage) => void
  /** An event for this tab, in order, each once. */
  onEvent: (event: Relayed) => void
  onState: (isLive: boolean) => void
  /** The leader does not answer. */
  onSilence: () => void
  onClaim: (claim: Claim) => void
  /** A leader has answered. */
  onAnswer: () => void
  onWake: () => void
}

/** How often a following tab checks that it received a message of its leader. */
export const TICK_MS = 500
/** Ticks without a word after which the leader is asked, and after which it counts as gone. */
const TICKS_TO_ASK = 1
const TICKS_TO_TAKE_OVER = 3
/** Events kept to answer tabs that missed some. */
const KEPT = 300

/** The latest events. `after`: id of the last event that the tab already has. */
function recentEvents(after: string) {
  let last = after
  let recent: Relayed[] = []
  /** Where `recent` begins. */
  let since = after
  return {
    last: () => last,
    isNew: (event: Relayed) => event.name === 'reset' || isAfter(event.id, last),
    add(event: Relayed) {
      last = event.id
      recent = event.name === 'reset' ? [] : [...recent, event].slice(-KEPT)
      since = event.name === 'reset' ? event.id : (recent[0]?.after ?? since)
    },
    /** Null when some of them are no longer kept. */
    missedAfter(from: string) {
      const isKept = !isAfter(since, from) && !isAfter(from, last)
      return isKept ? recent.filter((event) => isAfter(event.id, from)) : null
    },
  }
}

/**
 * One event stream for all tabs: the leading tab hands on what its stream brings, the others follow. Every tab keeps
 * the latest events, so that whichever leads next can replay them to a tab that was frozen or has been reloaded.
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
    // A gap: the answer brings this event as well.
    if (event.name !== 'reset' && isAfter(event.after, events.last())) ask()
    else apply(event)
  }
  function receive(message: TabMessage) {
    if (message.kind === 'claim') {
      silentTicks = 0
      options.onClaim(message.claim)
    } else if (message.kind === 'event') applyInOrder(message.event)
    else if (message.kind === 'state') follow(message)
    // The next tick takes over. Where the browser passes on a lock, the next leader has spoken by then.
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
    /** Ticks are counted rather than time: after a pause of this tab itself the leader still gets time to answer. */
    tick() {
      if (isLeading) return
      silentTicks += 1
      if (silentTicks >= TICKS_TO_TAKE_OVER) {
        silentTicks = 0
        onSilence()
      } else if (silentTicks >= TICKS_TO_ASK) ask()
    },
    /** What the leader's own stream brings. */
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
