import { wallet, type StaffWalletEntry } from '@kirana/contract/wallet'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf, read } from '#/lib/api.ts'
import { count, formatDateTime, rupees } from '#/lib/format.ts'
import { Pager } from '#/components/tables/pager.tsx'
import { EmptyState, ErrorLine, ErrorState } from '#/components/feedback/states.tsx'

/** Wallet history, newest first, paged. */
export function WalletEntries({ userId }: { userId: string }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...read(wallet.entries, { params: { userId, page } }),
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
        {data.data.map((entry) => (
          <Entry key={entry._id} entry={entry} />
        ))}
      </ul>
      <Pager page={page} of={data.totalPages} onPage={setPage} />
    </div>
  )
}

const Entry = ({ entry: { about, point, money, by, orderId, dateAndTime } }: { entry: StaffWalletEntry }) => (
  <li className="flex gap-4 border-t border-line px-4 py-2.5 first:border-t-0">
    <p className="numbers flex w-26 shrink-0 flex-col text-right font-medium">
      {point !== 0 && <Change amount={point} text={`${count(Math.abs(point))} ${unit(point)}`} />}
      {money !== 0 && <Change amount={money} text={rupees(Math.abs(money))} />}
      {point === 0 && money === 0 && <span className="font-normal text-muted">No change</span>}
    </p>
    <div className="min-w-0 flex-1">
      <p className="break-words">
        {orderId ? (
          <Link
            to="/admin/order/get/$orderId"
            params={{ orderId }}
            className="rounded-sm underline decoration-line-strong underline-offset-2 hover:decoration-ink"
          >
            {about}
          </Link>
        ) : (
          about
        )}
      </p>
      <p className="numbers text-xs break-words text-muted">
        <time dateTime={dateAndTime}>{formatDateTime(new Date(dateAndTime))}</time> · {by}
      </p>
    </div>
  </li>
)

const unit = (point: number) => (Math.abs(point) === 1 ? 'coin' : 'coins')

/** A signed amount: '+ 12 coins', '− ₹50.00'. Color only repeats the sign. */
const Change = ({ amount, text }: { amount: number; text: string }) => (
  <span className={`whitespace-nowrap ${amount > 0 ? 'text-ok' : ''}`}>
    {amount > 0 ? '+' : '−'} {text}
  </span>
)
