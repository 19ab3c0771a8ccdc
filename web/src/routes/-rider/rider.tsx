import { rider, type RiderDay } from '@kirana/contract/rider'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '#/lib/api-error.ts'
import { call, messageOf, queryClient } from '#/lib/api.ts'
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

const queryKey = [rider.me.path]
/**
 * The rider's day, or null when signed out. After a 401 the null replaces the day that was loaded before, which would
 * otherwise be shown again after the next failed call.
 */
const dayOfRider = queryOptions({
  queryKey,
  queryFn: async ({ signal }): Promise<RiderDay | null> => {
    try {
      return (await call(rider.me, {}, { signal })).data
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  refetchInterval: ({ state }) => (state.data === null ? false : POLL_MS),
  retry: false,
  networkMode: 'always',
})

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
  const query = useQuery(dayOfRider)
  // Read in the same component as the query. A child could render the shorter queue with an older day.
  const queue = useDropQueue()
  const { data } = query
  // The stored day is shown immediately, even if the network hangs.
  const day = data === undefined ? storedDay() : data
  // Customers' addresses are deleted with the session.
  useEffect(() => {
    if (data !== undefined) storeDay(data)
    if (data === null) riderOnPhone.set('')
  }, [data])
  // Checks the expiry by timer, because a page without a network gets no 401.
  useEffect(() => {
    const timer = setInterval(() => {
      if (isStoredDayExpired()) location.reload()
    }, EXPIRY_MS)
    return () => clearInterval(timer)
  }, [])
  if (data === null) return <SignIn onDone={() => void queryClient.resetQueries({ queryKey })} />
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
