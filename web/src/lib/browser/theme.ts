import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const KEY = 'kirana-theme'
let chosen: Theme | null = null

function current(): Theme {
  if (chosen) return chosen
  try {
    return themes.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system'
  } catch {
    return 'system'
  }
}

const subscribe = (onChange: () => void) => {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== KEY) return
    // Another tab has chosen a theme.
    chosen = null
    onChange()
  }
  addEventListener(KEY, onChange)
  addEventListener('storage', onStorage)
  return () => {
    removeEventListener(KEY, onChange)
    removeEventListener('storage', onStorage)
  }
}

/** The chosen theme and its setter; public/theme.js listens and applies it. */
export function useTheme() {
  const theme = useSyncExternalStore(subscribe, current)
  const choose = (next: Theme) => {
    chosen = next
    try {
      localStorage.setItem(KEY, next)
    } catch {
      // Storage is blocked, so public/theme.js cannot read the choice: apply it here.
      if (next !== 'system') document.documentElement.dataset.theme = next
    }
    dispatchEvent(new Event(KEY))
  }
  return { theme, choose }
}
