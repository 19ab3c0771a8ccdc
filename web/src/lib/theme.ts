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

const watch = (tell: () => void) => {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== KEY) return
    // Another tab has chosen since.
    chosen = null
    tell()
  }
  addEventListener(KEY, tell)
  addEventListener('storage', onStorage)
  return () => {
    removeEventListener(KEY, tell)
    removeEventListener('storage', onStorage)
  }
}

/** The chosen theme and how to change it; public/theme.js listens and paints. */
export function useTheme() {
  const theme = useSyncExternalStore(watch, current)
  const choose = (next: Theme) => {
    chosen = next
    try {
      localStorage.setItem(KEY, next)
    } catch {
      // Storage is forbidden: public/theme.js cannot read it either, so the page is painted here.
      if (next !== 'system') document.documentElement.dataset.theme = next
    }
    dispatchEvent(new Event(KEY))
  }
  return { theme, choose }
}
