import { rider, type RiderDay } from '@kirana/contract/rider'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '#/lib/api-error.ts'
import { messageOf, read } from '#/lib/api.ts'
import { useTitle } from '#/lib/browser/title.ts'
import { useDropQueue, type DropQueue } from '#/lib/outbox/drops.ts'
import { riderOnPhone, send } from '#/lib/outbox/sender.ts'
import { registerWorker } from '#/lib/outbox/worker.ts'
import { ErrorState } from '#/components/feedback/states.tsx'
import { Day } from './rider-day.tsx'
import { SignIn } from './sign-in.tsx'
import { isStoredDayExpired, storedDay, storeDay } from './stored-day.ts'

/** How often the phone checks for new bags. */
const POLL_MS = 20_000
/** How often the phone checks whether the stored day has expired. */
const EXPIRY_MS = 60_000

/** Links the manifest of the rider's app, so that the browser installs the app instead of the back office. */
function useOwnManifest() {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
    if (link) link.href = '/rider.webmanifest'
  }, [])
}

/** The rider's app: the drops of the day, also without a network. */
export function Rider() {
  useTitle('Rider')
  useOwnManifest()
  useEffect(() => registerWorker('/rider'), [])
  const query = useQuery({
    ...read(rider.me, {}),
    refetchInterval: POLL_MS,
    retry: false,
    networkMode: 'always',
  })
  // Read in the same component as the query. A child could render the shorter queue with an older day.
  const queue = useDropQueue()
  const isSignedOut = query.error instanceof ApiError && query.error.status === 401
  // The stored day is shown immediately, even if the network hangs.
  const day = isSignedOut ? null : (query.data ?? storedDay())
  // Customers' addresses are deleted with the session.
  useEffect(() => {
    if (isSignedOut) storeDay(null)
    else if (query.data) storeDay(query.data)
  }, [isSignedOut, query.data])
  // Checks the expiry by timer, because a page without a network gets no 401.
  useEffect(() => {
    const timer = setInterval(() => {
      if (isStoredDayExpired()) location.reload()
    }, EXPIRY_MS)
    return () => clearInterval(timer)
  }, [])
  if (isSignedOut) return <SignIn onDone={() => void query.refetch()} />
  if (day) return <SignedIn day={day} queue={queue} />
  return query.error ? (
    <main className="p-4">
      <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
    </main>
  ) : (
    <main aria-busy className="min-h-dvh" />
  )
}

function SignedIn({ day, queue }: { day: RiderDay; queue: DropQueue }) {
  useEffect(() => {
    riderOnPhone.set(day._id)
    send()
  }, [day._id])
  return <Day day={day} queue={queue} />
}
