import type { Opening } from '@kirana/contract/opening'
import { formatWhen } from '@kirana/domain/calendar'
import { deliveryEstimate, isClosedByHand, openingState, readClock, spanOf } from '@kirana/domain/opening'
import { useClock } from '#/lib/browser/clock.ts'

/** Converts the opening hours to the input of the domain rule. */
const ruleOf = ({ week, closedDays, isClosed, closedUntil, busyMinutes }: Opening) => ({
  week:
    week?.map((day) => day.map(({ from, to }) => spanOf(readClock(from) ?? 0, readClock(to) ?? 0))) ?? null,
  closedDays: closedDays.map(({ date }) => date),
  isClosed,
  closedUntil: closedUntil === null ? null : new Date(closedUntil),
  busyMinutes,
})

/** Whether the store is open now, by its switch and its hours, and the text for it. Updated every second. */
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

/** The delivery time that customers see: ‘20 minutes’. */
export const estimate = ({ deliveryTime, busyMinutes }: Opening) =>
  deliveryEstimate(deliveryTime, busyMinutes)
