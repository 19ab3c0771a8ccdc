import { orders } from '@kirana/contract/orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { asOneOf, asPage, asText } from '#/lib/address.ts'
import { read } from '#/lib/api.ts'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { SearchedTable } from '#/components/tables/searched-table.tsx'
import { referredColumns } from '../-orders/columns.tsx'

const sorts = ['', 'date', 'amount', '-amount'] as const

export const Route = createFileRoute('/admin/referred/orders')({
  validateSearch: (address: Record<string, unknown>) => ({
    page: asPage(address.page),
    search: asText(address.search),
    sort: asOneOf(sorts, address.sort),
  }),
  component: ReferredOrders,
})

function ReferredOrders() {
  const { sort, ...pageRef } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useQuery({
    ...read(orders.referred, { params: { page: pageRef.page }, query: { search: pageRef.search, sort } }),
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
        pageRef={pageRef}
        searchLabel="Phone number"
        searchMode="tel"
        about="First orders placed with another customer’s referral code. What both get for it is set in Company Settings."
        onPageRef={(next, replace) => void navigate({ search: { sort, ...next }, replace })}
        sorting={{
          sort,
          onSort: (next) =>
            void navigate({ search: { ...pageRef, page: 1, sort: asOneOf(sorts, next) }, replace: true }),
        }}
      />
    </>
  )
}
