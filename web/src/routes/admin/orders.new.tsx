import { orders } from '@kirana/contract/orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { asOneOf, asPage, asText } from '#/lib/address.ts'
import { read } from '#/lib/api.ts'
import { confirmedOrders } from '#/lib/live/confirmed.ts'
import { BellButton } from '#/components/live/bell-button.tsx'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { LiveLight } from '#/components/live/live-light.tsx'
import { SoundBar } from '#/components/live/sound-bar.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { SearchedTable } from '#/components/tables/searched-table.tsx'
import { newOrderColumns } from './-orders/columns.tsx'
import { ViewSwitch } from './-orders/view-switch.tsx'

const views = ['table', 'board'] as const
const Board = lazyComponent(async () => (await import('./-orders/board.tsx')).Board)
const OpeningNote = lazyComponent(async () => (await import('./-opening/note.tsx')).OpeningNote)

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
      <SoundBar />
      <OpeningNote />
      {isBoard ? (
        <Board />
      ) : (
        <SearchedTable
          name="New Orders"
          query={table}
          columns={newOrderColumns}
          pageRef={{ page, search }}
          searchLabel="Order ID"
          searchMode="text"
          onPageRef={(pageRef, replace) =>
            void navigate({ search: (now) => ({ ...now, ...pageRef }), replace })
          }
        />
      )}
    </>
  )
}
