import type { OrderRow, ReferredOrder } from '@kirana/contract/orders'
import { count, rupees } from '#/lib/format.ts'
import { DeliveryBadge, PaymentBadge } from '#/components/tables/badges.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { PhoneLink } from '#/components/tables/phone-link.tsx'
import { InvoiceLink } from './invoice-link.tsx'
import { MoreLink } from './more-link.tsx'
import { CollectChip, RefundChip, ReplacementChip } from './money-chips.tsx'
import { paymentMethods } from './words.ts'
import { When } from '../-lists/when.tsx'

type OrderColumn = Column<OrderRow>

const orderId: OrderColumn = {
  id: 'orderId',
  header: 'Order ID',
  cell: ({ order_id }) => <span className="numbers font-medium whitespace-nowrap">{order_id}</span>,
  phone: 'title',
}
const totalProducts: OrderColumn = {
  id: 'totalProducts',
  header: 'Total Products',
  cell: ({ products }) => count(products.length),
  isNumeric: true,
}
const billAmount: OrderColumn = {
  id: 'billAmount',
  header: 'Bill Amount',
  cell: ({ totalPrice }) => <span className="font-medium">{rupees(totalPrice)}</span>,
  isNumeric: true,
  phone: 'end',
  sort: { key: 'amount', kind: 'amount' },
}
const date: OrderColumn = {
  id: 'date',
  header: 'Date',
  cell: (row) => <When {...row} />,
  phone: 'plain',
  sort: { key: 'date', kind: 'date', isDefault: true },
}
const payment: OrderColumn = {
  id: 'payment',
  header: 'Payment Status',
  cell: (row) => (
    <span className="flex flex-wrap gap-1">
      <PaymentBadge status={row.paymentStatus} />
      <ReplacementChip order={row} />
      <RefundChip order={row} />
    </span>
  ),
  phone: 'plain',
}
/** The payment column of Order History, with the amount to collect, because it lists orders of every status. */
const paymentToCollect: OrderColumn = {
  ...payment,
  cell: (row) => (
    <span className="flex flex-wrap gap-1">
      <PaymentBadge status={row.paymentStatus} />
      <ReplacementChip order={row} />
      <CollectChip order={row} />
      <RefundChip order={row} />
    </span>
  ),
}
const delivery: OrderColumn = {
  id: 'delivery',
  header: 'Delivery Status',
  cell: ({ delivaryStatus }) => <DeliveryBadge status={delivaryStatus} />,
  phone: 'plain',
}
/** The status column of lists without a payment column, with the refund. */
const deliveryAndRefund: OrderColumn = {
  ...delivery,
  cell: (row) => (
    <span className="flex flex-wrap gap-1">
      <DeliveryBadge status={row.delivaryStatus} />
      <RefundChip order={row} />
    </span>
  ),
}
const invoice: OrderColumn = {
  id: 'invoice',
  header: 'Invoice',
  cell: (row) => <InvoiceLink order={row} />,
  phone: 'action',
}
const more: OrderColumn = {
  id: 'more',
  header: 'More',
  isRecord: true,
  cell: (row) => <MoreLink order={row} />,
  phone: 'action',
}

/** The extra columns that the columns menu offers beside the specified ones. */
const extras: OrderColumn[] = [
  {
    id: 'customer',
    header: 'Customer',
    isExtra: true,
    cell: ({ user }) => <div className="wrap-anywhere md:min-w-20">{user.fullName}</div>,
  },
  { ...delivery, isExtra: true },
  {
    id: 'method',
    header: 'Method',
    isExtra: true,
    cell: (row) => <span className="text-muted">{paymentMethods[row.payment]}</span>,
  },
]

/** Order History (specification, section 2). */
export const historyColumns = [
  orderId,
  ...extras,
  totalProducts,
  billAmount,
  date,
  paymentToCollect,
  invoice,
  more,
]

/** New Orders: the history's columns plus the delivery status before the invoice (readings, Orders). */
export const newOrderColumns = [orderId, totalProducts, billAmount, date, payment, delivery, invoice, more]

/** The orders on a customer's page, in half of its width. */
export const customerOrderColumns = [orderId, date, billAmount, deliveryAndRefund, more]

/** Referred Orders: `user` is the owner of the referral code. */
export const referredColumns: readonly Column<ReferredOrder>[] = [
  orderId,
  totalProducts,
  billAmount,
  {
    id: 'referredBy',
    header: 'Referred By',
    cell: ({ user }) => <div className="wrap-anywhere md:min-w-18">{user.fullName}</div>,
  },
  {
    id: 'referredByPhone',
    header: 'Referred By phone',
    cell: ({ user }) => <PhoneLink phone={user.phone} />,
  },
  {
    id: 'referralCode',
    header: 'referral code',
    cell: ({ referCode }) => <span className="numbers whitespace-nowrap">{referCode}</span>,
  },
  date,
  deliveryAndRefund,
  invoice,
  more,
]
