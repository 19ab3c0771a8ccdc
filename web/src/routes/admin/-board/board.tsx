import type { OrderRow } from '@kirana/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Coffee } from 'lucide-react'
import { startTransition, useDeferredValue, useEffect, useState } from 'react'
import { messageOf } from '#/lib/api.ts'
import { pageOf, rememberBoard } from '#/lib/board-place.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { ordersIn } from '#/lib/live/stage-orders.ts'
import { count } from '#/lib/format.ts'
import type { Stage } from '#/lib/stages.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { useLateTimes } from '#/lib/session/late-times.ts'
import { EmptyState, ErrorLine, ErrorState } from '#/components/feedback/states.tsx'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { useWasSilent } from '#/components/live/sound-bar.tsx'
import { mostLate } from './board-order.ts'
import { OrderScans } from '../-orders/scans.tsx'
import { BoardCard } from './card.tsx'
import { Counts, PackingBar } from './packing-bar.tsx'
import { keepSelectable } from './selection.ts'
import { StageTabs } from './stage-tabs.tsx'
import { StatusBar } from './status-bar.tsx'
import { useBoardKeys } from './keys.ts'
import { useRoom } from './room.ts'
import { useMoves, useSlots } from './use-slots.ts'
import './board.css'

const OrderSheet = lazyComponent(async () => (await import('./sheet.tsx')).OrderSheet)

const grid = 'grid items-start gap-3'
/** One to four columns of cards, depending on the width and the text size. */
const columns = { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, max(18rem, 20%)), 1fr))' }
const listNames: Record<Stage, string> = {
  Confirmed: 'Orders to prepare, oldest first',
  Prepeared: 'Orders to dispatch, oldest first',
  Dispatched: 'Orders to send out, oldest first',
  'Out for Delivary': 'Orders to deliver, oldest first',
}

type Props = { stage: Stage; isFull: boolean }

const NONE: ReadonlySet<string> = new Set()

/** The orders of a stage as cards, oldest first. `isFull`: packing mode. */
export function Board({ stage: chosen, isFull }: Props) {
  // Renders the pressed tab before the cards of its stage.
  const stage = useDeferredValue(chosen)
  const query = useQuery(ordersIn(stage))
  const [opened, setOpened] = useState<OrderRow | null>(null)
  // Kept here, because the status bar remounts with the cards of each stage.
  const wasSilent = useWasSilent()
  const retry = () => void query.refetch()
  const rows = query.data?.data
  useEffect(() => {
    // Stores the profile while changes wait, for a reload without a network. If this chunk fails to load, such a reload
    // needs the network.
    void import('#/lib/outbox/kept.ts').then(({ keepWhileUnsent }) => keepWhileUnsent()).catch(() => {})
  }, [])
  return (
    <div className={isFull ? 'flex min-h-0 flex-1 flex-col' : ''}>
      {!isFull && (
        <div className="mb-3 flex">
          <StageTabs stage={chosen} isFull={false} />
        </div>
      )}
      {query.isError && query.data && (
        <div className="mb-3 overflow-hidden rounded-card">
          <ErrorLine message={messageOf(query.error)} onRetry={retry} />
        </div>
      )}
      {query.data && !query.data.isWhole && <Partly loaded={query.data.data.length} />}
      {!rows && <StatusBar rows={[]} shown={NONE} isFull={isFull} wasSilent={wasSilent} mayChange={false} />}
      {rows ? (
        <Slots
          key={stage}
          rows={rows}
          stage={stage}
          tab={chosen}
          isFull={isFull}
          wasSilent={wasSilent}
          onOpen={setOpened}
        />
      ) : query.isError ? (
        <div className="card">
          <ErrorState message={messageOf(query.error)} onRetry={retry} />
        </div>
      ) : (
        <Loading />
      )}
      <OrderScans />
      {opened && <OrderSheet key={opened._id} order={opened} open onOpenChange={() => setOpened(null)} />}
    </div>
  )
}

