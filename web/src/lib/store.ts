import { useSyncExternalStore } from 'react'

/**
 * A value outside React that components and other code can subscribe to. `start` runs with the first subscription; the
 * function it returns runs after the last one has ended.
 */
export function createStore<T>(initial: T, start: () => () => void = () => () => {}) {
  const subscribers = new Set<() => void>()
  let value = initial
  let stop = () => {}
  const get = () => value
  function subscribe(onChange: () => void) {
    if (subscribers.size === 0) stop = start()
    subscribers.add(onChange)
    return () => {
      if (subscribers.delete(onChange) && subscribers.size === 0) stop()
    }
  }
  return {
    get,
    subscribe,
    set(next: T) {
      if (Object.is(next, value)) return
      value = next
      for (const onChange of subscribers) onChange()
    },
  }
}

type Store<T> = Pick<ReturnType<typeof createStore<T>>, 'get' | 'subscribe'>

/** A store's value, or a value that `select` derives from it. The component renders again only when that changes. */
export function useStore<T>(store: Store<T>): T
export function useStore<T, S>(store: Store<T>, select: (value: T) => S): S
export function useStore<T>(store: Store<T>, select: (value: T) => unknown = (value) => value) {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
