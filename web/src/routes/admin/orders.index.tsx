import { orders } from '@kirana/contract/orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { asOneOf, asPage, asText } from '#/lib/address.ts'
import { read } from '#/lib/api.ts'
import { PageHeader } from '#/parts/page-header.tsx'
import { RefreshButton } from '#/parts/refresh-button.tsx'
import { SearchedTable } from '#/parts/searched-table.tsx'
import { Button } from '#/ui/button.tsx'
import { RadioGroup } from '#/ui/choice-group.tsx'
import { historyColumns } from './-order-columns.tsx'

const statuses = [
  '',
  'Confirmed',
  'Prepeared',
  'Dispatched',
  'Out for Delivary',
  'Delivered',
  'Canceled',
] as const

export const Route = createFileRoute('/admin/orders/')({
  validateSearch: (address: Record<string, unknown>) => ({
    page: asPage(address.page),
    status: asOneOf(statuses, address.status),
    search: asText(address.search),
  }),
  search: { middlewares: [stripSearchParams({ page: 1, status: '', search: '' })] },
  component: OrderHistory,
})

/** The specification's labels beside what they send (section 2; readings, Orders). */
const labels: Record<(typeof statuses)[number], string> = {
  '': 'All Orders',
  Confirmed: 'Order Confirmed',
  Prepeared: 'Order Prepeared',
  Dispatched: 'Order Dispatched',
  'Out for Delivary': 'Out For Delivery',
  Delivered: 'Order Delivered',
  Canceled: 'Order Canceled',
}
const choices = statuses.map((value) => ({ value, label: labels[value] }))

function OrderHistory() {
  const { page, status, search } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useQuery({
    ...read(orders.list, { params: { page }, query: { keywords: status, search } }),
    placeholderData: keepPreviousData,
  })
  const filter = (next: string) =>
    void navigate({ search: (now) => ({ ...now, page: 1, status: asOneOf(statuses, next) }) })
  return (
    <>
      <PageHeader title="Order History">
        <RefreshButton query={query} />
      </PageHeader>
      <SearchedTable
        name="Order History"
        query={query}
        columns={historyColumns}
        place={{ page, search }}
        searchLabel="Phone number"
        searchMode="tel"
        onPlace={(place, replace) => void navigate({ search: (now) => ({ ...now, ...place }), replace })}
        filters={
          <RadioGroup
            legend="Delivery Status"
            hideLegend
            name="status"
            value={status}
            onChange={filter}
            choices={choices}
            className="order-last w-full"
          />
        }
        empty={
          status && (
            <Button look="outline" onClick={() => filter('')}>
              Show every status
            </Button>
          )
        }
      />
    </>
  )
}
