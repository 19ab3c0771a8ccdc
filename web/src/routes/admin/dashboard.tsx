import { dashboard } from '@kirana/contract/dashboard'
import { orders } from '@kirana/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAllowed } from '#/lib/session/allowed.ts'
import { messageOf, queryClient, read } from '#/lib/api.ts'
import { notify } from '#/lib/notify.ts'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton, combineQueries } from '#/components/tables/refresh-button.tsx'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { EmptyState, ErrorState } from '#/components/feedback/states.tsx'
import { NeedsSkeleton } from '#/components/reports/needs-skeleton.tsx'
import { NeedsAttention, TodayFigures } from '#/components/reports/lazy.ts'
import { TodaySkeleton } from '#/components/reports/today-skeleton.tsx'
import { Tiles } from './-dashboard/tiles.tsx'
import { RecentOrders, RecentOrdersSkeleton } from './-dashboard/recent-orders.tsx'

// Loaded lazily, because only new stores need it.
const SetupChecklist = lazyComponent(
  async () => (await import('#/components/setup/checklist.tsx')).SetupChecklist,
)

// Loaded lazily, because only a closed or busy store shows it.
const OpeningNote = lazyComponent(async () => (await import('./-opening/note.tsx')).OpeningNote)

export const Route = createFileRoute('/admin/dashboard')({ component: Dashboard })

function Dashboard() {
  const counts = useQuery(read(dashboard.get, {}))
  const recent = useQuery(
    read(orders.list, { params: { page: 1 }, query: { keywords: 'Confirmed', search: '' } }),
  )
  // Names the permission instead of the call, because importing the call would load its contract with every screen.
  const hasFigures = useAllowed({ can: 'reports' })
  const both = combineQueries(counts, recent)
  const all = {
    // Refetches everything on screen, including today's figures.
    refetch: async () => {
      const others = queryClient.refetchQueries({ type: 'active' }, { cancelRefetch: false })
      const [refreshed] = await Promise.all([both.refetch(), others])
      return refreshed
    },
  }
  const error = counts.error ?? recent.error
  const message = error ? messageOf(error) : null
  // Two failed calls count as one failure for the user.
  const failures = Math.max(counts.errorUpdateCount, recent.errorUpdateCount)
  useEffect(() => {
    if (message !== null) notify('failure', message, 'toast')
  }, [message, failures])
  const rows = recent.data?.data
  // If there are orders, the figures of the day come before the checklist.
  const hasOrders = (counts.data?.todayOrder ?? 0) > 0 || (rows?.length ?? 0) > 0
  // Rendered only when both queries have loaded, because its place depends on both and moving it would remount it.
  const checklist = rows && counts.data?.isSettingUp && <SetupChecklist role="staff" />
  return (
    <>
      <PageHeader title="Dashboard">
        <RefreshButton query={all} />
      </PageHeader>
      {hasFigures && <NeedsAttention isLinked fallback={<NeedsSkeleton />} />}
      {counts.data?.isClosed && <OpeningNote />}
      {!hasOrders && checklist}
      <Tiles counts={counts.data} isLoading={counts.isPending} />
      {hasFigures && <TodayFigures isLinked fallback={<TodaySkeleton />} />}
      {hasOrders && checklist && <div className="mt-4">{checklist}</div>}
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
          <ErrorState message={messageOf(recent.error)} onRetry={() => void all.refetch()} />
        ) : (
          <RecentOrdersSkeleton />
        )}
      </section>
    </>
  )
}
