import { createElement, useEffect, useState } from 'react'
import { onFirstNotice, takeNotices } from '#/lib/notify.ts'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'

const notices = lazyModule(async () => (await import('./notices.tsx')).Notices)

/** Loads toasts and popups when the browser is idle, or immediately for the first notice. */
export function NoticesHost() {
  const [isNeeded, setNeeded] = useState(false)
  const Notices = useLazyModule(notices, isNeeded, () => {
    setNeeded(false)
    // The notice component failed to load: fall back to `alert` so that the message is still shown.
    takeNotices(({ message }) => alert(message))()
  })
  useEffect(() => {
    const idle = setTimeout(() => void notices.load().catch(() => {}), 2500)
    const off = onFirstNotice(() => setNeeded(true))
    return () => {
      clearTimeout(idle)
      off()
    }
  }, [])
  return isNeeded && Notices && createElement(Notices)
}
