import type { LiveEvent } from '@kirana/contract/events'
import { eventTypes } from '@kirana/domain/vocabulary'
import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from '#/lib/store.ts'
import { openStream } from './stream.ts'

/**
 * An event of the server's stream. `ready`: no later change is missed; `isFresh` when the stream did not resume, so
 * earlier changes may be. `reset`: too many events were missed to replay them.
 */
export type StreamEvent = LiveEvent | { type: 'ready'; isFresh: boolean } | { type: 'reset' }
export type OrderEvent = Extract<LiveEvent, { type: 'order.created' | 'order.changed' }>

const eventNames = ['ready', 'reset', 'beat', ...eventTypes]

const isLive = createStore(false)
const listeners = new Set<(event: StreamEvent) => void>()

/** Whether the event stream is connected. */
export const useIsLive = () => useStore(isLive)

/** Subscribes to all events of the stream, in order; returns the unsubscribe function. */
export function onStreamEvent(listener: (event: StreamEvent) => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls `listener` for every event of the stream while the component is mounted. */
export function useStreamEvents(listener: (event: StreamEvent) => void) {
  const onEvent = useEffectEvent(listener)
  useEffect(() => {
    const stop = onStreamEvent((event) => onEvent(event))
    return () => void stop()
  }, [])
}

/**
 * The last event's id: after a reload the tab resumes there. Where storage is blocked, the lists are refetched
 * instead.
 */
const KEY = 'kirana-live-after'
const storedId = {
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
      // Storage is blocked.
    }
  },
}

function parseEvent(name: string, data: string, isFresh: boolean): StreamEvent {
  if (name === 'ready') return { type: 'ready', isFresh }
  // The server encodes events with the contract's schema; validating again would load that schema in every tab.
  return name === 'reset' ? { type: 'reset' } : (JSON.parse(data) as LiveEvent)
}

/**
 * Opens the tab's event stream; returns the function that closes it. `onRepeatedFailure` runs on repeated failures so that
 * the caller can check whether the user is still signed in.
 */
export function startLive(onRepeatedFailure: () => void) {
  let after = storedId.read()
  const stream = openStream({
    open: (last) => new EventSource(`/api/v1/events${last && `?lastEventId=${last}`}`),
    names: eventNames,
    after,
    onState: (next) => isLive.set(next),
    onRepeatedFailure,
    onEvent: (name, data, id) => {
      const event = parseEvent(name, data, after === '')
      after = id
      storedId.write(id)
      for (const listener of listeners) listener(event)
    },
  })
  const wake = () => navigator.onLine && stream.wake()
  const onVisibilityChange = () => document.visibilityState === 'visible' && wake()
  const sleep = () => stream.sleep()
  addEventListener('online', wake)
  addEventListener('offline', sleep)
  // A page in the back/forward cache must close its stream and open a new one when it is restored.
  addEventListener('pagehide', sleep)
  addEventListener('pageshow', wake)
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    stream.sleep()
    removeEventListener('online', wake)
    removeEventListener('offline', sleep)
    removeEventListener('pagehide', sleep)
    removeEventListener('pageshow', wake)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}
