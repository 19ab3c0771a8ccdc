import { cash } from '@kirana/contract/cash'
import { freshKey } from '@kirana/contract/wire/request'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { TextField } from '#/components/forms/fields.tsx'

const { amount, reference } = cash.bank.body.shape
const form = z.object({ amount, reference, date: z.string() })

type Props = { till: number; open: boolean; onOpenChange: (open: boolean) => void }

/** Records cash that was brought to the bank. */
export function BankDeposit({ till, ...dialog }: Props) {
  const [actionId, setActionId] = useState(freshKey)
  const bank = useWrite(cash.bank, { reload: [cash.get, cash.day], onDone: () => setActionId(freshKey()) })
  return (
    <FormDialog
      {...dialog}
      title="Deposit at the bank"
      description={`The till holds ${rupees(till)}.`}
      schema={form}
      values={{ amount: '', reference: '', date: '' }}
      onSave={(body) => bank.sendAsync({ body: { ...body, actionId } })}
    >
      <>
        <TextField label="Amount" inputMode="decimal" name="amount" />
        <TextField label="Reference" hint="The number of the slip" name="reference" />
        <TextField label="Date" type="date" hint="Empty means today" name="date" />
      </>
    </FormDialog>
  )
}
