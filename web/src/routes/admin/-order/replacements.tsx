import type { Order } from '@kirana/contract/orders'
import { Link } from '@tanstack/react-router'

const OrderLink = ({ _id: orderId, order_id }: Order['replacedBy'][number]) => (
  <Link
    to="/admin/order/get/$orderId"
    params={{ orderId }}
    className="whitespace-nowrap underline decoration-line-strong underline-offset-2"
  >
    {order_id}
  </Link>
)

/** The order whose claimed pieces this one brings again, and the orders that bring pieces of this one again. */
export function Replacements({ order: { replaces, replacedBy } }: { order: Order }) {
  return (
    <>
      {replaces && (
        <>
          {' '}
          · {replaces.claimNumber} of <OrderLink {...replaces} />
        </>
      )}
      {replacedBy.map((order, i) => (
        <span key={order._id}>
          {i === 0 ? ' · Pieces replaced by ' : ', '}
          <OrderLink {...order} />
        </span>
      ))}
    </>
  )
}
