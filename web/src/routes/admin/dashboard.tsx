import { dashboard } from '@kirana/contract/dashboard'
import { orders } from '@kirana/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { messageOf, read } from '#/lib/api.ts'
import { notify } from '#/lib/notify.ts'
import { PageHeader } from '#/parts/page-header.tsx'
import { RefreshButton, together } from '#/parts/refresh-button.tsx'
import { EmptyState, ErrorState } from '#/parts/states.tsx'
import { Tiles } from './-dashboard-tiles.tsx'
import { RecentOrders, RecentOrdersSkeleton } from './-recent-orders.tsx'

export const Route = createFileRoute('/admin/dashboard')({ component: Dashboard })

function Dashboard() {
  const counts = useQuery(read(dashboard.get, {}))
  const recent = useQuery(
    read(orders.list, { params: { page: 1 }, query: { keywords: 'Confirmed', search: '' } }),
  )
  const both = together(counts, recent)
  const error = counts.error ?? recent.error
  const message = error ? messageOf(error) : null
  // Two calls that fail together are one failure to whoever looks at the screen.
  const failures = Math.max(counts.errorUpdateCount, recent.errorUpdateCount)
  useEffect(() => {
    if (message !== null) notify('failure', message, 'toast')
  }, [message, failures])
  const rows = recent.data?.data
  return (
    <>
      <PageHeader title="Dashboard">
        <RefreshButton query={both} />
      </PageHeader>
      <Tiles counts={counts.data} isLoading={counts.isPending} />
      <section aria-labelledby="recent" aria-busy={recent.isPending} className="card mt-4 overflow-hidden">
        <h2 id="recent" className="px-4 py-3 text-lg font-semibold">
          All Recent Orders
        </h2>
        {rows ? (
          rows.length > 0 ? (
            <RecentOrders rows={rows} />
          ) : (
            <EmptyState text="No order found" />
          )
        ) : recent.error ? (
          <ErrorState message={messageOf(recent.error)} onRetry={() => void both.refetch()} />
        ) : (
          <RecentOrdersSkeleton />
        )}
      </section>
    </>
  )
}
