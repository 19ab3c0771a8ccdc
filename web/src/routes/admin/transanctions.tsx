import { withdrawals, type Transaction } from '@kirana/contract/withdrawals'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '#/lib/api.ts'
import { DataTable } from '#/parts/data-table.tsx'
import { PageHeader } from '#/parts/page-header.tsx'
import { RefreshButton } from '#/parts/refresh-button.tsx'
import { Button } from '#/ui/button.tsx'
import { payeeOf, payoutColumns } from './-withdrawal-columns.tsx'
import { WithdrawalDocuments } from './-withdrawal-documents.tsx'

export const Route = createFileRoute('/admin/transanctions')({ component: TransanctionHistory })

const title = 'Transanction History'
const columns = payoutColumns<Transaction>(({ withdrawalReq }) => withdrawalReq)

function TransanctionHistory() {
  const query = useQuery(read(withdrawals.transactions, {}))
  const [viewed, setViewed] = useState<{ row: Transaction; open: boolean } | null>(null)
  const button = (row: Transaction) => (
    <Button
      look="outline"
      size="small"
      aria-label={`View documents of ${payeeOf(row)}`}
      onClick={() => setViewed({ row, open: true })}
    >
      View
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
        columns={[...columns, { id: 'documents', header: 'Supporting docs', phone: 'wide', cell: button }]}
      />
      {viewed && (
        <WithdrawalDocuments
          row={viewed.row}
          open={viewed.open}
          onOpenChange={(open) => setViewed({ ...viewed, open })}
        />
      )}
    </>
  )
}
