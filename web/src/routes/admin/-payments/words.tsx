import type { Payment } from '@kirana/contract/payments'
import { Badge, type Tone } from '#/components/tables/badges.tsx'

const states: Record<Payment['state'], { tone: Tone; word: string }> = {
  created: { tone: 'warn', word: 'Awaiting' },
  paid: { tone: 'ok', word: 'Paid' },
  failed: { tone: 'bad', word: 'Attempt failed' },
  expired: { tone: 'plain', word: 'Expired' },
  unmatched: { tone: 'bad', word: 'Unmatched' },
}

export const StateBadge = ({ state }: { state: Payment['state'] }) => (
  <Badge tone={states[state].tone} dot>
    {states[state].word}
  </Badge>
)

/** The reasons why a payment does not pay for an order. */
export const mismatchWords: Record<NonNullable<Payment['mismatch']>, string> = {
  late: 'Paid after the order was closed',
  twice: 'Paid a second time',
  amount: 'Not the amount of the order',
  currency: 'Not in rupees',
  unknown: 'For an order that is not in this store',
}

/** '₹50.00', or '50.00 USD'. */
export const moneyIn = (amount: number, currency: string, rupees: (amount: number) => string) =>
  currency === 'INR' ? rupees(amount) : `${amount.toFixed(2)} ${currency}`
