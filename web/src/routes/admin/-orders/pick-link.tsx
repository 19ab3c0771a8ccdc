import type { OrderRow } from '@kirana/contract/orders'
import { Link } from '@tanstack/react-router'
import { useOpensScreen } from '#/lib/session/allowed.ts'
import { buttonVariants } from '#/ui/button.tsx'

type Props = { order: OrderRow; className?: string; size?: 'medium' | 'small' | 'large' }

/** Leads to the picking of a confirmed order; absent where there is nothing to pick, or nobody who may. */
export function PickLink({ order, className = '', size = 'medium' }: Props) {
  const opens = useOpensScreen()
  if (order.delivaryStatus !== 'Confirmed' || !opens('/admin/order/pick/')) return null
  return (
    <Link
      to="/admin/order/pick/$orderId"
      params={{ orderId: order._id }}
      preload={false}
      data-pick
      aria-label={`Pick ${order.order_id.slice(order.order_id.lastIndexOf('-') + 1)}`}
      className={buttonVariants({ variant: 'outline', size, className })}
    >
      Pick
    </Link>
  )
}

/** 'Asha is picking', 'Picked by Asha'; '' if nobody does. */
export const pickText = ({ pick, delivaryStatus }: OrderRow) => {
  if (pick?.state === 'done') return `Picked by ${pick.by}`
  return pick?.state === 'claimed' && delivaryStatus === 'Confirmed' ? `${pick.by} is picking` : ''
}
