import type { Order } from '@kirana/contract/orders'
import { OrderLink } from '../-claims/order-link.tsx'

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
