import { payments, type PaymentFault } from '@kirana/contract/payments'
import { useQuery } from '@tanstack/react-query'
import { read, reloadAll, useWrite } from '#/lib/api.ts'
import { counted, formatDateTimeOr } from '#/lib/format.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { CopyButton } from '#/components/tables/copy-button.tsx'
import { Button } from '#/ui/button.tsx'

const CHECK_MS = 60_000
const reload = [payments.faults]

const names: Record<PaymentFault['kind'], string> = { event: 'Webhook', payment: 'Payment', refund: 'Refund' }

/** Reports of the payment provider that could not be recorded; nothing if there are none. */
export function Faults() {
  const { data } = useQuery({ ...read(payments.faults, {}), refetchInterval: CHECK_MS })
  if (!data || data.total === 0) return null
  const { total, newest } = data
  return (
    <section aria-labelledby="payment-faults" className="card mb-4 flex flex-col gap-3 p-4 sm:p-5">
      <h2 id="payment-faults" className="text-lg font-semibold">
        {counted(total, 'report')} from Razorpay couldn’t be recorded
      </h2>
      <p className="max-w-prose text-muted">
        Compare each with the Razorpay dashboard, then mark it as handled.
        {total > newest.length && ` The newest ${newest.length} are listed.`}
      </p>
      <ul className="flex flex-col divide-y divide-line">
        {newest.map((fault) => (
          <Fault key={fault._id} fault={fault} />
        ))}
      </ul>
    </section>
  )
}

function Fault({ fault }: { fault: PaymentFault }) {
  const { _id: id, kind, type, subject, reason, isRetried, at } = fault
  const maySettle = useAllowed(payments.settleFault)
  const settle = useWrite(payments.settleFault, { reload, onError: () => void reloadAll(reload) })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-col gap-0.5">
        <span className="font-medium wrap-anywhere">{[names[kind], type].filter(Boolean).join(' ')}</span>
        <span className="inline-flex items-center gap-1">
          <span className="numbers text-sm wrap-anywhere">{subject}</span>
          <CopyButton text={subject} what="ID" />
        </span>
        <span className="text-sm wrap-anywhere text-bad">{reason}</span>
        <span className="text-sm text-muted">
          <span className="numbers">{formatDateTimeOr(at, '')}</span>
          {isRetried && '. Razorpay will be asked again.'}
        </span>
      </div>
      {maySettle && (
        <Button
          variant="outline"
          size="small"
          busy={settle.isSending}
          aria-label={`Mark as handled: ${subject}`}
          onClick={() => settle.send({ params: { id } })}
        >
          Mark as handled
        </Button>
      )}
    </li>
  )
}
