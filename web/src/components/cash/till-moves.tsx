import { cash } from '@kirana/contract/cash'
import { dispatch } from '@kirana/contract/dispatch'
import * as z from 'zod/mini'
import { rupees } from '#/lib/format.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { SelectField, TextField } from '#/components/forms/fields.tsx'
import { useAction } from './use-action.ts'

type Dialog = { open: boolean; onOpenChange: (open: boolean) => void }

const reload = [cash.get, cash.day, cash.entries, dispatch.get]
const { amount, reason } = cash.till.body.shape
const tillForm = z.object({ direction: z.enum(['in', 'out']), amount, reason })
const directions = [
  { value: 'in', label: 'Put in' },
  { value: 'out', label: 'Take out' },
]

/** Records opening cash, or a payment from the till. */
export function TillMove({ till, ...dialog }: Dialog & { till: number }) {
  const move = useAction(cash.till, reload)
  return (
    <FormDialog
      {...dialog}
      title="Put in or take out"
      description={`The till holds ${rupees(till)}.`}
      schema={tillForm}
      values={{ direction: 'in', amount: '', reason: '' }}
      onSave={(body: z.input<typeof tillForm>) =>
        move.sendAsync({ body: { ...body, actionId: move.actionId } })
      }
    >
      <>
        <SelectField label="What happens" name="direction" choices={directions} />
        <TextField label="Amount" inputMode="decimal" name="amount" />
        <TextField label="Reason" hint="Such as opening cash, or what was bought" name="reason" />
      </>
    </FormDialog>
  )
}

const floatForm = z.object({ amount, reason })

/** Gives a rider cash from the till to use as change. */
export function Float({ rider, ...dialog }: Dialog & { rider: { _id: string; name: string } }) {
  const give = useAction(cash.float, reload)
  return (
    <FormDialog
      {...dialog}
      title={`Give cash to ${rider.name}`}
      description="It is cash in hand from now on, and counted with the rest."
      schema={floatForm}
      values={{ amount: '', reason: 'Change for the day' }}
      onSave={(body) => give.sendAsync({ body: { ...body, riderId: rider._id, actionId: give.actionId } })}
    >
      <>
        <TextField label="Amount" inputMode="decimal" name="amount" />
        <TextField label="Reason" name="reason" />
      </>
    </FormDialog>
  )
}
