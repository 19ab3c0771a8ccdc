import type { OrderRow } from '@kirana/contract/orders'
import { Link } from '@tanstack/react-router'
import { buttonVariants } from '#/ui/button.tsx'

type Props = { order: Pick<OrderRow, '_id' | 'order_id'>; className?: string }

/** The link 'More' to the order. */
export const MoreLink = ({ order, className = '' }: Props) => (
  <Link
    to="/admin/order/get/$orderId"
    params={{ orderId: order._id }}
    aria-label={`More about ${order.order_id}`}
    className={buttonVariants({ variant: 'outline', size: 'small', className: `max-md:w-full ${className}` })}
  >
    More
  </Link>
)
