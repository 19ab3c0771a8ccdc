import { createFileRoute, Link, stripSearchParams } from '@tanstack/react-router'
import { asPage, asText } from '#/lib/address.ts'
import { buttonLook } from '#/ui/button.tsx'
import { ManualOrders } from './-manual-orders.tsx'

export const Route = createFileRoute('/admin/manual/orders/history')({
  validateSearch: (address: Record<string, unknown>) => ({
    page: asPage(address.page),
    open: asText(address.open),
  }),
  search: { middlewares: [stripSearchParams({ page: 1, open: '' })] },
  component: ManualOrdersHistory,
})

function ManualOrdersHistory() {
  const place = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ManualOrders
      title="Manual Orders History"
      status=""
      place={place}
      onPlace={(next, how) => void navigate({ search: next, ...how })}
      other={
        <Link
          to="/admin/manual/orders/new"
          search={{ page: 1, open: '' }}
          className={buttonLook({ look: 'outline' })}
        >
          New Manual Orders
        </Link>
      }
    />
  )
}
