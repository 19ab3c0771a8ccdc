import { orders } from '@kirana/contract/orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { asPage, asText } from '#/lib/address.ts'
import { read } from '#/lib/api.ts'
import { PageHeader } from '#/parts/page-header.tsx'
import { RefreshButton } from '#/parts/refresh-button.tsx'
import { SearchedTable } from '#/parts/searched-table.tsx'
import { referredColumns } from './-order-columns.tsx'

export const Route = createFileRoute('/admin/referred/orders')({
  validateSearch: (address: Record<string, unknown>) => ({
    page: asPage(address.page),
    search: asText(address.search),
  }),
  search: { middlewares: [stripSearchParams({ page: 1, search: '' })] },
  component: ReferredOrders,
})

function ReferredOrders() {
  const place = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useQuery({
    ...read(orders.referred, { params: { page: place.page }, query: { search: place.search } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title="Referred Orders">
        <RefreshButton query={query} />
      </PageHeader>
      <SearchedTable
        name="Referred Orders"
        query={query}
        columns={referredColumns}
        place={place}
        searchLabel="Phone number"
        searchMode="tel"
        onPlace={(next, replace) => void navigate({ search: next, replace })}
      />
    </>
  )
}
