import { type Claim, claims } from '@kirana/contract/claims'
import { orders } from '@kirana/contract/orders'
import { freshKey } from '@kirana/contract/wire/request'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { asOneOf, asPage } from '#/lib/address.ts'
import { read } from '#/lib/api.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { LiveLight } from '#/components/live/live-light.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { PagedTable } from '#/components/tables/paged-table.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { Button } from '#/ui/button.tsx'
import { claimColumns, type DecisionKind } from './-claims/columns.tsx'

export const Route = createFileRoute('/admin/claims')({
  // Imports nothing, because this code is part of the entry chunk. The screen parses the values.
  validateSearch: (address: Record<string, string>) => address,
  component: Claims,
})

const RefundClaim = lazyComponent(async () => (await import('./-claims/refund.tsx')).RefundClaim)
const FindClaimedOrder = lazyComponent(
  async () => (await import('./-claims/find-order.tsx')).FindClaimedOrder,
)
const ReplaceClaim = lazyComponent(async () => (await import('./-claims/replace.tsx')).ReplaceClaim)
const RefuseClaim = lazyComponent(async () => (await import('./-claims/refuse.tsx')).RefuseClaim)

const PAGE_SIZE = 20
const states = ['open', 'refunded', 'replaced', 'refused', 'all'] as const
const stateNames = {
  open: 'Open',
  refunded: 'Refunded',
  replaced: 'Replaced',
  refused: 'Refused',
  all: 'All Claims',
}
const dialogs = { refund: RefundClaim, replace: ReplaceClaim, refuse: RefuseClaim }

/** `key` differs for each opening of a dialog, because each is a new decision. */
type Decision = { claim: Claim; kind: DecisionKind; key: string }

function Claims() {
  const address = Route.useSearch()
  const navigate = Route.useNavigate()
  const page = asPage(address.page)
  const state = asOneOf(states, address.state)
  const [decision, setDecision] = useState<Decision | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const mayFind = useAllowed(orders.list)
  const query = useQuery({
    ...read(claims.list, { params: { page }, query: { state } }),
    placeholderData: keepPreviousData,
  })
  const go = (next: { page: number; state: string }, replace = false) =>
    void navigate({
      search: {
        ...(next.state !== 'open' && { state: next.state }),
        ...(next.page > 1 && { page: String(next.page) }),
      },
      replace,
    })
  const decide = (claim: Claim, kind: Decision['kind']) => {
    setDecision({ claim, kind, key: freshKey() })
    setOpen(true)
  }
  const Decide = decision && dialogs[decision.kind]
  const dialog = { open: isOpen, onOpenChange: setOpen }
  return (
    <>
      <PageHeader title="Claims" beside={<LiveLight />}>
        {mayFind && (
          <Button
            aria-haspopup="dialog"
            onPointerEnter={FindClaimedOrder.preload}
            onClick={() => setFinding(true)}
          >
            <Plus aria-hidden />
            Add Claim
          </Button>
        )}
        <RefreshButton query={query} />
      </PageHeader>
      <PagedTable
        name="Claims"
        query={query}
        columns={claimColumns(decide)}
        page={page}
        size={PAGE_SIZE}
        onPage={(next, replace) => go({ page: next, state }, replace)}
        toolbar={
          <select
            aria-label="State"
            className="field w-auto max-md:flex-1"
            value={state}
            onChange={({ target }) => go({ page: 1, state: target.value })}
          >
            {states.map((value) => (
              <option key={value} value={value}>
                {stateNames[value]}
              </option>
            ))}
          </select>
        }
        about="Customers claim damaged, wrong or missing items on the day of delivery. Their claims appear here."
      />
      {isFinding && <FindClaimedOrder open={isFinding} onOpenChange={setFinding} />}
      {decision && Decide && <Decide key={decision.key} claim={decision.claim} {...dialog} />}
    </>
  )
}
