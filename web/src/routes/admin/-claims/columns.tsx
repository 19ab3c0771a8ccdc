import { type Claim, claims } from '@kirana/contract/claims'
import { CLAIM_SHARE_DAYS, claimsUrgentUntil } from '@kirana/domain/claims'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addressOfFile } from '#/lib/file-address.ts'
import { counted, formatDateTime, rupees } from '#/lib/format.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Badge } from '#/components/tables/badges.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { PhoneLink } from '#/components/tables/phone-link.tsx'
import { Button } from '#/ui/button.tsx'
import { NoteLinks } from './note-links.tsx'
import { OrderLink } from './order-link.tsx'
import { reasonNames } from '#/lib/claim-reasons.ts'
import { stateTones } from './words.ts'

const Photos = lazyComponent(async () => (await import('./photos.tsx')).ClaimPhotos)

export type DecisionKind = 'refund' | 'replace' | 'refuse'
type Decide = (claim: Claim, kind: DecisionKind) => void

export const claimColumns = (decide: Decide): Column<Claim>[] => [
  { id: 'claim', header: 'Claim', phone: 'title', cell: (claim) => <Numbers claim={claim} /> },
  { id: 'customer', header: 'Customer', phone: 'plain', cell: (claim) => <Customer claim={claim} /> },
  { id: 'items', header: 'Items', phone: 'wide', cell: (claim) => <Items claim={claim} /> },
  { id: 'state', header: 'State', phone: 'plain', cell: (claim) => <State claim={claim} /> },
  {
    id: 'amount',
    header: 'Amount',
    isNumeric: true,
    phone: 'end',
    cell: ({ amount }) => rupees(amount),
  },
  {
    id: 'decision',
    header: 'Decision',
    phone: 'action',
    cell: (claim) => <Decisions claim={claim} decide={decide} />,
  },
]

function Numbers({ claim: { claimNumber, orderId, orderNumber } }: { claim: Claim }) {
  return (
    <span className="numbers flex flex-col items-start whitespace-nowrap">
      <span className="font-medium">{claimNumber}</span>
      <OrderLink _id={orderId} order_id={orderNumber} />
    </span>
  )
}

const Customer = ({ claim: { user, recent } }: { claim: Claim }) => (
  <span className="flex flex-col items-start wrap-anywhere">
    <span>{user.fullName || 'NIL'}</span>
    <PhoneLink phone={user.phone} />
    {recent.isMarked && (
      <span className="text-sm font-medium text-warn">
        {counted(recent.claims, 'claim')} of {counted(recent.deliveries, 'delivery', 'deliveries')} in{' '}
        {CLAIM_SHARE_DAYS} days
      </span>
    )}
  </span>
)

/** The claimed lines with the reason, and the photos beside them. */
const Items = ({ claim }: { claim: Claim }) => (
  <div className="flex gap-3 max-md:flex-wrap">
    <Lines claim={claim} />
    {claim.photos.length > 0 && <Thumbnails claim={claim} />}
  </div>
)

/** The decisions about the pieces of a line: '1 refunded, 2 refused'. '' if all pieces have the state of the claim. */
function decidedOf(state: Claim['state'], line: Claim['lines'][number]) {
  if (state !== 'open' && line[state] === line.pieces) return ''
  return (['refunded', 'replaced', 'refused'] as const)
    .filter((decision) => line[decision] > 0)
    .map((decision) => `${line[decision]} ${decision}`)
    .join(', ')
}

const Lines = ({ claim: { lines, reason, note, state } }: { claim: Claim }) => (
  <div className="flex min-w-28 flex-1 flex-col gap-1">
    {lines.map((line) => (
      <p key={line.line} className="wrap-anywhere">
        {line.pieces} × {line.productTitle}, {line.productQuantity}
        <span className="numbers block text-sm text-muted">
          {[`${rupees(line.paid)} paid for ${line.delivered}`, decidedOf(state, line)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
    ))}
    <p className="text-sm wrap-anywhere">
      <span className="font-medium">{reasonNames[reason]}</span>
      {note && `: ${note}`}
    </p>
  </div>
)

function Thumbnails({ claim }: { claim: Claim }) {
  const [isOpen, setOpen] = useState(false)
  const { photos, claimNumber } = claim
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`View ${counted(photos.length, 'photo')} of ${claimNumber}`}
        className="flex shrink-0 gap-1 self-start rounded-control md:flex-col"
        onPointerEnter={Photos.preload}
        onClick={() => setOpen(true)}
      >
        {photos.map((file) => (
          <img
            key={file}
            src={addressOfFile(file)}
            alt=""
            className="size-14 rounded-md border border-line bg-sunken object-cover"
          />
        ))}
      </button>
      {isOpen && <Photos claim={claim} open={isOpen} onOpenChange={setOpen} />}
    </>
  )
}

/** Marked as urgent if at most one business day is left before the deadline. */
function State({ claim: { state, dueBy, refusedReason, creditNotes, replacements } }: { claim: Claim }) {
  const due = Date.parse(dueBy)
  const isUrgent = useClock((now) => due <= claimsUrgentUntil(new Date(now)).getTime())
  const isOver = useClock((now) => due < now)
  const [name, tone] = stateTones[state]
  return (
    <div className="flex flex-col items-start gap-1 text-sm">
      <Badge tone={tone} dot>
        {name}
      </Badge>
      {state === 'open' && (
        <span className={isUrgent ? 'font-medium text-bad' : 'text-muted'}>
          {isOver ? 'Was due' : 'Due'} {formatDateTime(new Date(dueBy))}
        </span>
      )}
      {refusedReason && <span className="text-muted wrap-anywhere">{refusedReason}</span>}
      {replacements.map((order) => (
        <span key={order._id} className="whitespace-nowrap">
          By <OrderLink {...order} />
        </span>
      ))}
      <NoteLinks creditNotes={creditNotes} />
    </div>
  )
}

const decisions = [
  ['refund', 'Refund'],
  ['replace', 'Replace'],
  ['refuse', 'Refuse'],
] as const

function Decisions({ claim, decide }: { claim: Claim; decide: Decide }) {
  const mayDecide = useAllowed(claims.refund)
  if (claim.state !== 'open' || !mayDecide) return null
  if (claim.approvalId !== undefined)
    return (
      <Link
        to="/admin/approvals/$"
        params={{ _splat: 'own' }}
        className="text-sm underline decoration-line-strong underline-offset-2 coarse:py-2.5"
      >
        Waiting for approval
      </Link>
    )
  return (
    <div className="flex flex-wrap gap-2">
      {decisions.map(([kind, name]) => (
        <Button
          key={kind}
          size="small"
          variant={kind === 'refund' ? 'primary' : 'outline'}
          aria-haspopup="dialog"
          aria-label={`${name} ${claim.claimNumber}`}
          onClick={() => decide(claim, kind)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}
