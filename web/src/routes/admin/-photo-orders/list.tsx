import { manualOrders, type ManualOrder } from '@kirana/contract/manual-orders'
import { PAGE_SIZE } from '@kirana/domain/paging'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { read } from '#/lib/api.ts'
import { waiting } from '#/lib/live/waiting.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { useStore } from '#/lib/store.ts'
import { Badge } from '#/components/tables/badges.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { SoundBar, useWasSilent } from '#/components/live/sound-bar.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { PagedTable } from '#/components/tables/paged-table.tsx'
import { PhoneLink } from '#/components/tables/phone-link.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { ManualOrderStatus } from './status.tsx'
import { When } from '../-lists/when.tsx'

/** Loads on first use or on hover, so that the list does not wait for it. */
const PhotoDialog = lazyComponent(async () => (await import('./dialog.tsx')).PhotoDialog)

/** State of the list in the URL. `open` is the id of the order whose photos are open. */
type PageRef = { page: number; open: string; sort: '' | 'date' }

type Props = {
  title: string
  /** Filter by status; '' for all. */
  status: 'Waiting' | ''
  pageRef: PageRef
  onPageRef: (pageRef: PageRef, how: { replace: boolean; resetScroll: boolean }) => void
  /** Shown beside the title. */
  beside?: ReactNode
  bell?: ReactNode
  /** Link to the other of the two lists. */
  other: ReactNode
}

/** Photographed shopping lists: both screens of section 2 of the specification. */
export function ManualOrders({ title, status, pageRef, onPageRef, beside, bell, other }: Props) {
  const query = useQuery({
    ...read(manualOrders.list, { params: { page: pageRef.page }, query: { status, sort: pageRef.sort } }),
    placeholderData: keepPreviousData,
  })
  const wasSilent = useWasSilent()
  const view = (open: string) => onPageRef({ ...pageRef, open }, { replace: open === '', resetScroll: false })
  return (
    <>
      <PageHeader title={title} beside={beside}>
        {bell}
        {other}
        <RefreshButton query={query} />
      </PageHeader>
      {bell && <SoundBar keepsPlace={wasSilent} />}
      <PagedTable
        name={title}
        query={query}
        columns={columnsFor(view)}
        page={pageRef.page}
        size={PAGE_SIZE.manualOrders}
        onPage={(page, replace) => onPageRef({ ...pageRef, page, open: '' }, { replace, resetScroll: true })}
        sorting={{
          sort: pageRef.sort,
          onSort: (next) =>
            onPageRef(
              { page: 1, open: '', sort: next === 'date' ? 'date' : '' },
              { replace: true, resetScroll: false },
            ),
        }}
        about={
          status === ''
            ? 'Photos of shopping lists that customers have sent from the app, answered or not.'
            : 'No list waits for an answer. Photos of shopping lists appear here when customers send them.'
        }
      />
      <Viewed
        order={query.data?.data.find(({ _id }) => _id === pageRef.open)}
        pageRef={pageRef}
        onClose={() => view('')}
      />
    </>
  )
}

const columnsFor = (view: (id: string) => void): Column<ManualOrder>[] => [
  {
    id: 'date',
    header: 'Date',
    phone: 'plain',
    sort: { key: 'date', kind: 'date', isDefault: true },
    cell: (row) => <When {...row} />,
  },
  { id: 'user', header: 'User', phone: 'title', cell: (row) => <User order={row} /> },
  {
    id: 'phone',
    header: 'Phone Number',
    phone: 'plain',
    cell: ({ phone }) => <PhoneLink phone={phone} />,
  },
  { id: 'status', header: 'Status', phone: 'action', cell: (row) => <ManualOrderStatus order={row} /> },
  {
    id: 'list',
    header: 'Order List',
    isRecord: true,
    phone: 'action',
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-2">
        <PhotosOfList order={row} onView={() => view(row._id)} />
        <OrderOfList order={row} />
      </span>
    ),
  },
]

/** A button that opens the photos. Prescriptions can only be opened by staff who may place orders from them. */
function PhotosOfList({ order, onView }: { order: ManualOrder; onView: () => void }) {
  const { isPrescription, username, phone } = order
  const maySee = useAllowed({ can: 'orders.write' }) || !isPrescription
  if (!maySee) return <span className="text-muted">Prescription: only for staff who place orders</span>
  return (
    <Button
      variant="outline"
      size="small"
      aria-haspopup="dialog"
      aria-label={`View the list of ${username || phone}`}
      onPointerEnter={PhotoDialog.preload}
      onClick={onView}
    >
      View
    </Button>
  )
}

/** A link to the order that was placed from the list, or to the screen that places it. */
function OrderOfList({ order: { _id, order, orderStatus, username, phone } }: { order: ManualOrder }) {
  const mayPlace = useAllowed({ can: 'orders.write' })
  const variant = { variant: 'outline', size: 'small' } as const
  if (order)
    return (
      <Link
        to="/admin/order/get/$orderId"
        params={{ orderId: order._id }}
        className={buttonVariants({ ...variant, className: 'numbers' })}
      >
        {order.order_id}
      </Link>
    )
  if (!mayPlace || orderStatus !== 'Waiting') return null
  return (
    <Link
      to="/admin/order/new"
      search={{ list: _id, customer: '' }}
      aria-label={`Place order of ${username || phone}`}
      className={buttonVariants(variant)}
    >
      Place order
    </Link>
  )
}

function User({ order }: { order: ManualOrder }) {
  const isNew = useStore(waiting, (orders) => orders.some(({ id }) => id === order._id))
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 wrap-anywhere">
      {order.username || 'NIL'}
      {isNew && <Badge tone="brand">New</Badge>}
    </span>
  )
}

type ViewedProps = { order: ManualOrder | undefined; pageRef: PageRef; onClose: () => void }

/** The photos of the order in the URL. They stay open when the order leaves the list. */
function Viewed({ order, pageRef, onClose }: ViewedProps) {
  const [shown, setShown] = useState<ManualOrder | null>(null)
  if (order && order !== shown) setShown(order)
  if (!shown) return null
  return (
    <PhotoDialog
      key={shown._id}
      order={shown}
      open={shown._id === pageRef.open}
      onOpenChange={(open) => !open && onClose()}
    />
  )
}
