import { ageText, urgencyOf, type Urgency } from '#/lib/age.ts'
import { useClock } from '#/lib/clock.ts'
import { Badge } from '#/parts/badges.tsx'

const looks = {
  fresh: { tone: 'ok', word: '' },
  soon: { tone: 'warn', word: 'getting late' },
  late: { tone: 'bad', word: 'late' },
} as const

export const useUrgency = (placedAt: number): Urgency => useClock((now) => urgencyOf(now - placedAt))

/** How long an order has waited, running; late in words as well as in colour. `placedAt` in milliseconds; NaN shows none. */
export function Age({ placedAt }: { placedAt: number }) {
  const text = useClock((now) => ageText(now - placedAt))
  const { tone, word } = looks[useUrgency(placedAt)]
  if (Number.isNaN(placedAt)) return null
  return (
    <Badge tone={tone}>
      <span className="sr-only">Waiting for </span>
      <span className="text-sm font-semibold">{text}</span>
      {word && <span>{word}</span>}
    </Badge>
  )
}
