import { orders } from '@kirana/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { messageOf, read, ApiError } from '#/lib/api.ts'
import { acknowledge } from '#/lib/live/waiting.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { EmptyState, ErrorLine, ErrorState } from '#/components/feedback/states.tsx'
import { buttonVariants } from '#/ui/button.tsx'
import { OrderDetail } from '../-order/detail.tsx'

const OrderScans = lazyComponent(async () => (await import('../-orders/scans.tsx')).OrderScans)

export const Route = createFileRoute('/admin/order/get/$orderId')({
  component: OrderScreen,
})

function OrderScreen() {
  const { orderId } = Route.useParams()
  const query = useQuery(read(orders.get, { params: { orderId } }))
  const [found] = query.data ?? []
  // The server returns 404 for an unknown order and for a malformed id.
  const isUnknown = query.error instanceof ApiError && query.error.status === 404
  // Opening an order acknowledges it, so the chime stops.
  useEffect(() => acknowledge([orderId]), [orderId])
  const retry = () => void query.refetch()
  if (found)
    return (
      <>
        {query.isError && (
          <div className="mb-3 overflow-hidden rounded-card">
            <ErrorLine message={messageOf(query.error)} onRetry={retry} />
          </div>
        )}
        <OrderDetail key={orderId} order={found} />
        <OrderScans />
      </>
    )
  return (
    <>
      <PageHeader title="Order" />
      {query.isPending ? (
        <Loading />
      ) : (
        <div className="card">
          {query.isError && !isUnknown ? (
            <ErrorState message={messageOf(query.error)} onRetry={retry} />
          ) : (
            <EmptyState text="No order found">
              <Link
                to="/admin/orders"
                search={{ page: 1, status: '', search: '' }}
                className={buttonVariants({ variant: 'outline' })}
              >
                Order History
              </Link>
            </EmptyState>
          )}
        </div>
      )}
    </>
  )
}

const Loading = () => (
  <div
    role="status"
    aria-label="Loading the order"
    className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_24rem]"
  >
    <div className="card flex h-96 flex-col gap-4 p-5">
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className="flex items-center gap-4">
          <div className="skeleton size-14" />
          <div className="skeleton h-4 flex-1" />
          <div className="skeleton h-4 w-16" />
        </div>
      ))}
    </div>
    <div className="card h-64 p-5">
      <div className="skeleton h-5 w-32" />
    </div>
  </div>
)
