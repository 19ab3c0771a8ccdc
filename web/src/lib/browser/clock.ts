import { createStore, useStore } from '#/lib/store.ts'

/** The current time, every second. One interval for all subscribers; stopped while there are none. */
const clock = createStore(Date.now(), () => {
  const tick = () => clock.set(Date.now())
  tick()
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
})

/** A value derived from the current time (ms since 1970), every second. Renders again only when the value changes. */
export const useClock = <T extends string | number | boolean>(select: (now: number) => T) =>
  useStore(clock, select)
