import type { PickedLine } from '@kirana/contract/pick'
import { formatDay } from '@kirana/domain/calendar'
import { Phone } from 'lucide-react'
import { rupees } from '#/lib/format.ts'
import { Badge } from '#/components/tables/badges.tsx'

export const settledWords = {
  found: { word: 'Found', tone: 'text-ok' },
  weighed: { word: 'Weighed', tone: 'text-ok' },
  short: { word: 'Missing', tone: 'text-bad' },
  swapped: { word: 'Swapped', tone: 'text-info' },
}

const wishes = { swap: 'If missing: swap', refund: 'If missing: refund', call: 'If missing: call' }

/** The customer's wish for missing items, the pieces to take first, and the result of the line. */
export function Facts({ line, phone }: { line: PickedLine; phone: string }) {
  const { ifMissing, nextExpiry, short, reason, swap } = line
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 empty:hidden">
      {ifMissing !== '' && <Badge tone="info">{wishes[ifMissing]}</Badge>}
      {ifMissing === 'call' && phone !== '' && line.state === 'open' && (
        <a
          href={`tel:${phone}`}
          className="inline-flex min-h-11 items-center gap-1.5 underline underline-offset-2"
        >
          <Phone aria-hidden size={16} />
          Call
        </a>
      )}
      {nextExpiry && line.state === 'open' && (
        <Badge tone="warn">{`First those of ${formatDay(nextExpiry)}`}</Badge>
      )}
      {short > 0 && <Badge tone="bad">{`${short} missing${reason ? `: ${reason}` : ''}`}</Badge>}
      {swap && (
        <p className="w-full font-medium break-words text-info">
          Instead {swap.quantity} × {swap.productTitle}, {swap.productQuantity}
          <span className="numbers"> for {rupees(swap.totalPrice)}</span>
          {swap.agreed !== null && ', as the customer agreed'}
        </p>
      )}
    </div>
  )
}
