import { freshKey } from '@kirana/contract/wire/request'
import type { Change } from './changes.ts'

const KEY = 'kirana-changes'
const TAB_KEY = 'kirana-tab'

let isBlocked = false

/** The changes that all tabs share; `otherwise` where storage is blocked: there they last until the tab is closed. */
export function readChanges(otherwise: readonly Change[] = []): readonly Change[] {
  if (isBlocked) return otherwise
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? (stored as Change[]) : []
  } catch {
    return otherwise
  }
}

export function writeChanges(changes: readonly Change[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(changes))
  } catch {
    isBlocked = true
  }
}

/** Runs `listen` when another tab has written them; returns the function that stops it. */
export function onOtherTab(listen: () => void) {
  const onStorage = (event: StorageEvent) => event.key === KEY && listen()
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

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
