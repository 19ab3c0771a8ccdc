import { type Claim, claims } from '@kirana/contract/claims'
import { useWrite } from '#/lib/api.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { TextArea } from '#/components/forms/fields.tsx'
import * as z from 'zod/mini'
import { required } from '@kirana/contract/wire/shapes'

const schema = z.object({ reason: required('Say why it is refused') })

/** Refuses the undecided pieces of a claim. The customer reads the reason. */
export function RefuseClaim({ claim, ...dialog }: DialogState & { claim: Claim }) {
  const refuse = useWrite(claims.refuse, { reload: [claims.list] })
  return (
    <FormDialog
      {...dialog}
      title={`Refuse ${claim.claimNumber}`}
      description="The customer reads the reason. The items can be claimed again."
      save="Refuse"
      schema={schema}
      values={{ reason: '' }}
      onSave={({ reason }) => refuse.sendAsync({ body: { claimId: claim._id, reason } })}
    >
      <TextArea name="reason" label="Reason" maxLength={500} />
    </FormDialog>
  )
}
