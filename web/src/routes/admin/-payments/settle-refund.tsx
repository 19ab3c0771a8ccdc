import type { PaymentRefund } from '@kirana/contract/wire/order-payment'
import { payments, SettleReason } from '@kirana/contract/payments'
import * as z from 'zod/mini'
import { useWrite } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { TextArea } from '#/components/forms/fields.tsx'
import { reload } from './reload.ts'

const schema = z.object({ reason: SettleReason })

/** Asks how a refund that the provider did not make has reached the customer. */
export function SettleRefund({
  refund: { _id, amount },
  ...dialog
}: DialogState & { refund: PaymentRefund }) {
  const settle = useWrite(payments.settleRefund, { reload })
  return (
    <FormDialog
      {...dialog}
      title={`Settle the refund of ${rupees(amount)}?`}
      description="Choose this once the customer has the money. It won’t be sent again."
      save="Settle"
      schema={schema}
      values={{ reason: '' }}
      onSave={async (body) => settle.sendAsync({ params: { id: _id }, body })}
    >
      <TextArea
        label="Reason"
        hint="How the money went back, for example the bank’s reference number"
        maxLength={500}
        name="reason"
      />
    </FormDialog>
  )
}
