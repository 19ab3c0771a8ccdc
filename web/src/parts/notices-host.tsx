import { createElement, useEffect, useState } from 'react'
import { onFirstNotice, takeNotices } from '#/lib/notify.ts'
import { partOf, usePart } from '#/lib/part.ts'

const notices = partOf(async () => (await import('./notices.tsx')).Notices)

/** Loads toasts and popups while the browser is idle, or at once for the first notice. */
export function NoticesHost() {
  const [isNeeded, setNeeded] = useState(false)
  const Notices = usePart(notices, isNeeded, () => {
    setNeeded(false)
    // What went wrong must not go unsaid because of what went wrong: the browser can say it, too.
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
