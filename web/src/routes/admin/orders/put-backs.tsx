import { pickRecords } from '@kirana/contract/pick-records'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { messageOf, read } from '#/lib/api.ts'
import { boardSearch } from '#/lib/board-place.ts'
import { ErrorState } from '#/components/feedback/states.tsx'
import { LiveLight } from '#/components/live/live-light.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { buttonVariants } from '#/ui/button.tsx'
import { PutBackList } from '../-orders/put-backs.tsx'

export const Route = createFileRoute('/admin/orders/put-backs')({ component: PutBacks })

/** The items of canceled orders to put back on the shelves. */
function PutBacks() {
  const query = useQuery(read(pickRecords.putBacks, { query: {} }))
  return (
    <>
      <PageHeader title="Put back" beside={<LiveLight />}>
        <Link
          to="/admin/orders/new"
          search={boardSearch()}
          className={buttonVariants({ variant: 'outline' })}
        >
          Back to the board
        </Link>
      </PageHeader>
      {query.data ? (
        <PutBackList putBacks={query.data} />
      ) : (
        <div className="card">
          {query.isError ? (
            <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
          ) : (
            <div role="status" aria-label="Loading" className="skeleton h-40" />
          )}
        </div>
      )}
    </>
  )
}
