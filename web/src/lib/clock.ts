import { useSyncExternalStore } from 'react'

const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

/** One timer for everything that counts seconds; it stands still while nothing does. */
function watch(tell: () => void) {
  if (watchers.size === 0) {
    now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const each of watchers) each()
    }, 1000)
  }
  watchers.add(tell)
  return () => {
    watchers.delete(tell)
    if (watchers.size === 0) clearInterval(timer)
  }
}

/** What `look` makes of the time in milliseconds; the component is drawn again only when that changes. */
export const useClock = <T extends string | number | boolean>(look: (now: number) => T) =>
  useSyncExternalStore(watch, () => look(now))
