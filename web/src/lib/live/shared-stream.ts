import { eventTypes } from '@kirana/domain/vocabulary'
import { positionIn, resumable } from './event-id.ts'
import { leadByClaim, leadByLock, type Leadership } from './leadership.ts'
import { createRelay, TICK_MS, type Relayed, type TabMessage } from './relay.ts'
import type { SessionRole } from '#/lib/session/session.ts'
import { openStream } from './stream.ts'

const eventNames = ['ready', 'reset', 'beat', ...eventTypes]

/** Whether the stream belongs to the listener, according to its first message. */
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

/** The user whose events are received. A browser may be signed in to both areas. */
export type Listener = { role: SessionRole; id: string }
/** Part of the names under which this browser stores data for a listener. */
export const keyOf = ({ role, id }: Listener) => `${role}-${id}`

type Options = {
  who: Listener
  /** Id of the last event that this tab has received, or that its loaded data includes. */
  after: string
  onEvent: (event: Relayed) => void
  onState: (isLive: boolean) => void
  /** Called after repeated failures, or if the stream belongs to another user. */
  onTrouble: () => void
}

/**
 * One event stream for all tabs of a user. Browsers open at most six connections to a server over HTTP/1.1, so with a
 * stream in each tab the seventh tab would stall. Returns the function that leaves the stream.
 */
export function joinStream({ who, after, onEvent, onState, onTrouble }: Options) {
  // Tabs of the previous release, whose event ids are numbers, use another channel name.
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
  // The cookie may belong to another user by now, whose events these tabs must not show.
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
