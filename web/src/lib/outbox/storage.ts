import { freshKey } from '@kirana/contract/request'
import type { Change } from './changes.ts'

const KEY = 'kirana-changes'
const TAB_KEY = 'kirana-tab'

/** A list in the browser's store that all tabs share. Where storage is blocked it lasts until the tab is closed. */
export function storedList<T>(key: string) {
  let isBlocked = false
  /** The stored list; `otherwise` where storage is blocked. */
  const read = (otherwise: readonly T[] = []): readonly T[] => {
    if (isBlocked) return otherwise
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
      return Array.isArray(stored) ? (stored as T[]) : []
    } catch {
      return otherwise
    }
  }
  const write = (list: readonly T[]) => {
    try {
      localStorage.setItem(key, JSON.stringify(list))
    } catch {
      isBlocked = true
    }
  }
  /** Runs `listen` when another tab has stored the list; returns the function that stops it. */
  const onOtherTab = (listen: () => void) => {
    const onStorage = (event: StorageEvent) => event.key === key && listen()
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }
  return { read, write, onOtherTab }
}

export const PICKS_KEY = 'kirana-picks'
/** Whether actions of a picker wait to be sent. */
export const hasWaitingPicks = () => storedList(PICKS_KEY).read().length > 0

export const { read: readChanges, write: writeChanges, onOtherTab } = storedList<Change>(KEY)

/** Names this tab, also after a reload. */
export const tabId = (() => {
  try {
    const kept = sessionStorage.getItem(TAB_KEY) ?? freshKey()
    sessionStorage.setItem(TAB_KEY, kept)
    return kept
  } catch {
    return freshKey()
  }
})()
