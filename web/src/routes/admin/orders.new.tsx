import { orders } from '@kirana/contract/orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { asOneOf, asPage, asText } from '#/lib/address.ts'
import { read } from '#/lib/api.ts'
import { PageHeader } from '#/parts/page-header.tsx'
import { RefreshButton } from '#/parts/refresh-button.tsx'
import { newOrderColumns } from './-order-columns.tsx'
import { OrderList } from './-order-list.tsx'

const views = ['table', 'board'] as const

export const Route = createFileRoute('/admin/orders/new')({
  validateSearch: (address: Record<string, unknown>) => ({
    page: asPage(address.page),
    search: asText(address.search),
    view: asOneOf(views, address.view),
  }),
  search: { middlewares: [stripSearchParams({ page: 1, search: '', view: 'table' })] },
  component: NewOrders,
})

function NewOrders() {
  const { page, search } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useQuery({
    ...read(orders.list, { params: { page }, query: { keywords: 'Confirmed', search } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title="New Orders">
        <RefreshButton query={query} />
      </PageHeader>
      <OrderList
        name="New Orders"
        query={query}
        columns={newOrderColumns}
        place={{ page, search }}
        searchLabel="Order ID"
        searchMode="text"
        onPlace={(place, replace) => void navigate({ search: (now) => ({ ...now, ...place }), replace })}
      />
    </>
  )
}
