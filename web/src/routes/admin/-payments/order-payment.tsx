import type { OrderPayment } from '@kirana/contract/wire/order-payment'
import { rupees } from '#/lib/format.ts'
import { CopyButton } from '#/components/tables/copy-button.tsx'
import { RefundState } from './refunds.tsx'
import { StateBadge } from './words.tsx'

/** The online payment of an order with its refunds. */
export function OrderPaymentCard({ payment }: { payment: OrderPayment }) {
  const { paymentId, amount, left, state, refunds } = payment
  return (
    <section aria-labelledby="online-payment" className="card flex flex-col gap-3 p-4 sm:p-5">
      <h2 id="online-payment" className="text-lg font-semibold">
        Online payment
      </h2>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StateBadge state={state} />
        <span className="numbers font-medium">{rupees(amount)}</span>
        {left < amount && <span className="numbers text-muted">{rupees(left)} after refunds</span>}
      </div>
      {paymentId && (
        <div className="flex items-center justify-between gap-2">
          <span className="numbers text-muted wrap-anywhere">{paymentId}</span>
          <CopyButton text={paymentId} what="payment ID" />
        </div>
      )}
      {refunds.map((refund) => (
        <RefundState key={refund._id} refund={refund} />
      ))}
    </section>
  )
}
