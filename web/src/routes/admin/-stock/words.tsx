import type { StockRow } from '@kirana/contract/stock'
import { addDays, dayInKolkata, formatDay } from '@kirana/domain/calendar'
import { EXPIRING_DAYS } from '@kirana/domain/stock'
import { Badge } from '#/components/tables/badges.tsx'
import { useClock } from '#/lib/browser/clock.ts'
import { count } from '#/lib/format.ts'

/** Reasons for correcting the pieces on hand. The last one asks for a text. */
export const countReasons = ['Counted the shelf', 'Not there', 'Damaged', 'Expired', 'Other'] as const

export const nameOf = ({ title, productQuantity }: Pick<StockRow, 'title' | 'productQuantity'>) =>
  `${title}, ${productQuantity}`

export function Available({ available, lowAt }: Pick<StockRow, 'available' | 'lowAt'>) {
  if (available === null) return <span className="text-muted">Not tracked</span>
  if (available === 0) return <Badge tone="bad">Out of stock</Badge>
  return available <= lowAt ? <Badge tone="warn">{count(available)} · low</Badge> : <>{count(available)}</>
}

export function Expiry({ day }: { day: string | null }) {
  const today = useClock((now) => dayInKolkata(new Date(now)))
  if (day === null) return <span className="text-muted">–</span>
  if (day < today) return <Badge tone="bad">Expired {formatDay(day)}</Badge>
  return day <= addDays(today, EXPIRING_DAYS) ? (
    <Badge tone="warn">{formatDay(day)}</Badge>
  ) : (
    <span className="whitespace-nowrap">{formatDay(day)}</span>
  )
}
