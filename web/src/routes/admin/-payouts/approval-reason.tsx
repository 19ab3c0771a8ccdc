import { ApprovalReason } from '@kirana/contract/withdrawals'
import * as z from 'zod/mini'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { TextArea } from '#/components/forms/fields.tsx'
import { Button } from '#/ui/button.tsx'

const schema = z.object({ reason: ApprovalReason })

type Props = DialogState & {
  onSave: (reason: string) => Promise<unknown>
  /** Requests the approval of a second person before the payout. Absent if the store does not require one. */
  onAskFirst?: () => void
}

/** Asks for a reason when a withdrawal is approved without a document, as there is no other proof of payment. */
export const ApprovalReasonDialog = ({ onSave, onAskFirst, ...dialog }: Props) => (
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
      name="reason"
      label="Reason"
      hint="5 to 500 characters, for example that it was paid in cash"
      maxLength={500}
    />
    {onAskFirst && (
      <p className="text-sm text-muted">
        Not paid yet?{' '}
        <Button variant="text" size="small" onClick={onAskFirst}>
          Ask for approval first
        </Button>
      </p>
    )}
  </FormDialog>
)
