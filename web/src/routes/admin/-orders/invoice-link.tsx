import type { OrderRow } from '@kirana/contract/orders'
import { Button, buttonVariants } from '#/ui/button.tsx'

type Props = { order: Pick<OrderRow, 'order_id' | 'invoice' | 'delivaryStatus' | 'replaces'> }

/** Opens the invoice or a replacement's challan in a new tab; until it exists, a disabled button with the reason. */
export function InvoiceLink({ order }: Props) {
  const name = order.replaces ? 'Challan' : 'Invoice'
  if (order.invoice)
    return (
      <a
        href={order.invoice}
        target="_blank"
        rel="noreferrer"
        aria-label={`${name} of ${order.order_id}, opens in a new tab`}
        className={buttonVariants({ variant: 'outline', size: 'small' })}
      >
        {name}
      </a>
    )
  const reason =
    order.delivaryStatus === 'Canceled'
      ? `This order was canceled before its ${name.toLowerCase()} was issued`
      : `The ${name.toLowerCase()} is issued when the order leaves Confirmed`
  return (
    <Button variant="outline" size="small" disabled title={reason}>
      {name}
    </Button>
  )
}
