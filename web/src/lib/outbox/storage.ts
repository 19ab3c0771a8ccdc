import { freshKey } from '@kirana/contract/request'
import type { Change } from './changes.ts'

const KEY = 'kirana-changes'
const TAB_KEY = 'kirana-tab'

/** A list in the browser's store that all tabs share. Where storage is blocked it lasts until the tab is closed. */
export function storedList<T>(key: string) {
  let isBlocked = false
  return {
    /** The stored list; `otherwise` where storage is blocked. */
    read(otherwise: readonly T[] = []): readonly T[] {
      if (isBlocked) return otherwise
      try {
        const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
        return Array.isArray(stored) ? (stored as T[]) : []
      } catch {
        return otherwise
      }
    },
    write(list: readonly T[]) {
      try {
        localStorage.setItem(key, JSON.stringify(list))
      } catch {
        isBlocked = true
      }
    },
    /** Runs `listen` when another tab has stored the list; returns the function that stops it. */
    onOtherTab(listen: () => void) {
      const onStorage = (event: StorageEvent) => event.key === key && listen()
      addEventListener('storage', onStorage)
      return () => removeEventListener('storage', onStorage)
    },
  }
}

const stored = storedList<Change>(KEY)
export const readChanges = stored.read
export const writeChanges = stored.write
export const onOtherTab = stored.onOtherTab

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
