import { CancelReason, type Order } from '@kirana/contract/orders'
import { cancelReasons } from '@kirana/domain/cancel-reasons'
import { MIN_ONLINE_PAYMENT } from '@kirana/domain/payment'
import * as z from 'zod/mini'
import { rupees } from '#/lib/format.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { RadioGroup } from '#/ui/choice-group.tsx'
import { TextField } from '#/components/forms/fields.tsx'

const OTHER = 'Other'
const schema = z.object({ choice: z.string(), reason: CancelReason })
const choices = [...cancelReasons, OTHER].map((value) => ({ value, label: value }))

/** The refund for canceling and where it goes, without amounts that claims have already refunded. */
function refundText({ order_id, payment, paidBy, net, online, upi }: Order) {
  if (upi && !upi.isVerified)
    return `The UPI payment ${upi.utr} is not verified, so nothing goes back. If the money has come, verify it on the cash screen first.`
  const left = online?.left ?? net
  if (left === 0) return `The payment of ${order_id} has gone back already. Nothing more is refunded.`
  if (upi) return `${rupees(left)} go back to the customer’s wallet, because they were paid by UPI.`
  if (paidBy !== 'online')
    return `${rupees(left)} go back to the customer’s wallet${payment === 'cod' ? ', because the cash was collected' : ''}.`
  if (left * 100 < MIN_ONLINE_PAYMENT) return `${rupees(left)} go back to the customer’s wallet.`
  return `${rupees(left)} go back to where the customer paid from${online?.paymentId ? ` (payment ${online.paymentId})` : ''}.`
}

type Props = DialogState & { order: Order; onCancel: (reason: string) => void }

/**
 * Asked before a paid order is canceled, because the money is refunded immediately. Shows amount and destination, and
 * asks for the reason.
 */
export const CancelQuestion = ({ order, onCancel, ...dialog }: Props) => (
  <FormDialog
    {...dialog}
    title={`Cancel ${order.order_id}?`}
    description={refundText(order)}
    save="Cancel the order"
    back="Go back"
    schema={schema}
    values={{ choice: '', reason: '' }}
    onSave={async ({ reason }) => onCancel(reason)}
  >
    {(form) => {
      const choice = form.watch('choice')
      const error = form.formState.errors.reason?.message
      return (
        <>
          <RadioGroup
            legend="Reason"
            name="cancel-reason"
            className="[&>div]:flex-col"
            value={choice}
            choices={choices}
            onChange={(next) => {
              form.setValue('choice', next)
              form.setValue('reason', next === OTHER ? '' : next, { shouldValidate: next !== OTHER })
            }}
          />
          {choice === OTHER ? (
            <TextField
              label="Other reason"
              hint="At least 3 characters. It is kept in the order’s history"
              maxLength={200}
              autoFocus
              name="reason"
            />
          ) : (
            error && (
              <p role="alert" className="text-sm text-bad">
                {error}
              </p>
            )
          )}
        </>
      )
    }}
  </FormDialog>
)
