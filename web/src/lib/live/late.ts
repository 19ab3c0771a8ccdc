import { QueryObserver, type QueryClient } from '@tanstack/react-query'
import { sessionOf } from '#/lib/session/session.ts'
import { ringsHere, soundLate } from './bell.ts'
import { confirmedOrders } from './stage-orders.ts'

const LOOK_MS = 5000

/**
 * The orders that have become late between two moments (ms since 1970). `lateMs`: the age from which an order is late.
 */
export const newlyLate = <Row extends { dateAndTime: string }>(
  rows: readonly Row[],
  lateMs: number,
  after: number,
  until: number,
) =>
  rows.filter(({ dateAndTime }) => {
    const lateAt = Date.parse(dateAndTime) + lateMs
    return lateAt > after && lateAt <= until
  })

/** Plays a second sound in the ringing tab when a Confirmed order becomes late. Returns a cleanup function. */
export function startLateRing(client: QueryClient) {
  let stop = () => {}
  const start = () => {
    stop()
    if (!ringsHere.get()) return
    const stopLoading = new QueryObserver(client, confirmedOrders).subscribe(() => {})
    let seen = Date.now()
    const timer = setInterval(() => {
      const now = Date.now()
      const rows = client.getQueryData(confirmedOrders.queryKey)?.data ?? []
      const lateMinutes = sessionOf('staff')?.lateTimes?.lateMinutes ?? Infinity
      if (newlyLate(rows, lateMinutes * 60_000, seen, now).length > 0) soundLate()
      seen = now
    }, LOOK_MS)
    stop = () => {
      clearInterval(timer)
      stopLoading()
      stop = () => {}
    }
  }
  const stopWatching = ringsHere.subscribe(start)
  start()
  return () => {
    stopWatching()
    stop()
  }
}
