import { orders } from '@kirana/contract/orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { asOneOf, asPage, asText } from '#/lib/address.ts'
import { read } from '#/lib/api.ts'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { SearchedTable } from '#/components/tables/searched-table.tsx'
import { Button } from '#/ui/button.tsx'
import { RadioGroup } from '#/ui/choice-group.tsx'
import { historyColumns } from './-orders/columns.tsx'

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

/** Labels of the statuses (section 2; readings, Orders). */
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
        pageRef={{ page, search }}
        searchLabel="Phone number"
        searchMode="tel"
        onPageRef={(pageRef, replace) =>
          void navigate({ search: (now) => ({ ...now, ...pageRef }), replace })
        }
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
            <Button variant="outline" onClick={() => filter('')}>
              Show every status
            </Button>
          )
        }
      />
    </>
  )
}
