import { type Urgency, urgencyOf } from '@kirana/domain/lateness'
import { ageText } from '#/lib/age.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { useLateTimes } from '#/lib/session/late-times.ts'
import { Badge } from '#/components/tables/badges.tsx'

const badges = {
  fresh: { tone: 'ok', word: '' },
  soon: { tone: 'warn', word: 'getting late' },
  late: { tone: 'bad', word: 'late' },
} as const

export function useUrgency(placedAt: number): Urgency {
  const times = useLateTimes()
  return useClock((now) => urgencyOf(now - placedAt, times))
}

/** Live age of an order; lateness shows in words and color. `placedAt`: ms since 1970; NaN renders nothing. */
export function Age({ placedAt, isLarge = false }: { placedAt: number; isLarge?: boolean }) {
  const text = useClock((now) => ageText(now - placedAt))
  const { tone, word } = badges[useUrgency(placedAt)]
  if (Number.isNaN(placedAt)) return null
  return (
    <Badge tone={tone}>
      <span className="sr-only">Waiting for </span>
      <span className={`font-semibold ${isLarge ? 'text-lg' : 'text-sm'}`}>{text}</span>
      {word && <span className={isLarge ? 'text-lg' : ''}>{word}</span>}
    </Badge>
  )
}
