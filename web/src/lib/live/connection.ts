import type { LiveEvent } from '@kirana/contract/events'
import { announceSession, checkSession } from '#/lib/session/profiles.ts'
import { sessionOf, type SessionRole } from '#/lib/session/session.ts'
import { isLive, publishToTab, type StreamEvent } from './live.ts'
import type { Relayed } from './relay.ts'
import { joinStream, keyOf, type Listener } from './shared-stream.ts'

/**
 * Stores the id of the last event, from which the tab resumes after a reload. Each signed-in user has a separate one.
 */
const storedId = (who: Listener) => {
  const key = `kirana-live-after-${keyOf(who)}`
  return {
    read() {
      try {
        return sessionStorage.getItem(key) ?? ''
      } catch {
        return ''
      }
    },
    write(id: string) {
      try {
        sessionStorage.setItem(key, id)
      } catch {
        // Storage is blocked.
      }
    },
  }
}

function parseEvent({ name, data }: Relayed): StreamEvent {
  // The server encodes events with the contract's schema; validating again would load that schema in every tab.
  return name === 'reset' ? { type: 'reset' } : (JSON.parse(data) as LiveEvent)
}

/** Checks the session, and notifies the other tabs if it has ended. The guard then leaves the area. */
export async function checkListener(role: SessionRole) {
  await checkSession(role)
  if (sessionOf(role) === null) announceSession(role)
}

/**
 * Joins the event stream that the tabs of this browser share. After repeated failures, or if the stream belongs to
 * another user, it checks who is signed in. Returns the function that leaves the stream.
 */
export function startLive(who: Listener) {
  const kept = storedId(who)
  // The first visit resumes from the profile's event id, because the profile was loaded before the lists.
  let last = kept.read() || (sessionOf(who.role)?.lastEventId ?? '')
  let leaveStream: (() => void) | null = null
  const join = () => {
    leaveStream ??= joinStream({
      who,
      after: last,
      onTrouble: () => void checkListener(who.role),
      onState: (next) => isLive.set(next),
      onEvent: (relayed) => {
        last = relayed.id
        kept.write(last)
        publishToTab(parseEvent(relayed))
      },
    })
  }
  const leave = () => {
    leaveStream?.()
    leaveStream = null
  }
  join()
  // A page that is frozen or in the back-forward cache must not lead, because it receives no messages.
  addEventListener('pagehide', leave)
  addEventListener('pageshow', join)
  document.addEventListener('freeze', leave)
  document.addEventListener('resume', join)
  return () => {
    leave()
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', join)
    document.removeEventListener('freeze', leave)
    document.removeEventListener('resume', join)
  }
}
