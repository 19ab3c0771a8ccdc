import { lazy, Suspense, useEffect, useState } from 'react'
import { onFirstNotice } from '#/lib/notify.ts'

const load = () => import('./notices.tsx').then(({ Notices }) => ({ default: Notices }))
const Notices = lazy(load)

/** Loads toasts and popups while the browser is idle, or at once for the first notice. */
export function NoticesHost() {
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    const idle = setTimeout(() => void load(), 2500)
    const off = onFirstNotice(() => setNeeded(true))
    return () => {
      clearTimeout(idle)
      off()
    }
  }, [])
  return isNeeded && <Suspense>{<Notices />}</Suspense>
}
