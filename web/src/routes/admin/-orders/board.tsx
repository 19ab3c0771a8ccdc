import type { OrderRow } from '@kirana/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Coffee } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#/lib/api.ts'
import { confirmedOrders, oldestFirst } from '#/lib/live/confirmed.ts'
import { count } from '#/lib/format.ts'
import { EmptyState, ErrorLine, ErrorState } from '#/components/feedback/states.tsx'
import { BoardCard } from './board-card.tsx'
import './board.css'

const grid = 'grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4'

/** All Confirmed orders as cards, oldest first. */
export function Board() {
  const query = useQuery(confirmedOrders)
  // Orders just moved on stay on the board while they can be undone.
  const [moved, setMoved] = useState<readonly OrderRow[]>([])
  const isMoved = ({ _id }: OrderRow) => moved.some((row) => row._id === _id)
  if (!query.data)
    return query.isError ? (
      <div className="card">
        <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
      </div>
    ) : (
      <Loading />
    )
  const { data, isWhole } = query.data
  const rows = oldestFirst([...data.filter((row) => !isMoved(row)), ...moved])
  return (
    <>
      {query.isError && (
        <div className="mb-3 overflow-hidden rounded-card">
          <ErrorLine message={messageOf(query.error)} onRetry={() => void query.refetch()} />
        </div>
      )}
      {!isWhole && (
        <p className="card mb-3 px-4 py-3 text-muted">
          These are the {count(data.length)} orders that have waited longest.{' '}
          <Link
            to="/admin/orders/new"
            search={{ page: 1, search: '', view: 'table' }}
            className="font-medium text-ink underline underline-offset-2"
          >
            See all of them in the table
          </Link>
        </p>
      )}
      {rows.length === 0 ? (
        <div className="card">
          <EmptyState icon={<Coffee size={22} />}>
            <p className="text-muted">Every order is taken care of. New ones appear here by themselves.</p>
          </EmptyState>
        </div>
      ) : (
        <ul aria-label="Orders to prepare, oldest first" className={grid}>
          {rows.map((row) => (
            <BoardCard
              key={row._id}
              order={row}
              onMove={() => setMoved((all) => [...all, row])}
              onSettled={() => setMoved((all) => all.filter(({ _id }) => _id !== row._id))}
            />
          ))}
        </ul>
      )}
    </>
  )
}

const Loading = () => (
  <div role="status" aria-label="Loading orders" className={grid}>
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <div key={key} className="card flex h-56 flex-col gap-3 p-4">
        <div className="skeleton h-5 w-40" />
        <div className="skeleton h-4 w-52" />
        <div className="skeleton mt-2 h-4 w-44" />
        <div className="skeleton h-4 w-36" />
        <div className="skeleton mt-auto h-9 w-full" />
      </div>
    ))}
  </div>
)
