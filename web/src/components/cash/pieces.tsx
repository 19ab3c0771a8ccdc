import { denominations, MAX_PIECES, sumOfCount } from '@kirana/domain/cash'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { rupees } from '#/lib/format.ts'
import { TextField } from '#/ui/field.tsx'

/** Values of the notes and coins in rupees, the largest first. */
const values = Object.keys(denominations).toSorted((a, b) => Number(b) - Number(a))

const PIECES = 'Count whole notes and coins'
const pieces = z
  .string()
  .check(z.refine((text) => /^\d{0,6}$/.test(text) && Number(text) <= MAX_PIECES, { error: PIECES }))
/** A list instead of fields named by value, because the form would read the dot in '0.5' as a path. */
export const countForm = z.object({ pieces: z.array(pieces) })
type CountForm = z.input<typeof countForm>

export const noPieces: CountForm = { pieces: values.map(() => '') }

/** The entered number of each note and coin, in the format of the calls. */
export const countOf = ({ pieces: typed }: CountForm) =>
  Object.fromEntries(
    values.flatMap((value, i) => (Number(typed[i]) > 0 ? [[value, Number(typed[i])] as const] : [])),
  )

type Props = { fields: UseFormReturn<CountForm>; expected: number }

/** Counts cash by denomination, and shows the difference from `expected` before it is booked. */
export const CountFields = ({ fields, expected }: Props) => (
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
    <Difference expected={expected} counted={sumOfCount(countOf({ pieces: fields.watch('pieces') })) / 100} />
  </>
)

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
