import { stock, type StockMovement } from '@kirana/contract/stock'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '#/lib/api.ts'
import { count } from '#/lib/format.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { Ledger, LedgerEntry } from '#/components/tables/ledger.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import type { Listed } from './columns.tsx'
import { nameOf } from './words.tsx'

const words: Record<StockMovement['kind'], string> = {
  received: 'Received',
  counted: 'Counted',
  sold: 'Sold',
  short: 'Short',
  damaged: 'Damaged',
  returned: 'Returned',
}

/** The stock movements of a variant, newest first. */
export const StockMovements = ({ row, ...dialog }: DialogState & { row: Listed }) => (
  <Dialog {...dialog} title={`Movements of ${nameOf(row)}`} width="medium">
    <Movements variantId={row.variantId} />
  </Dialog>
)

function Movements({ variantId }: { variantId: string }) {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...read(stock.movements, { params: { variantId, page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Ledger
      query={query}
      page={page}
      onPage={setPage}
      about="Every change of the pieces on hand appears here: received, sold, counted, written off."
    >
      {({ kind, quantity, ...movement }, index) => (
        <LedgerEntry
          key={`${movement.at} ${index}`}
          amount={
            <p className="numbers w-16 shrink-0 text-right font-medium">
              {quantity < 0 ? '−' : '+'} {count(Math.abs(quantity))}
            </p>
          }
          about={words[kind]}
          {...movement}
        />
      )}
    </Ledger>
  )
}
