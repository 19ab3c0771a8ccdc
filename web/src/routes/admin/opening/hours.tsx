import { opening } from '@kirana/contract/opening'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { messageOf, read } from '#/lib/api.ts'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { ErrorLine, ErrorState } from '#/components/feedback/states.tsx'
import { HoursForm } from '../-opening/hours-form.tsx'
import { OpenNow } from '../-opening/open-now.tsx'

export const Route = createFileRoute('/admin/opening/hours')({ component: OpeningHours })

function OpeningHours() {
  const query = useQuery(read(opening.get, {}))
  const { data, error, isPending, refetch } = query
  return (
    <>
      <PageHeader title="Opening Hours">
        <RefreshButton query={query} />
      </PageHeader>
      {data ? (
        <div className="flex max-w-220 flex-col gap-4">
          {error && (
            <div className="overflow-hidden rounded-card">
              <ErrorLine message={messageOf(error)} onRetry={() => void refetch()} />
            </div>
          )}
          <OpenNow opening={data} />
          <HoursForm opening={data} />
        </div>
      ) : (
        <div className="card max-w-220" aria-busy={isPending}>
          {error ? (
            <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />
          ) : (
            <div className="skeleton m-5 h-120" />
          )}
        </div>
      )}
    </>
  )
}
