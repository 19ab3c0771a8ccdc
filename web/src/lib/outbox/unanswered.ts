import { useEffect, useState } from 'react'
import { sessionOf } from '#/lib/session/session.ts'

/** How long to wait for a response or an error before stored data is shown. */
const LATE_MS = 5000

type Query = { data: unknown; fetchStatus: string; failureCount: number }

/**
 * Returns a function that checks whether a query has no response and may get none: without a network, after a failure,
 * or after 5 s. The 5 s are skipped if the session check has already timed out.
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
