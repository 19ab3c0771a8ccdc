import { orders } from '@kirana/contract/orders'
import { urlOf } from '@kirana/contract/wire/request'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { asOneOf, asPage, asText } from '#/lib/address.ts'
import { read } from '#/lib/api.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { SearchedTable } from '#/components/tables/searched-table.tsx'
import { DownloadLink } from '#/components/security/download.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { historyColumns } from '../-orders/columns.tsx'
import { HistoryFilters, unfiltered } from '../-orders/history-filters.tsx'

const statuses = [
  '',
  'Confirmed',
  'Prepeared',
  'Dispatched',
  'Out for Delivary',
  'Delivered',
  'Canceled',
] as const
const collects = ['', 'cash'] as const
const sorts = ['', 'date', 'amount', '-amount'] as const

/** All parameters are optional, so that a link only sets its filters. */
type Address = Partial<
  Record<'page' | 'status' | 'search' | 'customer' | 'from' | 'to' | 'collect' | 'sort', string | number>
> &
  SearchSchemaInput

export const Route = createFileRoute('/admin/orders/')({
  validateSearch: (address: Address) => ({
    page: asPage(address.page),
    status: asOneOf(statuses, address.status),
    search: asText(address.search),
    customer: asText(address.customer),
    from: asText(address.from),
    to: asText(address.to),
    collect: asOneOf(collects, address.collect),
    sort: asOneOf(sorts, address.sort),
  }),
  component: OrderHistory,
})

function OrderHistory() {
  const { page, status, ...rest } = Route.useSearch()
  const { search, sort } = rest
  const navigate = Route.useNavigate()
  const filter = { keywords: status, ...rest }
  const mayExport = useAllowed(orders.export)
  const query = useQuery({
    ...read(orders.list, { params: { page }, query: filter }),
    placeholderData: keepPreviousData,
  })
  const change = (changes: Partial<Record<keyof typeof rest | 'status', string>>, replace = false) =>
    void navigate({
      search: (now) => ({
        ...now,
        page: 1,
        ...changes,
        status: asOneOf(statuses, changes.status ?? now.status),
        collect: asOneOf(collects, changes.collect ?? now.collect),
        sort: asOneOf(sorts, changes.sort ?? now.sort),
      }),
      replace,
    })
  const isFiltered = Object.entries(unfiltered).some(
    ([name]) => ({ status, ...rest })[name as 'status'] !== '',
  )
  return (
    <>
      <PageHeader title="Order History">
        <RefreshButton query={query} />
        {mayExport && (
          <DownloadLink
            className={buttonVariants({ variant: 'outline' })}
            href={urlOf(orders.export.path, { query: filter })}
            route={orders.export}
          >
            <Download aria-hidden />
            Export CSV
          </DownloadLink>
        )}
      </PageHeader>
      <SearchedTable
        name="Order History"
        query={query}
        columns={historyColumns}
        pageRef={{ page, search }}
        searchLabel="Phone number, order or name"
        searchMode="text"
        onPageRef={(pageRef, replace) =>
          void navigate({ search: (now) => ({ ...now, ...pageRef }), replace })
        }
        sorting={{ sort, onSort: (next) => change({ sort: next }, true) }}
        filters={<HistoryFilters filter={{ status, ...rest }} onFilter={change} />}
        about={
          !isFiltered &&
          'Every order, open and past. Customers place them in the app, and staff on a customer’s page.'
        }
        empty={
          isFiltered && (
            <Button variant="outline" onClick={() => change(unfiltered)}>
              Show all orders
            </Button>
          )
        }
      />
    </>
  )
}
