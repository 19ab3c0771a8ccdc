import { payments, type PaymentFault } from '@kirana/contract/payments'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { required } from '@kirana/contract/wire/shapes'
import { read, reloadAll, useWrite } from '#/lib/api.ts'
import { counted, formatDateTimeOr } from '#/lib/format.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { TextArea } from '#/components/forms/fields.tsx'
import { CopyButton } from '#/components/tables/copy-button.tsx'
import { Button } from '#/ui/button.tsx'

const CHECK_MS = 60_000
const reload = [payments.faults, payments.list]
const schema = z.object({ reason: required('Say how it was dealt with', 500) })

const names: Record<PaymentFault['kind'], string> = {
  event: 'Webhook',
  payment: 'Payment',
  refund: 'Refund',
  excess: 'More refunded than paid',
}

/**
 * Reports of the payment provider that could not be recorded, and refunds that exceed the payment. Renders nothing if
 * there are none.
 */
export function Faults() {
  const { data } = useQuery({ ...read(payments.faults, {}), refetchInterval: CHECK_MS })
  if (!data || data.total === 0) return null
  const { total, newest } = data
  return (
    <section aria-labelledby="payment-faults" className="card mb-4 flex flex-col gap-3 p-4 sm:p-5">
      <h2 id="payment-faults" className="text-lg font-semibold">
        {counted(total, 'report')} from Razorpay{' '}
        {newest.some(({ kind }) => kind === 'excess') ? 'to check' : 'couldn’t be recorded'}
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
  const [isAsking, setIsAsking] = useState(false)
  const needsReason = kind === 'excess'
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
          {...(needsReason && { 'aria-haspopup': 'dialog' })}
          onClick={() => (needsReason ? setIsAsking(true) : settle.send({ params: { id }, body: {} }))}
        >
          Mark as handled
        </Button>
      )}
      {needsReason && (
        <FormDialog
          open={isAsking}
          onOpenChange={setIsAsking}
          title="Mark as handled?"
          description={reason}
          save="Mark as handled"
          schema={schema}
          values={{ reason: '' }}
          onSave={async (body) => settle.sendAsync({ params: { id }, body })}
        >
          <TextArea
            label="Reason"
            hint="For example, that the customer paid it back, or may keep it"
            maxLength={500}
            name="reason"
          />
        </FormDialog>
      )}
    </li>
  )
}