const Partly = ({ loaded }: { loaded: number }) => (
  <p className="card mb-3 px-4 py-3 text-muted">
    These are the {count(loaded)} orders that have waited longest.{' '}
    <Link
      to="/admin/orders/new"
      search={{ page: 1, search: '', view: 'table' }}
      className="font-medium text-ink underline underline-offset-2"
    >
      See all of them in the table
    </Link>
  </p>
)

type SlotsProps = Props & {
  rows: readonly OrderRow[]
  /** The pressed tab, whose cards may still be rendering. */
  tab: Stage
  wasSilent: boolean
  onOpen: (order: OrderRow) => void
}

function Slots({ rows, stage, tab, isFull, wasSilent, onOpen }: SlotsProps) {
  const { slots, rearrange } = useSlots(rows)
  const times = useLateTimes()
  const late = useClock((now) => mostLate(rows, times, now))
  const room = useRoom()
  const mayChange = useAllowed({ can: 'orders.write' })
  const [page, setPage] = useState(() => pageOf(stage, isFull))
  const [pressedPage, setPressedPage] = useState(page)
  const size = isFull ? room.size : slots.length
  const pages = Math.max(1, Math.ceil(slots.length / Math.max(1, size)))
  const within = (wanted: number) => Math.max(0, Math.min(wanted, pages - 1))
  const present = within(page)
  const shown = isFull ? slots.slice(present * size, (present + 1) * size) : slots
  const ids = new Set(rows.map(({ _id }) => _id))
  const moves = useMoves(shown)
  useBoardKeys(moves.ref, isFull)
  useEffect(() => {
    if (stage === 'Confirmed') keepSelectable(rows)
  }, [stage, rows])
  useEffect(() => {
    rememberBoard({ stage, isFull, page: present })
  }, [stage, isFull, present])
  return (
    <>
      {isFull && (
        <PackingBar
          stage={tab}
          page={within(pressedPage)}
          pages={pages}
          onPage={(next) => {
            // The number of the page is drawn before its cards.
            setPressedPage(within(next))
            startTransition(() => {
              rearrange()
              setPage(within(next))
            })
          }}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-3">
        {isFull && <Counts rows={rows} />}
        <div className="min-w-0 flex-1">
          <StatusBar
            rows={rows}
            shown={new Set(shown.map(({ _id }) => _id))}
            isFull={isFull}
            wasSilent={wasSilent}
            mayChange={mayChange}
          />
        </div>
      </div>
      {slots.length === 0 ? (
        <div className="card">
          <EmptyState icon={<Coffee size={22} />}>
            <p className="text-muted">All caught up. New orders appear here automatically.</p>
          </EmptyState>
        </div>
      ) : (
        <ul
          {...moves}
          aria-label={listNames[stage]}
          className={`relative ${isFull ? 'grid min-h-0 flex-1 gap-3' : grid}`}
          style={isFull ? room.grid : columns}
        >
          {shown.map((row, slot) => (
            <BoardCard
              key={row._id}
              order={row}
              stage={stage}
              isGone={!ids.has(row._id)}
              isMostLate={late.includes(row._id)}
              onOpen={onOpen}
              isFull={isFull}
              keyName={isFull && mayChange && slot < 9 ? String(slot + 1) : undefined}
            />
          ))}
        </ul>
      )}
    </>
  )
}

const Loading = () => (
  <div role="status" aria-label="Loading orders" className={grid} style={columns}>
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <div key={key} className="card flex h-56 flex-col gap-3 p-4">
        <div className="skeleton h-5 w-40" />
        <div className="skeleton h-4 w-52" />
        <div className="skeleton mt-2 h-4 w-44" />
        <div className="skeleton h-4 w-36" />
        <div className="skeleton mt-auto h-9 w-full" />
      </div>
    ))}
  </div>
)
