import type { Payment } from '@kirana/contract/payments'
import { Link } from '@tanstack/react-router'
import { rupees } from '#/lib/format.ts'
import { useOpensScreen } from '#/lib/session/allowed.ts'
import { CopyButton } from '#/components/tables/copy-button.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { When } from '../-lists/when.tsx'
import { Decision } from './decision.tsx'
import { RefundState } from './refunds.tsx'
import { mismatchWords, moneyIn, StateBadge } from './words.tsx'

export const paymentColumns: readonly Column<Payment>[] = [
  {
    id: 'order',
    header: 'Order ID',
    phone: 'title',
    cell: (payment) => <OrderNumber payment={payment} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    isNumeric: true,
    phone: 'end',
    sort: { key: 'amount', kind: 'amount' },
    cell: ({ amount, currency }) => moneyIn(amount, currency, rupees),
  },
  {
    id: 'state',
    header: 'Payment',
    phone: 'plain',
    cell: ({ state, mismatch }) => (
      <div className="flex flex-col items-start gap-1">
        <StateBadge state={state} />
        {mismatch && <span className="text-sm text-muted">{mismatchWords[mismatch]}</span>}
      </div>
    ),
  },
  {
    id: 'paymentId',
    header: 'Payment ID',
    cell: ({ paymentId }) =>
      paymentId ? (
        <span className="inline-flex items-center gap-1">
          <span className="numbers wrap-anywhere">{paymentId}</span>
          <CopyButton text={paymentId} what="payment ID" />
        </span>
      ) : (
        'NIL'
      ),
  },
  {
    id: 'when',
    header: 'Date',
    phone: 'plain',
    sort: { key: 'date', kind: 'date', isDefault: true },
    cell: ({ dateAndTime }) => <When dateAndTime={dateAndTime} date={dateAndTime} />,
  },
  {
    id: 'refund',
    header: 'Refund',
    phone: 'wide',
    cell: (payment) => (
      <div className="flex flex-col gap-3">
        {payment.refunds.map((refund) => (
          <RefundState key={refund._id} refund={refund} />
        ))}
        {needsDecision(payment) && <Decision payment={payment} />}
      </div>
    ),
  },
]

/** Whether a payment without an order has no pending refund, so that staff have to decide. */
const needsDecision = ({ state, isOpen, refunds }: Payment) =>
  state === 'unmatched' && isOpen && refunds.every((refund) => refund.state !== 'asked')

function OrderNumber({ payment: { order, order_id } }: { payment: Payment }) {
  const opens = useOpensScreen()
  if (!order) return 'NIL'
  const className = 'numbers font-medium whitespace-nowrap'
  return opens('/admin/order/get/') ? (
    <Link
      to="/admin/order/get/$orderId"
      params={{ orderId: order }}
      className={`${className} underline decoration-line-strong underline-offset-2 coarse:py-2.5`}
    >
      {order_id}
    </Link>
  ) : (
    <span className={className}>{order_id}</span>
  )
}
