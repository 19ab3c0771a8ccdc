import type { OrderRow } from '@kirana/contract/orders'
import { ageText } from '#/lib/age.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { promisedAt, promiseUrgency } from '#/lib/promise.ts'
import { useLateTimes } from '#/lib/session/late-times.ts'
import { badgeVariants } from '#/components/tables/badges.tsx'
import { isClaimed } from '../-orders/pick-link.tsx'

const MINUTE = 60_000

/** How late the card's order is. `filled`: one of the few orders that should be packed first. */
export function useLateness(order: OrderRow, isMostLate: boolean) {
  const times = useLateTimes()
  return useClock((now) => {
    const urgency = promiseUrgency(order, times, now)
    if (urgency !== 'late') return urgency
    if (isClaimed(order, now)) return 'claimed'
    return isMostLate ? 'filled' : 'late'
  })
}
export type Lateness = ReturnType<typeof useLateness>

const looks = {
  fresh: { tone: 'ok', className: '' },
  soon: { tone: 'warn', className: '' },
  claimed: { tone: 'warn', className: '' },
  late: { tone: 'bad', className: 'bg-transparent! px-0!' },
  filled: { tone: 'bad', className: 'bg-bad-solid! text-bad-solid-text!' },
} as const

type Props = { order: OrderRow; lateness: Lateness; isLarge: boolean }

/** The age of a card's order, and by how many minutes it is late. */
export function BoardAge({ order, lateness, isLarge }: Props) {
  const times = useLateTimes()
  const age = useClock((now) => ageText(now - Date.parse(order.dateAndTime)))
  const late = useClock((now) => Math.floor((now - promisedAt(order, times)) / MINUTE))
  const { tone, className } = looks[lateness]
  const word =
    lateness === 'soon' ? 'getting late' : lateness === 'fresh' ? '' : `${Math.max(0, late)} min late`
  return (
    <span className={badgeVariants({ tone, className })}>
      {/* No age beside the lateness in packing mode or from one hour on: both would cover the order number. */}
      {!(word && (isLarge || !age.includes(':'))) && (
        <span className={`font-semibold ${isLarge ? 'text-lg' : 'text-sm'}`}>
          <span className="sr-only">Waiting for </span>
          {age}
        </span>
      )}
      {word && <span className={isLarge ? 'text-lg' : ''}>{word}</span>}
    </span>
  )
}
