import type { OrderRow } from '@kirana/contract/orders'
import { rupees } from '#/lib/format.ts'
import { Badge } from '#/components/tables/badges.tsx'
import { cashTotal } from './words.ts'

/** Refunds of an order, shown beside its payment status: 'Success' alone would hide them. */
export const RefundChip = ({ order: { refundedTotal } }: { order: Pick<OrderRow, 'refundedTotal'> }) =>
  refundedTotal > 0 && <Badge tone="info">Refunded {rupees(refundedTotal)}</Badge>

/** Marks an order of ₹0 that replaces claimed pieces. */
export const ReplacementChip = ({ order: { replaces } }: { order: Pick<OrderRow, 'replaces'> }) =>
  replaces && <Badge tone="info">Replacement</Badge>

/** The amount to collect for a cash order, shown beside 'Awaiting'. */
export const CollectChip = ({
  order,
}: {
  order: Pick<OrderRow, 'payment' | 'paymentStatus' | 'delivaryStatus' | 'totalPrice' | 'cashRounding'>
}) =>
  order.payment === 'cod' &&
  order.paymentStatus === 'Due' &&
  order.delivaryStatus !== 'Canceled' &&
  order.totalPrice > 0 && <Badge tone="plain">Collect {rupees(cashTotal(order))}</Badge>
