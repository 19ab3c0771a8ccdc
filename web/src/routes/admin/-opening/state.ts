import type { Opening } from '@kirana/contract/opening'
import { formatWhen } from '@kirana/domain/calendar'
import { deliveryEstimate, isClosedByHand, openingState, readClock, spanOf } from '@kirana/domain/opening'
import { useClock } from '#/lib/browser/clock.ts'

/** The opening in the form of the domain's rule. */
const ruleOf = ({ week, closedDays, isClosed, closedUntil, busyMinutes }: Opening) => ({
  week:
    week?.map((day) => day.map(({ from, to }) => spanOf(readClock(from) ?? 0, readClock(to) ?? 0))) ?? null,
  closedDays: closedDays.map(({ date }) => date),
  isClosed,
  closedUntil: closedUntil === null ? null : new Date(closedUntil),
  busyMinutes,
})

/** Whether the store is open at this second, by hand and by its hours, and what that means in words. */
export function useOpeningState(opening: Opening) {
  const rule = ruleOf(opening)
  const isOpen = useClock((now) => openingState(rule, new Date(now)).isOpen)
  const isClosed = useClock((now) => isClosedByHand(rule, new Date(now)))
  const words = useClock((ms) => {
    const now = new Date(ms)
    const state = openingState(rule, now)
    if (state.isOpen) return 'Customers can order.'
    if (state.opensAt) return `Orders are refused. The store opens ${formatWhen(state.opensAt, now)}.`
    return isClosedByHand(rule, now)
      ? 'Orders are refused until you reopen the store.'
      : 'Orders are refused: no hours are set.'
  })
  return { isOpen, isClosed, words }
}

/** What customers read: ‘20 minutes’. */
export const estimate = ({ deliveryTime, busyMinutes }: Opening) =>
  deliveryEstimate(deliveryTime, busyMinutes)
