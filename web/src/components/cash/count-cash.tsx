import { cash } from '@kirana/contract/cash'
import { dispatch } from '@kirana/contract/dispatch'
import { rupees } from '#/lib/format.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { CountFields, countForm, countOf, noPieces } from './pieces.tsx'
import { useAction } from './use-action.ts'

type Props = {
  rider: { _id: string; name: string; expected: number }
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Counts the cash of a rider by denomination, and shows the difference before it is booked. */
export function CountCash({ rider, ...dialog }: Props) {
  const { _id: riderId, name, expected } = rider
  const deposit = useAction(cash.deposit, [cash.get, cash.day, cash.entries, dispatch.get])
  return (
    <FormDialog
      {...dialog}
      title={`Count the cash of ${name}`}
      description={`There should be ${rupees(expected)}.`}
      schema={countForm}
      values={noPieces}
      onSave={(typed) =>
        deposit.sendAsync({
          body: { riderId, actionId: deposit.actionId, expected, counted: countOf(typed) },
        })
      }
    >
      {(fields) => <CountFields fields={fields} expected={expected} />}
    </FormDialog>
  )
}
