import { useSyncExternalStore } from 'react'

const subscribers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

/** One interval shared by all subscribers; stopped while there are none. */
function subscribe(onChange: () => void) {
  if (subscribers.size === 0) {
    now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const onChange of subscribers) onChange()
    }, 1000)
  }
  subscribers.add(onChange)
  return () => {
    subscribers.delete(onChange)
    if (subscribers.size === 0) clearInterval(timer)
  }
}

/** A value derived from the current time (ms since 1970), every second. Renders again only when the value changes. */
export const useClock = <T extends string | number | boolean>(select: (now: number) => T) =>
  useSyncExternalStore(subscribe, () => select(now))
