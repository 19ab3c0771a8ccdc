import { orders, type OrderRow } from '@kirana/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { read } from '#/lib/api.ts'
import type { Stage } from '#/lib/stages.ts'

/** The message that another user or screen has changed the order: who, and to which status. */
export function Gone({ order, stage }: { order: OrderRow; stage: Stage }) {
  const { data } = useQuery(read(orders.get, { params: { orderId: order._id } }))
  const last = data?.[0]?.history.at(-1)
  return (
    <span role="status" className="min-w-0 flex-1 rounded-control bg-info-soft px-2.5 py-1.5 text-info">
      {last && last.to !== stage
        ? `${last.by} set this order to ${last.to}.`
        : `This order is no longer ${stage}.`}
    </span>
  )
}
