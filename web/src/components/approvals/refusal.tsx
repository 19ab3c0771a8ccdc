import { approvals, type Approval } from '@kirana/contract/approvals'
import { useWrite } from '#/lib/api.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { TextArea } from '#/components/forms/fields.tsx'
import { type Account, titleOf } from './words.ts'

type Props = { approval: Approval; account: Account; open: boolean; onOpenChange: (open: boolean) => void }

/** Refuses a request. The requester reads the reason. */
export function Refusal({ approval, account, ...dialog }: Props) {
  const refuse = useWrite(approvals.refuse, { reload: [approvals.list] })
  return (
    <FormDialog
      {...dialog}
      title="Refuse this request?"
      description={titleOf(approval)}
      save="Refuse"
      schema={approvals.refuse.body}
      values={{ reason: '' }}
      onSave={(body) => refuse.sendAsync({ params: { id: approval._id }, query: account, body })}
    >
      <TextArea label="Reason" hint={`${approval.askedBy} reads it`} maxLength={500} name="reason" />
    </FormDialog>
  )
}
