import { eventTypes } from '@kirana/domain/vocabulary'
import { positionIn, resumable } from './event-id.ts'
import { leadByClaim, leadByLock, type Leadership } from './leadership.ts'
import { createRelay, TICK_MS, type Relayed, type TabMessage } from './relay.ts'
import type { SessionRole } from '#/lib/session/session.ts'
import { openStream } from './stream.ts'

const eventNames = ['ready', 'reset', 'beat', ...eventTypes]

/** Whose stream it is, as its first message says. */
const isOf = ({ role, id }: Listener, data: string) =>
  (JSON.parse(data) as Record<string, unknown>)[`${role}Id`] === id

/**
 * Sends the position of the latest event with every call of this browser for ten seconds, so that a replica without that
 * event does not answer. Only the leading tab sets the cookie, because another tab might overwrite it with an earlier
 * position.
 */
function rememberPosition(eventId: string) {
  const position = positionIn(eventId)
  // The Cookie Store API is missing on plain HTTP.
  // oxlint-disable-next-line unicorn/no-document-cookie
  if (position !== undefined)
    document.cookie = `kirana-event-position=${position}; path=/; max-age=10; samesite=lax`
}

/** Who listens: a browser may be signed in to both areas. */
export type Listener = { role: SessionRole; id: string }
/** Names what this browser keeps for a listener. */
export const keyOf = ({ role, id }: Listener) => `${role}-${id}`

type Options = {
  who: Listener
  /** Id of the last event that this tab has received, or that what it has loaded includes. */
  after: string
  onEvent: (event: Relayed) => void
  onState: (isLive: boolean) => void
  /** Repeated failures, or a stream of another person. */
  onTrouble: () => void
}

/**
 * One event stream for all tabs of a person: browsers open six connections to a server over HTTP/1.1, and a stream in
 * each tab would stall the seventh. Returns the function that leaves.
 */
export function joinStream({ who, after, onEvent, onState, onTrouble }: Options) {
  // Tabs of the release before, whose ids are numbers, share a channel of their own.
  const name = `kirana-events-${keyOf(who)}`
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-')
  const channel = new BroadcastChannel(name)
  // A BroadcastChannel reaches its own origin only.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const post = (message: TabMessage) => channel.postMessage(message)
  let stream: ReturnType<typeof openStream> | null = null

  const relay = createRelay({
    id,
    after,
    post,
    onEvent,
    onState,
    onSilence: () => leadership.takeOver(),
    onClaim: (claim) => claims?.onClaim(claim),
    onAnswer: () => claims?.onAnswer(),
    onWake: () => stream?.wake(),
  })
  // The cookie may be another person's by now: their events are not for these tabs.
  const isOwn = (event: string, data: string) => {
    if ((event !== 'ready' && event !== 'reset') || isOf(who, data)) return true
    onTrouble()
    return false
  }
  const turns = {
    onLead() {
      relay.lead()
      stream ??= openStream({
        open: (last) => {
          const as = who.role === 'superadmin' ? 'as=superadmin&' : ''
          return new EventSource(`/api/v1/events?${as}lastEventId=${resumable(last)}`)
        },
        names: eventNames,
        after: relay.last(),
        accepts: isOwn,
        onState: (isLive) => relay.onStreamState(isLive),
        onRepeatedFailure: onTrouble,
        onEvent: (event, data, eventId) => {
          rememberPosition(eventId)
          relay.onStreamEvent(event, data, eventId)
        },
      })
    },
    onLost() {
      stream?.sleep()
      stream = null
      relay.follow()
    },
  }
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => relay.receive(data)
  relay.ask()
  const claims =
    'locks' in navigator ? null : leadByClaim(id, (claim) => post({ kind: 'claim', claim }), turns)
  const leadership: Leadership = claims ?? leadByLock(navigator.locks, name, turns)
  const ticks = setInterval(() => relay.tick(), TICK_MS)

  const wake = () => {
    if (!navigator.onLine) return
    stream?.wake()
    post({ kind: 'wake' })
    relay.ask()
  }
  const onVisibilityChange = () => document.visibilityState === 'visible' && wake()
  const sleep = () => stream?.sleep()
  addEventListener('online', wake)
  addEventListener('offline', sleep)
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    removeEventListener('online', wake)
    removeEventListener('offline', sleep)
    document.removeEventListener('visibilitychange', onVisibilityChange)
    clearInterval(ticks)
    stream?.sleep()
    if (stream) post({ kind: 'bye' })
    leadership.leave()
    channel.close()
    onState(false)
  }
}
