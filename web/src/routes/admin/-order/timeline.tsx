import type { Order } from '@kirana/contract/orders'
import { pickRecords, type PickStep } from '@kirana/contract/pick-records'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { read } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import { useStreamEvents } from '#/lib/live/live.ts'
import { Entries } from '#/components/journal/lazy.ts'

type Refund = NonNullable<Order['history'][number]['refund']> | Order['claimRefunds'][number]

/** 'Asha (staff)' → the name and the role. */
function personOf(by: string) {
  const [, person, role] = / \((?:staff|customer)\)$/.test(by) ? (/^(.*) \((.*)\)$/.exec(by) ?? []) : []
  return { person: person ?? by, role: role ?? '' }
}

/** The result of picking a line: '2 missing (damaged), 1 × Basmati instead'. */
function outcomeOf({ missing, reason, grams, swap }: PickStep['changes'][number]) {
  const parts = [
    missing > 0 && `${missing} missing${reason && ` (${reason})`}`,
    swap &&
      `${swap.quantity} × ${swap.title} instead${swap.isAgreed ? ', dearer as the customer agreed' : ''}`,
    grams !== null && `${grams} g`,
  ]
  return parts.filter(Boolean).join(', ')
}

const refundStates: Record<Refund['state'], string> = {
  asked: ', on its way',
  done: '',
  failed: ', failed',
  settled: ', settled',
}

const destinations: Record<Refund['to'], string> = {
  wallet: 'to the wallet',
  source: 'to where it was paid from',
  cash: 'in cash',
}

/** A refund as text: '₹120.00 to where it was paid from, on its way'. */
const refundText = ({ amount, to, state }: Refund) =>
  `${rupees(amount)} ${destinations[to]}${refundStates[state]}`

const pickSteps: Record<PickStep['kind'], string> = {
  claim: 'started picking',
  done: 'finished picking',
  discard: 'discarded what was picked',
}

/** Status changes, picking and the refunds of claims: who, when and what; newest first. */
export function OrderTimeline({ order: { _id: orderId, history, claimRefunds } }: { order: Order }) {
  const id = useId()
  const { data: picks = [], refetch } = useQuery(read(pickRecords.steps, { params: { orderId } }))
  useStreamEvents((event) => {
    const isOfPicks = event.type === 'pick.changed' || event.type === 'order.changed'
    if (isOfPicks && event.row._id === orderId) void refetch()
  })
  const row = { changes: [], pictures: [] }
  const rows = [
    ...picks.map(({ kind, at, by, changes }, step) => ({
      ...row,
      _id: `pick ${step}`,
      at,
      ...personOf(`${by} (staff)`),
      parts: [{ text: pickSteps[kind] }],
      changes: changes.map((change) => ({ field: change.title, before: null, after: outcomeOf(change) })),
    })),
    ...history.map(({ from, to, at, by, reason, refund }, step) => ({
      ...row,
      _id: String(step),
      at,
      ...personOf(by),
      parts: [
        {
          text:
            from === null
              ? 'placed the order'
              : `set the order from ${from} to ${to}${reason ? `: ${reason}` : ''}`,
        },
      ],
      changes: refund ? [{ field: 'Refund', before: null, after: refundText(refund) }] : [],
    })),
    ...claimRefunds.map((refund, step) => ({
      ...row,
      _id: `claim ${step}`,
      at: refund.at,
      ...personOf(refund.by),
      // Not a link, because this page lists the order's claims.
      parts: [{ text: `refunded the claim ${refund.claimNumber}` }],
      changes: [
        { field: 'Refund', before: null, after: refundText(refund) },
        ...(refund.creditNote === ''
          ? []
          : [{ field: 'Credit note', before: null, after: refund.creditNote }]),
      ],
    })),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return (
    <section aria-labelledby={id} className="card overflow-hidden">
      <h2 id={id} className="px-4 py-3 text-lg font-semibold sm:px-5">
        Timeline
      </h2>
      <Entries rows={rows.toReversed()} heading="h3" />
    </section>
  )
}
