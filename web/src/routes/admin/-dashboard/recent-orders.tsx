import type { OrderRow } from '@kirana/contract/orders'
import { Clock } from 'lucide-react'
import { formatDateTimeOr, rupees } from '#/lib/format.ts'
import { Badge } from '#/components/tables/badges.tsx'
import { PhoneLink } from '#/components/tables/phone-link.tsx'
import { MoreLink } from '../-orders/more-link.tsx'

const rowClass =
  'grid grid-cols-[1.75rem_1fr_auto] items-center gap-x-3 gap-y-2 border-t border-line px-4 py-2.5 hover:bg-sunken/60 md:grid-cols-[1.75rem_minmax(11rem,1.4fr)_minmax(11rem,1.2fr)_minmax(10rem,1fr)_6.5rem_auto]'

/** The latest orders with customer, time, amount and promised delivery time. */
export const RecentOrders = ({ rows }: { rows: readonly OrderRow[] }) => (
  <ol>
    {rows.map((row, index) => (
      <li key={row._id} className={rowClass}>
        <span className="numbers text-sm text-muted">{index + 1}</span>
        <div className="min-w-0">
          <p className="truncate font-medium">{row.user.fullName || row.address.fullName}</p>
          <PhoneLink phone={row.user.phone} className="text-sm text-muted" />
        </div>
        <p className="numbers text-right font-medium md:order-1">{rupees(row.totalPrice)}</p>
        <p className="numbers text-sm text-muted max-md:col-span-2 max-md:col-start-2 max-md:row-start-2">
          {formatDateTimeOr(row.dateAndTime, row.date)}
        </p>
        <div className="max-md:col-start-2">
          <Badge tone="warn">
            <Clock aria-hidden size={12} />
            {`Delivery in ${row.deliveryTime}`}
          </Badge>
        </div>
        <MoreLink order={row} className="md:order-2" />
      </li>
    ))}
  </ol>
)

/** Eight placeholder rows of the final height, so that nothing moves when the orders arrive. */
export const RecentOrdersSkeleton = () =>
  Array.from({ length: 8 }, (_, row) => (
    <div key={row} aria-hidden className="flex h-15 items-center gap-4 border-t border-line px-4 max-md:h-28">
      <div className="skeleton h-3.5 w-4" />
      <div className="skeleton h-3.5 w-40" />
    </div>
  ))
