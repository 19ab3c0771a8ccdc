import { createFileRoute, Link } from '@tanstack/react-router'
import { asOneOf, asPage, asText } from '#/lib/address.ts'
import { BellButton } from '#/components/live/bell-button.tsx'
import { LiveLight } from '#/components/live/live-light.tsx'
import { buttonVariants } from '#/ui/button.tsx'
import { ManualOrders } from '../../-photo-orders/list.tsx'

export const Route = createFileRoute('/admin/manual/orders/new')({
  validateSearch: (address: Record<string, unknown>) => ({
    page: asPage(address.page),
    open: asText(address.open),
    sort: asOneOf(['', 'date'], address.sort),
  }),
  component: NewManualOrders,
})

function NewManualOrders() {
  const pageRef = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ManualOrders
      title="New Manual Orders"
      status="Waiting"
      beside={<LiveLight />}
      bell={<BellButton />}
      pageRef={pageRef}
      onPageRef={(next, how) => void navigate({ search: next, ...how })}
      other={
        <Link
          to="/admin/manual/orders/history"
          search={{ page: 1, open: '', sort: '' }}
          className={buttonVariants({ variant: 'outline' })}
        >
          Manual Orders History
        </Link>
      }
    />
  )
}
