import type { OrderRow } from '@kirana/contract/orders'
import { Link } from '@tanstack/react-router'
import { Button, buttonLook } from '#/ui/button.tsx'

type Props<K extends keyof OrderRow> = { order: Pick<OrderRow, 'order_id' | K>; className?: string }

/** More: leads to the order, by keyboard, middle click or press. */
export const MoreLink = ({ order, className = '' }: Props<'_id'>) => (
  <Link
    to="/admin/order/get/$orderId"
    params={{ orderId: order._id }}
    aria-label={`More about ${order.order_id}`}
    className={buttonLook({ look: 'outline', size: 'small', className: `max-md:w-full ${className}` })}
  >
    More
  </Link>
)

/** The invoice in a new tab; until there is one, a disabled button that says why. */
export function InvoiceLink({ order }: Props<'invoice' | 'delivaryStatus'>) {
  if (order.invoice)
    return (
      <a
        href={order.invoice}
        target="_blank"
        rel="noreferrer"
        aria-label={`Invoice of ${order.order_id}, opens in a new tab`}
        className={buttonLook({ look: 'outline', size: 'small' })}
      >
        Invoice
      </a>
    )
  const reason =
    order.delivaryStatus === 'Canceled'
      ? 'This order was canceled before an invoice was issued'
      : 'The invoice is issued when the order leaves Confirmed'
  return (
    <Button look="outline" size="small" disabled title={reason}>
      Invoice
    </Button>
  )
}
