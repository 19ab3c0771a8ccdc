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

/** How often a following tab looks whether it has heard its leader. */
export const TICK_MS = 500
/** Ticks without a word after which the leader is asked, and after which it counts as gone. */
const TICKS_TO_ASK = 1
const TICKS_TO_TAKE_OVER = 3
/** Events kept to answer tabs that missed some. */
const KEPT = 300

/**
 * One event stream for all tabs: the leading tab hands on what its stream brings, the others follow. Every tab keeps
 * the latest events, so that whichever leads next can replay them to a tab that was frozen or has been reloaded.
 */
export function createRelay(options: Options) {
  const { id, post, onEvent, onState, onSilence } = options
  let { after: last } = options
  let isLeading = false
  let isStreamLive = false
  let silentTicks = 0
  let recent: Relayed[] = []
  /** Where `recent` begins. */
  let since = last

  const sayState = () => post({ kind: 'state', isLive: isStreamLive, last })
  const ask = () => post({ kind: 'ask', from: id, after: last })
  const begin = (from: string) => {
    last = from
    since = from
    recent = []
  }
  const apply = (event: Relayed) => {
    if (event.name === 'reset') begin(event.id)
    else {
      last = event.id
      recent = [...recent, event].slice(-KEPT)
      since = recent[0]?.after ?? since
    }
    onEvent(event)
  }
  const isNew = (event: Relayed) => event.name === 'reset' || isAfter(event.id, last)
  const missedAfter = (from: string) => {
    const isKept = !isAfter(since, from) && !isAfter(from, last)
    return isKept ? recent.filter((event) => isAfter(event.id, from)) : null
  }

  function follow(state: Extract<TabMessage, { kind: 'state' }>) {
    silentTicks = 0
    options.onAnswer()
    if (isLeading) return
    if (state.to === id && state.missed === null)
      apply({ name: 'reset', data: '', id: state.last, after: last })
    else if (state.to === id) for (const event of state.missed ?? []) if (isNew(event)) apply(event)
    if (isAfter(state.last, last)) ask()
    onState(state.isLive)
  }
  function receive(message: TabMessage) {
    switch (message.kind) {
      case 'claim':
        silentTicks = 0
        options.onClaim(message.claim)
        break
      case 'event': {
        silentTicks = 0
        const { event } = message
        if (!isNew(event)) break
        // A gap: the answer brings this event as well.
        if (event.name !== 'reset' && isAfter(event.after, last)) ask()
        else apply(event)
        break
      }
      case 'ask':
        if (isLeading)
          post({
            kind: 'state',
            isLive: isStreamLive,
            last,
            to: message.from,
            missed: missedAfter(message.after),
          })
        break
      case 'state':
        follow(message)
        break
      case 'wake':
        if (isLeading) options.onWake()
        break
      case 'bye':
        // The next tick takes over. Where the browser passes on a lock, the next leader has spoken by then.
        silentTicks = TICKS_TO_TAKE_OVER - 1
        break
    }
  }
  return {
    receive,
    ask,
    last: () => last,
    lead() {
      isLeading = true
      sayState()
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
      const event = { name, data, id: eventId, after: last }
      if (name === 'ready' || !isNew(event)) return
      apply(event)
      post({ kind: 'event', event })
    },
    onStreamState(isLive: boolean) {
      isStreamLive = isLive
      onState(isLive)
      if (isLeading) sayState()
    },
  }
}
