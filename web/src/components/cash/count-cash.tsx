import { cash } from '@kirana/contract/cash'
import { dispatch } from '@kirana/contract/dispatch'
import { freshKey } from '@kirana/contract/wire/request'
import { denominations, MAX_PIECES, sumOfCount } from '@kirana/domain/cash'
import { useState } from 'react'
import * as z from 'zod/mini'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { TextField } from '#/ui/field.tsx'

/** Notes and coins, the largest first. */
const values = Object.keys(denominations).toSorted((a, b) => Number(b) - Number(a))

const PIECES = 'Count whole notes and coins'
const pieces = z
  .string()
  .check(z.refine((text) => /^\d{0,6}$/.test(text) && Number(text) <= MAX_PIECES, { error: PIECES }))
/** A list instead of named fields: in a name, the dot of ₹0.5 would be a path. */
const form = z.object({ pieces: z.array(pieces) })

const countOf = (typed: readonly string[]) =>
  Object.fromEntries(
    values.flatMap((value, i) => (Number(typed[i]) > 0 ? [[value, Number(typed[i])] as const] : [])),
  )

type Props = {
  rider: { _id: string; name: string; expected: number }
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Counts the cash of a rider by denomination, and shows the difference before it is booked. */
export function CountCash({ rider, ...dialog }: Props) {
  const { _id: riderId, name, expected } = rider
  // A repeated press of the same count is the same action.
  const [actionId] = useState(freshKey)
  const reload = [cash.get, cash.entries, dispatch.get]
  const deposit = useWrite(cash.deposit, { reload, onError: () => void reloadAll(reload) })
  return (
    <FormDialog
      {...dialog}
      title={`Count the cash of ${name}`}
      description={`There should be ${rupees(expected)}.`}
      schema={form}
      values={{ pieces: values.map(() => '') }}
      onSave={({ pieces: typed }) =>
        deposit.sendAsync({ body: { riderId, actionId, expected, counted: countOf(typed) } })
      }
    >
      {(fields) => (
        <>
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {values.map((value, i) => (
              <TextField
                key={value}
                label={`₹${value}`}
                inputMode="numeric"
                {...fields.register(`pieces.${i}`)}
                error={fields.formState.errors.pieces?.[i]?.message}
              />
            ))}
          </div>
          <Difference expected={expected} counted={sumOfCount(countOf(fields.watch('pieces'))) / 100} />
        </>
      )}
    </FormDialog>
  )
}

function Difference({ expected, counted }: { expected: number; counted: number }) {
  const off = Math.round((counted - expected) * 100) / 100
  return (
    <p
      role="status"
      className={`numbers rounded-card px-4 py-3 ${off < 0 ? 'bg-bad-soft text-bad' : 'bg-sunken'}`}
    >
      Counted <b>{rupees(counted)}</b>
      {off !== 0 && `, ${rupees(Math.abs(off))} ${off < 0 ? 'missing' : 'too much'}`}
    </p>
  )
}
