import type { OrderRow } from '@kirana/contract/orders'
import { Link } from '@tanstack/react-router'
import { useOpensScreen } from '#/lib/session/allowed.ts'
import { buttonVariants } from '#/ui/button.tsx'
import { tailOf } from './tail.ts'

type Props = {
  order: OrderRow
  className?: string
  size?: 'medium' | 'small' | 'large'
  variant?: 'outline' | 'primary'
  text?: string
}

/** A link to the picking screen of a Confirmed order. Renders nothing for other orders, or if the user may not pick. */
export function PickLink({
  order,
  className = '',
  size = 'medium',
  variant = 'outline',
  text = 'Pick',
}: Props) {
  const opens = useOpensScreen()
  if (order.delivaryStatus !== 'Confirmed' || !opens('/admin/order/pick/')) return null
  return (
    <Link
      to="/admin/order/pick/$orderId"
      params={{ orderId: order._id }}
      preload={false}
      data-pick
      aria-label={`${text} ${tailOf(order.order_id)}`}
      className={buttonVariants({ variant, size, className })}
    >
      {text}
    </Link>
  )
}

/**
 * Whether a claim that is valid until `until` has expired at `now` (ms since 1970). No event is sent when it expires.
 */
export const isClaimOver = (until: string | null, now: number) => until !== null && Date.parse(until) <= now

/** Whether the order is being picked at `now` (ms since 1970), that is, has a claim that has not expired. */
export const isClaimed = ({ pick, delivaryStatus }: OrderRow, now = Date.now()) =>
  pick?.state === 'claimed' && delivaryStatus === 'Confirmed' && !isClaimOver(pick.until, now)
/** Whether the staff member `me` is picking the order. */
export const isOwnPick = (order: OrderRow, me: string | undefined, now = Date.now()) =>
  isClaimed(order, now) && order.pick?.staffId === me

/** 'Asha is picking', 'You are picking', 'Picked by Asha'; '' if the order is not being picked at `now`. */
export const pickText = (order: OrderRow, me?: string, now = Date.now()) => {
  const { pick } = order
  if (pick?.state === 'done') return `Picked by ${pick.by}`
  if (!pick || !isClaimed(order, now)) return ''
  return isOwnPick(order, me, now) ? 'You are picking' : `${pick.by} is picking`
}
