import { cash } from '@kirana/contract/cash'
import * as z from 'zod/mini'
import { rupees } from '#/lib/format.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { TextField } from '#/components/forms/fields.tsx'
import { useAction } from './use-action.ts'

const { amount, reference } = cash.bank.body.shape
const form = z.object({ amount, reference, date: z.string() })

type Props = { till: number; open: boolean; onOpenChange: (open: boolean) => void }

/** Records cash that was deposited at the bank. */
export function BankDeposit({ till, ...dialog }: Props) {
  const bank = useAction(cash.bank, [cash.get, cash.day])
  return (
    <FormDialog
      {...dialog}
      title="Deposit at the bank"
      description={`The till holds ${rupees(till)}.`}
      schema={form}
      values={{ amount: '', reference: '', date: '' }}
      onSave={(body) => bank.sendAsync({ body: { ...body, actionId: bank.actionId } })}
    >
      <>
        <TextField label="Amount" inputMode="decimal" name="amount" />
        <TextField label="Reference" hint="The number of the slip" name="reference" />
        <TextField label="Date" type="date" hint="Empty means today" name="date" />
      </>
    </FormDialog>
  )
}
