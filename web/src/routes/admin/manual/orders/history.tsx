import { createFileRoute, Link } from '@tanstack/react-router'
import { asOneOf, asPage, asText } from '#/lib/address.ts'
import { buttonVariants } from '#/ui/button.tsx'
import { ManualOrders } from '../../-photo-orders/list.tsx'

export const Route = createFileRoute('/admin/manual/orders/history')({
  validateSearch: (address: Record<string, unknown>) => ({
    page: asPage(address.page),
    open: asText(address.open),
    sort: asOneOf(['', 'date'], address.sort),
  }),
  component: ManualOrdersHistory,
})

function ManualOrdersHistory() {
  const pageRef = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ManualOrders
      title="Manual Orders History"
      status=""
      pageRef={pageRef}
      onPageRef={(next, how) => void navigate({ search: next, ...how })}
      other={
        <Link
          to="/admin/manual/orders/new"
          search={{ page: 1, open: '', sort: '' }}
          className={buttonVariants({ variant: 'outline' })}
        >
          New Manual Orders
        </Link>
      }
    />
  )
}
