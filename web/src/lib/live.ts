import type { LiveEvent } from '@kirana/contract/events'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { keepStream } from './live-stream.ts'

/**
 * What the server tells this tab. `ready`: nothing that happens from now on is missed; `isFresh` when what happened
 * before is not told. `reset`: too much was missed to be told one by one.
 */
export type Happening = LiveEvent | { type: 'ready'; isFresh: boolean } | { type: 'reset' }
export type OrderEvent = Extract<LiveEvent, { type: 'order.created' | 'order.changed' }>

const names = [
  'ready',
  'reset',
  'beat',
  'order.created',
  'order.changed',
  'manual-order.created',
  'manual-order.changed',
  'withdrawal.created',
  'withdrawal.changed',
]

const watchers = new Set<() => void>()
const listeners = new Set<(happening: Happening) => void>()
let isLive = false

const setLive = (next: boolean) => {
  if (next === isLive) return
  isLive = next
  for (const tell of watchers) tell()
}
const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/** Whether changes reach this tab by themselves right now. */
export const useIsLive = () => useSyncExternalStore(watch, () => isLive)

/** Hears everything that the stream tells, in order; returns how to stop. */
export function onHappening(listener: (happening: Happening) => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls `listener` for everything that the stream tells while the component is there. */
export function useHappenings(listener: (happening: Happening) => void) {
  const tell = useEffectEvent(listener)
  useEffect(() => {
    const stop = onHappening((happening) => tell(happening))
    return () => void stop()
  }, [])
}

/** A reload of the tab resumes where it left off. Storage may be forbidden: then the lists are read afresh. */
const KEY = 'kirana-live-after'
const kept = {
  read() {
    try {
      return sessionStorage.getItem(KEY) ?? ''
    } catch {
      return ''
    }
  },
  write(id: string) {
    try {
      sessionStorage.setItem(KEY, id)
    } catch {
      // See above.
    }
  },
}

function happeningOf(name: string, data: string, isFresh: boolean): Happening {
  if (name === 'ready') return { type: 'ready', isFresh }
  // The server has encoded it with the contract's schema; a second check would cost every tab that schema.
  return name === 'reset' ? { type: 'reset' } : (JSON.parse(data) as LiveEvent)
}

/**
 * Opens the tab's one stream and keeps it open until the returned function is called. `onTrouble` runs when it fails
 * again and again: the caller finds out whether the person is still signed in.
 */
export function startLive(onTrouble: () => void) {
  let after = kept.read()
  const stream = keepStream({
    open: (last) => new EventSource(`/api/v1/events${last && `?lastEventId=${last}`}`),
    names,
    after,
    onState: setLive,
    onTrouble,
    onEvent: (name, data, id) => {
      const happening = happeningOf(name, data, after === '')
      after = id
      kept.write(id)
      for (const listener of listeners) listener(happening)
    },
  })
  const wake = () => navigator.onLine && stream.wake()
  const look = () => document.visibilityState === 'visible' && wake()
  const sleep = () => stream.sleep()
  addEventListener('online', wake)
  addEventListener('offline', sleep)
  // A page that the browser keeps for Back must hold no stream, and needs a new one when it is shown again.
  addEventListener('pagehide', sleep)
  addEventListener('pageshow', wake)
  document.addEventListener('visibilitychange', look)
  return () => {
    stream.sleep()
    removeEventListener('online', wake)
    removeEventListener('offline', sleep)
    removeEventListener('pagehide', sleep)
    removeEventListener('pageshow', wake)
    document.removeEventListener('visibilitychange', look)
  }
}
