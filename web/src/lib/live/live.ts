import type { LiveEvent } from '@kirana/contract/events'
import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from '#/lib/store.ts'

/** An event of the server's stream. `reset`: too many events were missed to replay them. */
export type StreamEvent = LiveEvent | { type: 'reset' }
export type OrderEvent = Extract<LiveEvent, { type: 'order.created' | 'order.changed' }>

/** Whether the event stream is connected. Set by connection.ts, which loads after the screen. */
export const isLive = createStore(false)
const listeners = new Set<(event: StreamEvent) => void>()

export function publishToTab(event: StreamEvent) {
  for (const listener of listeners) listener(event)
}

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
