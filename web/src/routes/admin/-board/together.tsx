import type { OrderRow } from '@kirana/contract/orders'
import { MIN_ROUND } from '@kirana/domain/round'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useClock } from '#/lib/browser/clock.ts'
import { Button, buttonVariants, IconButton } from '#/ui/button.tsx'
import { clearSelection, isSelectable, toggle, useSelected, useSelection } from './selection.ts'

/** A checkbox that selects an order of the board to be picked together with others. */
export function SelectOrder({ order }: { order: OrderRow }) {
  const { isSelected, isFull } = useSelected(order._id)
  const canJoin = useClock((now) => isSelectable(order, now))
  return (
    <label className="-my-2 -ml-2 grid size-9 shrink-0 cursor-pointer place-items-center coarse:size-11">
      <input
        type="checkbox"
        className="size-5 cursor-pointer accent-brand disabled:cursor-not-allowed"
        aria-label={`Pick ${order.order_id} together with others`}
        checked={isSelected}
        disabled={!isSelected && (isFull || !canJoin)}
        onChange={() => toggle(order._id)}
      />
    </label>
  )
}

/** The link 'Pick 3 together', shown once an order is selected. */
export function PickTogether({ rows }: { rows: readonly OrderRow[] }) {
  const orders = useSelection(rows)
  if (orders.length === 0) return null
  return (
    <span className="flex shrink-0 items-center gap-1">
      {orders.length < MIN_ROUND ? (
        <Button size="large" disabled>
          Choose another order
        </Button>
      ) : (
        <Link
          to="/admin/orders/round"
          search={{ orders: orders.map(({ _id }) => _id).join() }}
          preload={false}
          className={buttonVariants({ size: 'large' })}
          onClick={clearSelection}
        >
          Pick {orders.length} together
        </Link>
      )}
      <IconButton label="Choose none" variant="text" size="icon" onClick={clearSelection}>
        <X aria-hidden />
      </IconButton>
    </span>
  )
}
