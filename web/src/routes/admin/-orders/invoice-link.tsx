import type { OrderRow } from '@kirana/contract/orders'
import { Button, buttonVariants } from '#/ui/button.tsx'

type Props = { order: Pick<OrderRow, 'order_id' | 'invoice' | 'delivaryStatus'> }

/** Opens the invoice in a new tab; until it exists, a disabled button with the reason. */
export function InvoiceLink({ order }: Props) {
  if (order.invoice)
    return (
      <a
        href={order.invoice}
        target="_blank"
        rel="noreferrer"
        aria-label={`Invoice of ${order.order_id}, opens in a new tab`}
        className={buttonVariants({ variant: 'outline', size: 'small' })}
      >
        Invoice
      </a>
    )
  const reason =
    order.delivaryStatus === 'Canceled'
      ? 'This order was canceled before an invoice was issued'
      : 'The invoice is issued when the order leaves Confirmed'
  return (
    <Button variant="outline" size="small" disabled title={reason}>
      Invoice
    </Button>
  )
}
