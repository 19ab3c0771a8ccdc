import { orders } from '@kirana/contract/orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { asOneOf, asPage, asText } from '#/lib/address.ts'
import { read } from '#/lib/api.ts'
import { ordersIn } from '#/lib/live/stage-orders.ts'
import { stages, type Stage } from '#/lib/stages.ts'
import { BellButton } from '#/components/live/bell-button.tsx'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { LiveLight } from '#/components/live/live-light.tsx'
import { SoundBar, useWasSilent } from '#/components/live/sound-bar.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { SearchedTable } from '#/components/tables/searched-table.tsx'
import { newOrderColumns } from '../-orders/columns.tsx'
import { PackingModeLink, ViewSwitch } from '../-orders/view-switch.tsx'

const views = ['table', 'board'] as const
const Board = lazyComponent(async () => (await import('../-board/board.tsx')).Board)
const OpeningNote = lazyComponent(async () => (await import('../-opening/note.tsx')).OpeningNote)

type Search = {
  page: number
  search: string
  view: (typeof views)[number]
  /** The board's stage, Confirmed by default. */
  stage?: Stage
  /** Packing mode of the board. */
  full?: '1'
}

export const Route = createFileRoute('/admin/orders/new')({
  validateSearch: (address: Record<string, unknown>): Search => {
    const stage = asOneOf(stages, address.stage)
    return {
      page: asPage(address.page),
      search: asText(address.search),
      view: asOneOf(views, address.view),
      ...(stage !== 'Confirmed' && { stage }),
      ...(asText(address.full) === '1' && { full: '1' }),
    }
  },
  component: NewOrders,
})

function NewOrders() {
  const { page, search, view, stage = 'Confirmed', full } = Route.useSearch()
  const navigate = Route.useNavigate()
  // Renders the pressed switch before the other view.
  const isBoard = useDeferredValue(view) === 'board'
  const table = useQuery({
    ...read(orders.list, { params: { page }, query: { keywords: 'Confirmed', search } }),
    placeholderData: keepPreviousData,
    enabled: !isBoard,
  })
  const wasSilent = useWasSilent()
  const board = useQuery({ ...ordersIn(stage), enabled: isBoard })
  if (isBoard && full) return <Board stage={stage} isFull />
  return (
    <>
      <PageHeader title="New Orders" beside={!isBoard && <LiveLight />}>
        {!isBoard && <BellButton />}
        {isBoard && <PackingModeLink stage={stage} />}
        <ViewSwitch view={view} />
        <RefreshButton key={view} query={isBoard ? board : table} />
      </PageHeader>
      {!isBoard && <SoundBar keepsPlace={wasSilent} />}
      <OpeningNote />
      {isBoard ? (
        <Board stage={stage} isFull={false} />
      ) : (
        <SearchedTable
          name="New Orders"
          query={table}
          columns={newOrderColumns}
          pageRef={{ page, search }}
          searchLabel="Order ID"
          searchMode="text"
          about="All caught up. New orders appear here automatically."
          onPageRef={(pageRef, replace) =>
            void navigate({ search: (now) => ({ ...now, ...pageRef }), replace })
          }
        />
      )}
    </>
  )
}
