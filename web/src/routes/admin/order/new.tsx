import { manualOrders } from '@kirana/contract/manual-orders'
import { users } from '@kirana/contract/users'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { asText } from '#/lib/address.ts'
import { messageOf, read } from '#/lib/api.ts'
import { formatDateTimeOr, formatPhone } from '#/lib/format.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { ErrorState } from '#/components/feedback/states.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { buttonVariants } from '#/ui/button.tsx'
import type { Buyer } from '../-placing/place-order.tsx'

/** Loads in parallel with the customer. */
const PlaceOrder = lazyComponent(async () => (await import('../-placing/place-order.tsx')).PlaceOrder)

export const Route = createFileRoute('/admin/order/new')({
  validateSearch: (address: Record<string, unknown>) => ({
    list: asText(address.list),
    customer: asText(address.customer),
  }),
  component: NewOrder,
})

/** An order placed by staff, from a photographed list (`list`) or for a customer who calls (`customer`). */
function NewOrder() {
  const { list: manualOrderId, customer: userId } = Route.useSearch()
  const navigate = Route.useNavigate()
  useEffect(() => PlaceOrder.preload(), [])
  const ofList = useQuery({
    ...read(manualOrders.get, { params: { manualOrderId } }),
    enabled: manualOrderId !== '',
  })
  const ofCustomer = useQuery({
    ...read(users.get, { params: { userId } }),
    enabled: manualOrderId === '' && userId !== '',
  })
  const query = manualOrderId === '' ? ofCustomer : ofList
  const list = ofList.data?.list ?? null
  const buyer: Buyer | undefined =
    ofList.data?.customer ?? (ofCustomer.data && { ...ofCustomer.data, money: ofCustomer.data.wallet.money })
  return (
    <>
      <PageHeader title="Place an order">
        <Link
          to="/admin/manual/orders/new"
          search={{ page: 1, open: '', sort: '' }}
          className={buttonVariants({ variant: 'outline' })}
        >
          New Manual Orders
        </Link>
      </PageHeader>
      {buyer ? (
        <>
          <p className="numbers -mt-2 mb-4 text-muted wrap-anywhere">
            {[
              buyer.fullName,
              formatPhone(buyer.phone),
              list && `list of ${formatDateTimeOr(list.dateAndTime, list.date)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {list && (list.order || list.orderStatus !== 'Waiting') ? (
            <Ended order={list.order} status={list.orderStatus} />
          ) : (
            <PlaceOrder
              key={manualOrderId || userId}
              buyer={buyer}
              list={list}
              fallback={<div role="status" aria-label="Loading" className="skeleton h-60" />}
              onPlaced={(orderId) => void navigate({ to: '/admin/order/get/$orderId', params: { orderId } })}
              onWaiting={() =>
                void navigate({ to: '/admin/manual/orders/new', search: { page: 1, open: '', sort: '' } })
              }
            />
          )}
        </>
      ) : (
        <div className="card">
          {query.isError ? (
            <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
          ) : query.isLoading ? (
            <div role="status" aria-label="Loading" className="skeleton h-60" />
          ) : (
            <p className="p-6">Open it from a manual order or from a customer’s page.</p>
          )}
        </div>
      )}
    </>
  )
}

/** Says that the list cannot be ordered, because it was ordered or closed. */
const Ended = ({ order, status }: { order: { _id: string; order_id: string } | null; status: string }) => (
  <p className="card p-6">
    {order ? (
      <>
        This list was ordered as{' '}
        <Link
          to="/admin/order/get/$orderId"
          params={{ orderId: order._id }}
          className="font-medium underline underline-offset-2"
        >
          {order.order_id}
        </Link>
        .
      </>
    ) : (
      `This list is ${status}. Set it to Waiting to order from it.`
    )}
  </p>
)
