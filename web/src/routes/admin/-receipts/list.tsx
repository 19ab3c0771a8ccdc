import { receipts, type Receipt } from '@kirana/contract/receipts'
import { PAGE_SIZE } from '@kirana/domain/paging'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '#/lib/api.ts'
import { count, counted, formatDateTimeOr, rupees } from '#/lib/format.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { PagedTable } from '#/components/tables/paged-table.tsx'
import { Button } from '#/ui/button.tsx'

const ReceiptDialog = lazyComponent(async () => (await import('./whole.tsx')).ReceiptDialog)

type Props = { page: number; onPage: (page: number, replace: boolean) => void }

/** Receipts, newest first, each with its lines in a dialog. */
export function ReceiptList({ page, onPage }: Props) {
  const [shown, setShown] = useState<{ receipt: Receipt; open: boolean } | null>(null)
  const query = useQuery({
    ...read(receipts.list, { params: { page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PagedTable
        name="Receipts"
        query={query}
        columns={columnsFor((receipt) => setShown({ receipt, open: true }))}
        page={page}
        size={PAGE_SIZE.receipts}
        onPage={onPage}
        about="Goods that came in, by the supplier’s bill, with what they cost."
      />
      {shown && (
        <ReceiptDialog
          key={shown.receipt._id}
          receipt={shown.receipt}
          open={shown.open}
          onOpenChange={(open) => setShown({ ...shown, open })}
        />
      )}
    </>
  )
}

const columnsFor = (show: (receipt: Receipt) => void): Column<Receipt>[] => [
  {
    id: 'date',
    header: 'Date',
    phone: 'plain',
    cell: ({ dateAndTime }) => <span className="whitespace-nowrap">{formatDateTimeOr(dateAndTime, '')}</span>,
  },
  {
    id: 'supplier',
    header: 'Supplier',
    phone: 'title',
    cell: ({ supplier }) => <span className="wrap-anywhere">{supplier}</span>,
  },
  {
    id: 'bill',
    header: 'Bill',
    cell: ({ billNumber }) => <span className="wrap-anywhere">{billNumber}</span>,
  },
  { id: 'pieces', header: 'Pieces', isNumeric: true, cell: ({ pieces }) => count(pieces) },
  {
    id: 'cost',
    header: 'Cost',
    isNumeric: true,
    cell: ({ cost }) => (cost === undefined ? '' : cost > 0 ? rupees(cost) : '–'),
  },
  { id: 'by', header: 'Received by', cell: ({ by }) => <span className="wrap-anywhere">{by}</span> },
  {
    id: 'lines',
    header: 'Lines',
    isRecord: true,
    phone: 'action',
    cell: (receipt) => (
      <Button
        variant="outline"
        size="small"
        aria-haspopup="dialog"
        aria-label={`${counted(receipt.lines, 'line')} of the bill ${receipt.billNumber} of ${receipt.supplier}`}
        onPointerEnter={ReceiptDialog.preload}
        onClick={() => show(receipt)}
      >
        {count(receipt.lines)}
      </Button>
    ),
  },
]
