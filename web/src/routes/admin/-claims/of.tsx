import { type Claim, claims } from '@kirana/contract/claims'
import type { Order } from '@kirana/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { read } from '#/lib/api.ts'
import { formatDateTime, rupees } from '#/lib/format.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Badge } from '#/components/tables/badges.tsx'
import { Button } from '#/ui/button.tsx'
import { NoteLinks } from './note-links.tsx'
import { OrderLink } from './order-link.tsx'
import { reasonNames } from '#/lib/claim-reasons.ts'
import { stateTones } from './words.ts'

const AddClaim = lazyComponent(async () => (await import('./add.tsx')).AddClaim)

type Props = {
  of: { order: string } | { customer: string }
  /** A delivered order for which staff can open a claim. */
  delivered?: Order | undefined
}

/** The newest claims of an order or a customer. Renders nothing if there are none and none can be opened. */
export function ClaimsOf({ of, delivered }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(read(claims.list, { params: { page: 1 }, query: { state: 'all', ...of } }))
  if (!data || (data.data.length === 0 && !delivered)) return null
  return (
    <section aria-labelledby="claims" className="card px-4 py-3 sm:px-5">
      <div className="flex items-center justify-between gap-3">
        <h2 id="claims" className="text-lg font-semibold">
          Claims
        </h2>
        {delivered && (
          <Button
            size="small"
            variant="outline"
            aria-haspopup="dialog"
            onPointerEnter={AddClaim.preload}
            onClick={() => setOpen(true)}
          >
            <Plus aria-hidden />
            Add Claim
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line">
        {data.data.map((claim) => (
          <Row key={claim._id} claim={claim} />
        ))}
      </ul>
      {delivered && isOpen && <AddClaim order={delivered} open={isOpen} onOpenChange={setOpen} />}
    </section>
  )
}

function Row({ claim }: { claim: Claim }) {
  const { claimNumber, state, reason, lines, amount, dateAndTime, replacements, creditNotes } = claim
  const [name, tone] = stateTones[state]
  return (
    <li className="flex items-start justify-between gap-3 py-2.5">
      <div className="min-w-0">
        <Link
          to="/admin/claims"
          search={state === 'open' ? {} : { state: 'all' }}
          className="numbers font-medium underline decoration-line-strong underline-offset-2 coarse:py-2.5"
        >
          {claimNumber}
        </Link>
        <p className="text-sm wrap-anywhere">
          {reasonNames[reason]}:{' '}
          {lines.map(({ pieces, productTitle }) => `${pieces} × ${productTitle}`).join(', ')}
        </p>
        {replacements.map((order) => (
          <p key={order._id} className="text-sm">
            Replaced by <OrderLink {...order} />
          </p>
        ))}
        {creditNotes.length > 0 && (
          <p className="flex flex-wrap gap-x-3">
            <NoteLinks creditNotes={creditNotes} />
          </p>
        )}
        <p className="numbers text-sm text-muted">{formatDateTime(new Date(dateAndTime))}</p>
      </div>
      <div className="flex flex-col items-end gap-1">
        <Badge tone={tone} dot>
          {name}
        </Badge>
        <span className="numbers text-sm">{rupees(amount)}</span>
      </div>
    </li>
  )
}
