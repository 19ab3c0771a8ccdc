import { dispatch } from '@kirana/contract/dispatch'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { messageOf, read } from '#/lib/api.ts'
import { ErrorState } from '#/components/feedback/states.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { Bags } from './-dispatch/bags.tsx'
import { Overrides } from './-dispatch/overrides.tsx'
import { RiderCards } from './-dispatch/rider-cards.tsx'

export const Route = createFileRoute('/admin/dispatch')({ component: Dispatch })

/**
 * Interval of reloads, because counts of cash are published only to staff who see payments, not to other dispatchers.
 */
const REFRESH_MS = 60_000

function Dispatch() {
  const query = useQuery({ ...read(dispatch.get, {}), refetchInterval: REFRESH_MS })
  const { data, error } = query
  return (
    <>
      <PageHeader title="Dispatch">
        <RefreshButton query={query} />
      </PageHeader>
      {data ? (
        <div className="flex flex-col gap-6">
          <Overrides rows={data.overrides} />
          <RiderCards riders={data.riders} />
          <Bags query={query} />
        </div>
      ) : (
        error && <ErrorState message={messageOf(error)} onRetry={() => void query.refetch()} />
      )}
    </>
  )
}
