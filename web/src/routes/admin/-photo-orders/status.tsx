import { manualOrders, type ManualOrder } from '@kirana/contract/manual-orders'
import { useState } from 'react'
import { useWrite } from '#/lib/api.ts'
import { formatDateTimeOr } from '#/lib/format.ts'
import { useAllowed } from '#/lib/session/allowed.ts'

type Status = ManualOrder['orderStatus']

const statusClasses: Record<Status, string> = {
  Waiting: 'bg-warn-soft text-warn',
  Delivered: 'bg-ok-soft text-ok',
  Canceled: 'bg-bad-soft text-bad',
}
const statuses = Object.keys(statusClasses)
const isStatus = (word: string): word is Status => word in statusClasses

/**
 * Status select of a row; plain text for users who may not change it. Saves immediately, and reverts if the server
 * rejects the change.
 */
export function ManualOrderStatus({ order }: { order: ManualOrder }) {
  const mayChange = useAllowed(manualOrders.changeStatus)
  const [chosen, setChosen] = useState<Status>(order.orderStatus)
  const change = useWrite(manualOrders.changeStatus, { reload: [manualOrders.list] })
  const status = change.isSending ? chosen : order.orderStatus
  if (!mayChange)
    return (
      <span className={`rounded-control px-2.5 py-1 font-medium ${statusClasses[status]}`}>{status}</span>
    )
  // Not disabled while sending, because that would drop the keyboard focus.
  const choose = (next: string) => {
    if (change.isSending || !isStatus(next)) return
    setChosen(next)
    change.send({ body: { status: next, orderId: order._id } })
  }
  return (
    <select
      aria-label={`Status of the list of ${order.username || order.phone}, ${formatDateTimeOr(order.dateAndTime, order.date)}`}
      aria-busy={change.isSending}
      className={`field w-32 font-medium aria-busy:opacity-60 ${statusClasses[status]}`}
      value={status}
      onChange={({ target }) => choose(target.value)}
    >
      {statuses.map((word) => (
        <option key={word} className="bg-surface text-ink">
          {word}
        </option>
      ))}
    </select>
  )
}
