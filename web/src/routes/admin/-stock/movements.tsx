import { stock, type StockMovement } from '@kirana/contract/stock'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf, read } from '#/lib/api.ts'
import { count, formatDateTime } from '#/lib/format.ts'
import { EmptyState, ErrorLine, ErrorState } from '#/components/feedback/states.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { Pager } from '#/components/tables/pager.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import type { Listed } from './columns.tsx'
import { nameOf } from './words.tsx'

/** What changed the pieces on hand of a variant, newest first. */
export const StockMovements = ({ row, ...dialog }: DialogState & { row: Listed }) => (
  <Dialog {...dialog} title={`Movements of ${nameOf(row)}`} width="medium">
    <Movements variantId={row.variantId} />
  </Dialog>
)

function Movements({ variantId }: { variantId: string }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...read(stock.movements, { params: { variantId, page } }),
    placeholderData: keepPreviousData,
  })
  const retry = () => void refetch()
  if (!data)
    return error ? (
      <ErrorState message={messageOf(error)} onRetry={retry} />
    ) : (
      <div className="skeleton h-40" />
    )
  if (data.data.length === 0) return <EmptyState />
  return (
    <div aria-busy={isPlaceholderData} className="overflow-hidden rounded-card border border-line">
      {error && <ErrorLine message={messageOf(error)} onRetry={retry} />}
      <ul className={isPlaceholderData ? 'opacity-60' : ''}>
        {data.data.map((movement, index) => (
          <Movement key={`${movement.at} ${index}`} movement={movement} />
        ))}
      </ul>
      <Pager page={page} of={data.totalPages} onPage={setPage} />
    </div>
  )
}

const words: Record<StockMovement['kind'], string> = {
  received: 'Received',
  counted: 'Counted',
  sold: 'Sold',
  short: 'Short',
  damaged: 'Damaged',
  returned: 'Returned',
}

const Movement = ({ movement: { kind, quantity, orderId, reason, by, at } }: { movement: StockMovement }) => (
  <li className="flex gap-4 border-t border-line px-4 py-2.5 first:border-t-0">
    <p className="numbers w-16 shrink-0 text-right font-medium">
      {quantity < 0 ? '−' : '+'} {count(Math.abs(quantity))}
    </p>
    <div className="min-w-0 flex-1">
      <p className="break-words">
        {orderId ? (
          <Link
            to="/admin/order/get/$orderId"
            params={{ orderId }}
            className="rounded-sm underline decoration-line-strong underline-offset-2 hover:decoration-ink"
          >
            {words[kind]}
          </Link>
        ) : (
          words[kind]
        )}
        {reason && `: ${reason}`}
      </p>
      <p className="numbers text-xs break-words text-muted">
        <time dateTime={at}>{formatDateTime(new Date(at))}</time> · {by}
      </p>
    </div>
  </li>
)
