import type { LiveEvent } from '@kirana/contract/events'
import { isLive, publishToTab, type StreamEvent } from './live.ts'
import type { Relayed } from './relay.ts'
import { joinStream } from './shared-stream.ts'

/**
 * The last event's id: after a reload the tab resumes there. Where storage is blocked, the lists are refetched
 * instead. Each signed-in person has their own.
 */
const storedId = (personId: string) => {
  const key = `kirana-live-after-${personId}`
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

function parseEvent({ name, data }: Relayed, isFresh: boolean): StreamEvent {
  if (name === 'ready') return { type: 'ready', isFresh }
  // The server encodes events with the contract's schema; validating again would load that schema in every tab.
  return name === 'reset' ? { type: 'reset' } : (JSON.parse(data) as LiveEvent)
}

/**
 * Joins the event stream that the tabs of this browser share. `onTrouble` runs on repeated failures, and when the stream
 * turns out to be another person's, so that the caller can check who is signed in. Returns the function that leaves.
 */
export function startLive(personId: string, onTrouble: () => void) {
  const kept = storedId(personId)
  let leaveStream: (() => void) | null = null
  const join = () => {
    leaveStream ??= joinStream({
      personId,
      after: kept.read(),
      onTrouble,
      onState: (next) => isLive.set(next),
      onEvent: (relayed, isFresh) => {
        kept.write(relayed.id)
        publishToTab(parseEvent(relayed, isFresh))
      },
    })
  }
  const leave = () => {
    leaveStream?.()
    leaveStream = null
  }
  join()
  // A page that is frozen, or kept for the back button, must not lead: it neither hears nor answers.
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
