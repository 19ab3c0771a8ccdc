import { orders } from '@kirana/contract/orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { asOneOf, asPage, asText } from '#/lib/address.ts'
import { read } from '#/lib/api.ts'
import { confirmedOrders } from '#/lib/confirmed.ts'
import { BellButton } from '#/parts/bell-button.tsx'
import { lazyPart } from '#/parts/lazy-part.tsx'
import { LiveLight } from '#/parts/live-light.tsx'
import { PageHeader } from '#/parts/page-header.tsx'
import { RefreshButton } from '#/parts/refresh-button.tsx'
import { SearchedTable } from '#/parts/searched-table.tsx'
import { newOrderColumns } from './-order-columns.tsx'
import { ViewSwitch } from './-view-switch.tsx'

const views = ['table', 'board'] as const
const Board = lazyPart(async () => (await import('./-board.tsx')).Board)

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
  const { page, search, view } = Route.useSearch()
  const navigate = Route.useNavigate()
  const isBoard = view === 'board'
  const table = useQuery({
    ...read(orders.list, { params: { page }, query: { keywords: 'Confirmed', search } }),
    placeholderData: keepPreviousData,
    enabled: !isBoard,
  })
  const board = useQuery({ ...confirmedOrders, enabled: isBoard })
  return (
    <>
      <PageHeader title="New Orders" beside={<LiveLight />}>
        <BellButton />
        <ViewSwitch view={view} />
        <RefreshButton key={view} query={isBoard ? board : table} />
      </PageHeader>
      {isBoard ? (
        <Board />
      ) : (
        <SearchedTable
          name="New Orders"
          query={table}
          columns={newOrderColumns}
          place={{ page, search }}
          searchLabel="Order ID"
          searchMode="text"
          onPlace={(place, replace) => void navigate({ search: (now) => ({ ...now, ...place }), replace })}
        />
      )}
    </>
  )
}
