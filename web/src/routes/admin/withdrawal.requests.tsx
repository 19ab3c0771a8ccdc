import { type Withdrawal, withdrawals } from '@kirana/contract/withdrawals'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { read } from '#/lib/api.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { Button } from '#/ui/button.tsx'
import { When } from './-lists/when.tsx'
import { Payouts } from './-payouts/list.tsx'
import { WaitingApproval } from './-payouts/waiting.tsx'
import { payeeOf } from './-payouts/columns.tsx'

export const Route = createFileRoute('/admin/withdrawal/requests')({ component: WithdrawalRequests })

const WithdrawalApproval = lazyComponent(
  async () => (await import('./-payouts/approval.tsx')).WithdrawalApproval,
)

const requested: Column<Withdrawal>[] = [
  {
    id: 'requested',
    header: 'Requested',
    phone: 'plain',
    sort: { key: 'requested', kind: 'date', by: ({ dateAndTime }) => dateAndTime },
    cell: ({ dateAndTime }) => <When dateAndTime={dateAndTime} date="" />,
  },
]

function WithdrawalRequests() {
  const query = useQuery(read(withdrawals.list, {}))
  const mayApprove = useAllowed(withdrawals.approve)
  return (
    <Payouts
      title="Withdrawal Requests"
      query={query}
      accountOf={(row) => row}
      more={requested}
      last="Approve"
      button={(row, open) =>
        row.approval ? (
          <WaitingApproval approval={row.approval} />
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
