import type { OrderRow } from '@kirana/contract/orders'
import { Button, buttonLook } from '#/ui/button.tsx'

type Props = { order: Pick<OrderRow, 'order_id' | 'invoice' | 'delivaryStatus'> }

/** The invoice in a new tab; until there is one, a disabled button that says why. */
export function InvoiceLink({ order }: Props) {
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
