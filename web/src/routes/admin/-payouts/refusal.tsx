import { RefusalReason, type Withdrawal, withdrawals } from '@kirana/contract/withdrawals'
import * as z from 'zod/mini'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { TextArea } from '#/components/forms/fields.tsx'
import { payeeOf } from './columns.tsx'

const schema = z.object({ reason: RefusalReason })
const reload = [withdrawals.page, withdrawals.payouts]

type Props = DialogState & { row: Withdrawal; onDone: () => void }

/** Asks why a withdrawal is refused. The customer reads the reason, and the money returns to the wallet. */
export function WithdrawalRefusal({ row, onDone, ...dialog }: Props) {
  const refuse = useWrite(withdrawals.refuse, { reload, onError: () => void reloadAll(reload) })
  return (
    <FormDialog
      {...dialog}
      title={`Refuse ${rupees(row.amount)} for ${payeeOf(row)}?`}
      description={
        row.state === 'approved'
          ? 'This payout was approved, so another person has to agree. The amount returns to the wallet then.'
          : 'The amount returns to the customer’s wallet.'
      }
      save="Refuse"
      schema={schema}
      values={{ reason: '' }}
      onSave={async ({ reason }) => {
        await refuse.sendAsync({ body: { withdrawalId: row._id, reason } })
        onDone()
      }}
    >
      <TextArea
        name="reason"
        label="Reason"
        hint="5 to 500 characters. The customer reads it."
        maxLength={500}
      />
    </FormDialog>
  )
}
