import { Link } from '@tanstack/react-router'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '#/lib/api.ts'
import { formatDateTime } from '#/lib/format.ts'
import { useOpensScreen } from '#/lib/session/allowed.ts'
import { type About, EmptyState, ErrorLine, ErrorState } from '#/components/feedback/states.tsx'
import { Pager } from './pager.tsx'

type Props<Row> = {
  query: UseQueryResult<{ data: Row[]; totalPages: number }>
  page: number
  onPage: (page: number) => void
  about: About
  children: (row: Row, index: number) => ReactNode
}

/** The entries of a ledger, a page at a time. Each child is a `LedgerEntry`. */
export function Ledger<Row>({ query, page, onPage, about, children }: Props<Row>) {
  const { data, error, refetch, isPlaceholderData } = query
  const retry = () => void refetch()
  if (!data)
    return error ? (
      <ErrorState message={messageOf(error)} onRetry={retry} />
    ) : (
      <div className="skeleton h-40" />
    )
  if (data.data.length === 0) return <EmptyState about={about} />
  return (
    <div aria-busy={isPlaceholderData} className="overflow-hidden rounded-card border border-line">
      {error && <ErrorLine message={messageOf(error)} onRetry={retry} />}
      <ul className={isPlaceholderData ? 'opacity-60' : ''}>{data.data.map(children)}</ul>
      <Pager page={page} of={data.totalPages} onPage={onPage} />
    </div>
  )
}

type EntryProps = {
  amount: ReactNode
  about: string
  /** The order of the entry. `about` links to it, if the reader may open orders. */
  orderId: string | null | undefined
  reason?: string | undefined
  by: string
  /** ISO 8601. */
  at: string
}

/** One entry: amount, reason, person and time. */
export function LedgerEntry({ amount, about, orderId, reason, by, at }: EntryProps) {
  const opens = useOpensScreen()
  return (
    <li className="flex gap-4 border-t border-line px-4 py-2.5 first:border-t-0">
      {amount}
      <div className="min-w-0 flex-1">
        <p className="break-words">
          {orderId && opens('/admin/order/get/') ? (
            <Link
              to="/admin/order/get/$orderId"
              params={{ orderId }}
              className="rounded-sm underline decoration-line-strong underline-offset-2 hover:decoration-ink coarse:py-2.5"
            >
              {about}
            </Link>
          ) : (
            about
          )}
          {reason && `: ${reason}`}
        </p>
        <p className="numbers text-xs break-words text-muted">
          <time dateTime={at}>{formatDateTime(new Date(at))}</time> · {by}
        </p>
      </div>
    </li>
  )
}
