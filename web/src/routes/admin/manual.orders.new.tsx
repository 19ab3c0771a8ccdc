import { createFileRoute, Link, stripSearchParams } from '@tanstack/react-router'
import { asPage, asText } from '#/lib/address.ts'
import { BellButton } from '#/parts/bell-button.tsx'
import { LiveLight } from '#/parts/live-light.tsx'
import { buttonLook } from '#/ui/button.tsx'
import { ManualOrders } from './-manual-orders.tsx'

export const Route = createFileRoute('/admin/manual/orders/new')({
  validateSearch: (address: Record<string, unknown>) => ({
    page: asPage(address.page),
    open: asText(address.open),
  }),
  search: { middlewares: [stripSearchParams({ page: 1, open: '' })] },
  component: NewManualOrders,
})

function NewManualOrders() {
  const place = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ManualOrders
      title="New Manual Orders"
      status="Waiting"
      beside={<LiveLight />}
      bell={<BellButton />}
      place={place}
      onPlace={(next, how) => void navigate({ search: next, ...how })}
      other={
        <Link
          to="/admin/manual/orders/history"
          search={{ page: 1, open: '' }}
          className={buttonLook({ look: 'outline' })}
        >
          Manual Orders History
        </Link>
      }
    />
  )
}
