import { ApprovalReason } from '@kirana/contract/withdrawals'
import * as z from 'zod/mini'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { TextArea } from '#/components/forms/fields.tsx'

const schema = z.object({ reason: ApprovalReason })

/** Asks for a reason when a withdrawal is approved without a document, as there is no other proof of payment. */
export const ApprovalReasonDialog = ({
  onSave,
  ...dialog
}: DialogState & { onSave: (reason: string) => Promise<unknown> }) => (
  <FormDialog
    {...dialog}
    title="Approve without a document?"
    description="The reason is kept with the payout and shown to all staff."
    save="Approve"
    schema={schema}
    values={{ reason: '' }}
    onSave={({ reason }) => onSave(reason)}
  >
    <TextArea
      label="Reason"
      hint="5 to 500 characters, for example the bank’s reference number"
      maxLength={500}
      name="reason"
    />
  </FormDialog>
)
