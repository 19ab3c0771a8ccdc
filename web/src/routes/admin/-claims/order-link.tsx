import type { Claim } from '@kirana/contract/claims'
import { Link } from '@tanstack/react-router'
import { useOpensScreen } from '#/lib/session/allowed.ts'

/** The number of an order, as a link for staff who may open it. */
export function OrderLink({ _id: orderId, order_id }: Claim['replacements'][number]) {
  const opens = useOpensScreen()
  if (!opens('/admin/order/get/')) return <span className="text-sm text-muted">{order_id}</span>
  return (
    <Link
      to="/admin/order/get/$orderId"
      params={{ orderId }}
      className="numbers text-sm underline decoration-line-strong underline-offset-2 coarse:min-h-11 coarse:py-2.5"
    >
      {order_id}
    </Link>
  )
}
