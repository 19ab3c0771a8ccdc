import { withdrawals, type Withdrawal } from '@kirana/contract/withdrawals'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '#/lib/api.ts'
import { DataTable } from '#/parts/data-table.tsx'
import { PageHeader } from '#/parts/page-header.tsx'
import { RefreshButton } from '#/parts/refresh-button.tsx'
import { Button } from '#/ui/button.tsx'
import { WithdrawalApproval } from './-withdrawal-approval.tsx'
import { payeeOf, payoutColumns } from './-withdrawal-columns.tsx'

export const Route = createFileRoute('/admin/withdrawal/requests')({ component: WithdrawalRequests })

const title = 'Withdrawal Requests'
const columns = payoutColumns<Withdrawal>((row) => row)

function WithdrawalRequests() {
  const query = useQuery(read(withdrawals.list, {}))
  const [approved, setApproved] = useState<{ row: Withdrawal; open: boolean } | null>(null)
  const button = (row: Withdrawal) => (
    <Button
      look={row.isDone ? 'outline' : 'primary'}
      size="small"
      disabled={row.isDone}
      aria-label={`Approve ${payeeOf(row)}`}
      onClick={() => setApproved({ row, open: true })}
    >
      Approve
    </Button>
  )
  return (
    <>
      <PageHeader title={title}>
        <RefreshButton query={query} />
      </PageHeader>
      <DataTable
        name={title}
        rows={query.data}
        rowId={({ _id }) => _id}
        query={query}
        isWide
        columns={[...columns, { id: 'approve', header: 'Approve', phone: 'wide', cell: button }]}
      />
      {approved && (
        <WithdrawalApproval
          key={approved.row._id}
          row={approved.row}
          open={approved.open}
          onOpenChange={(open) => setApproved({ ...approved, open })}
        />
      )}
    </>
  )
}
