import { manualOrders, type ManualOrder } from '@kirana/contract/manual-orders'
import { PAGE_SIZE } from '@kirana/domain/paging'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { read } from '#/lib/api.ts'
import { useWaiting } from '#/lib/waiting.ts'
import { Badge } from '#/parts/badges.tsx'
import type { Column } from '#/parts/data-table.tsx'
import { lazyPart } from '#/parts/lazy-part.tsx'
import { PageHeader } from '#/parts/page-header.tsx'
import { PagedTable } from '#/parts/paged-table.tsx'
import { PhoneLink } from '#/parts/phone-link.tsx'
import { RefreshButton } from '#/parts/refresh-button.tsx'
import { Button } from '#/ui/button.tsx'
import { ManualOrderStatus } from './-manual-order-status.tsx'
import { When } from './-when.tsx'

/** The dialog comes with the first press or just before it: the list does not wait for it. */
const PhotoDialog = lazyPart(async () => (await import('./-photo-dialog.tsx')).PhotoDialog)

/** What the address of a list of manual orders holds; `open` is the order whose photos are looked at. */
type Place = { page: number; open: string }

type Props = {
  title: string
  /** Only these; '' for all. */
  status: 'Waiting' | ''
  place: Place
  onPlace: (place: Place, how: { replace: boolean; resetScroll: boolean }) => void
  /** Stands beside the title. */
  beside?: ReactNode
  bell?: ReactNode
  /** The link to the other one of the two lists. */
  other: ReactNode
}

/** Photographed lists of customers: both screens of the specification's section 2. */
export function ManualOrders({ title, status, place, onPlace, beside, bell, other }: Props) {
  const query = useQuery({
    ...read(manualOrders.list, { params: { page: place.page }, query: { status } }),
    placeholderData: keepPreviousData,
  })
  const view = (open: string) => onPlace({ ...place, open }, { replace: open === '', resetScroll: false })
  return (
    <>
      <PageHeader title={title} beside={beside}>
        {bell}
        {other}
        <RefreshButton query={query} />
      </PageHeader>
      <PagedTable
        name={title}
        query={query}
        columns={columnsFor(view)}
        page={place.page}
        size={PAGE_SIZE.manualOrders}
        onPage={(page, replace) => onPlace({ page, open: '' }, { replace, resetScroll: true })}
        empty={other}
      />
      <Viewed
        order={query.data?.data.find(({ _id }) => _id === place.open)}
        place={place}
        onClose={() => view('')}
      />
    </>
  )
}

const columnsFor = (view: (id: string) => void): Column<ManualOrder>[] => [
  { id: 'date', header: 'Date', cell: (row) => <When {...row} /> },
  { id: 'user', header: 'User', phone: 'title', cell: (row) => <User order={row} /> },
  {
    id: 'phone',
    header: 'Phone Number',
    cell: ({ phone }) => <PhoneLink phone={phone} />,
  },
  { id: 'status', header: 'Status', cell: (row) => <ManualOrderStatus order={row} /> },
  {
    id: 'list',
    header: 'Order List',
    cell: ({ _id, username, phone }) => (
      <Button
        look="outline"
        size="small"
        aria-haspopup="dialog"
        aria-label={`View the list of ${username || phone}`}
        onPointerEnter={PhotoDialog.preload}
        onClick={() => view(_id)}
      >
        View
      </Button>
    ),
  },
]

function User({ order }: { order: ManualOrder }) {
  const isNew = useWaiting().some(({ id }) => id === order._id)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 wrap-anywhere">
      {order.username || 'NIL'}
      {isNew && <Badge tone="brand">New</Badge>}
    </span>
  )
}

type ViewedProps = { order: ManualOrder | undefined; place: Place; onClose: () => void }

/** The photos of the order that the address names. They stay when it leaves the list meanwhile, until they are closed. */
function Viewed({ order, place, onClose }: ViewedProps) {
  const [shown, setShown] = useState<ManualOrder | null>(null)
  if (order && order !== shown) setShown(order)
  if (!shown) return null
  return (
    <PhotoDialog
      key={shown._id}
      order={shown}
      open={shown._id === place.open}
      onOpenChange={(open) => !open && onClose()}
    />
  )
}
