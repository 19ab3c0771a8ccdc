import { type Withdrawal, withdrawals } from '@kirana/contract/withdrawals'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { read } from '#/lib/api.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { Button } from '#/ui/button.tsx'
import { When } from '../-lists/when.tsx'
import { Payouts, usePayoutAddress } from '../-payouts/list.tsx'
import { WaitingApproval } from '../-payouts/waiting.tsx'
import { type Chip, payeeOf } from '../-payouts/columns.tsx'

export const Route = createFileRoute('/admin/withdrawal/requests')({ component: WithdrawalRequests })

const WithdrawalApproval = lazyComponent(
  async () => (await import('../-payouts/approval.tsx')).WithdrawalApproval,
)

const requested: Column<Withdrawal>[] = [
  {
    id: 'requested',
    header: 'Requested',
    phone: 'plain',
    sort: { key: 'date', kind: 'date', isDefault: true },
    cell: ({ dateAndTime }) => <When dateAndTime={dateAndTime} date="" />,
  },
]

const chips: Record<Withdrawal['state'], Chip | null> = {
  open: null,
  waits: null,
  paid: null,
  approved: { word: 'Approved', tone: 'info' },
  refused: { word: 'Refused', tone: 'bad' },
}

const states = [
  { value: '', label: 'All Requests' },
  { value: 'waiting', label: 'Incomplete' },
  { value: 'done', label: 'Completed' },
  { value: 'refused', label: 'Refused' },
]

function WithdrawalRequests() {
  const address = usePayoutAddress()
  const { page, search, state, sort, go } = address
  const query = useQuery({
    ...read(withdrawals.page, { params: { page }, query: { search, state, sort } }),
    placeholderData: keepPreviousData,
  })
  const mayApprove = useAllowed(withdrawals.approve)
  return (
    <Payouts
      title="Withdrawal Requests"
      query={query}
      address={address}
      about="Customers ask in the app for the money in their wallets. Their requests appear here, to be paid or refused."
      filters={
        <select
          aria-label="Status"
          className="field w-auto max-md:flex-1"
          value={state}
          onChange={({ target }) => go({ state: target.value, page: 1 })}
        >
          {states.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      }
      accountOf={(row) => row}
      chipOf={({ state: now }) => chips[now]}
      more={requested}
      last="Approve"
      button={(row, open) =>
        row.approval ? (
          <WaitingApproval approval={row.approval} />
        ) : row.state === 'refused' ? (
          <span className="text-sm wrap-anywhere text-muted">{row.reason}</span>
        ) : (
          mayApprove && (
            <Button
              variant={row.isDone ? 'outline' : 'primary'}
              size="small"
              disabled={row.isDone}
              aria-label={`Approve ${payeeOf(row)}`}
              onClick={open}
            >
              Approve
            </Button>
          )
        )
      }
    >
      {(row, dialog) => <WithdrawalApproval key={row._id} row={row} {...dialog} />}
    </Payouts>
  )
}
