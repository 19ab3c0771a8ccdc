import { useEffect, useState } from 'react'
import { sessionOf } from '#/lib/session/session.ts'

/** How long a network that gives neither an answer nor an error is waited for before what is kept is shown. */
const LATE_MS = 5000

type Query = { data: unknown; fetchStatus: string; failureCount: number }

/**
 * Whether a query has no answer yet and may get none: without a network, after a failure, and after 5 s; at once if the
 * session check has already timed out.
 */
export function useUnanswered() {
  const [isLate, setLate] = useState(() => sessionOf('staff')?.isKept === true)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return ({ data, fetchStatus, failureCount }: Query) =>
    data === undefined && (isLate || fetchStatus === 'paused' || failureCount > 0)
}
