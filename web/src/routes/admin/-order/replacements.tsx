import type { Order } from '@kirana/contract/orders'
import { OrderLink } from '../-claims/order-link.tsx'

/** Links to the order whose claimed pieces this order replaces, and to the orders that replace pieces of this one. */
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
