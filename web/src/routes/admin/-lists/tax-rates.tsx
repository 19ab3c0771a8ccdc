import type { RateOfCharge } from '@kirana/contract/wire/tax'
import { formatDay } from '@kirana/domain/calendar'
import { toPercent } from '@kirana/domain/money'
import { USUAL_RATES } from '@kirana/domain/tax'
import { useState, type ReactNode } from 'react'
import { TextField } from '#/components/forms/fields.tsx'
import { useForm } from '#/components/forms/form-context.ts'
import type { Doubt } from '#/components/forms/questions.tsx'
import { Select } from '#/ui/field.tsx'

type Rate = number | 'goods'

const usualRates = USUAL_RATES.map(toPercent)

const rateWords = (rate: Rate) => (rate === 'goods' ? 'As the goods' : `${rate}%`)

/** The usual rates and those that the record has or had, in percent, the lowest first. */
const ratesWith = (inUse: readonly (Rate | null)[]) =>
  [...new Set([...usualRates, ...inUse.filter((rate) => typeof rate === 'number')])].toSorted((a, b) => a - b)

const OTHER = 'other'

type Props = {
  /** Rates that the record has or had; null if unknown. */
  inUse: readonly (Rate | null)[]
  /** Label of the empty option: 'Not set'. */
  placeholder: string
  hint?: ReactNode
  /** Whether 'As the goods' is an option. */
  hasGoods?: boolean
}

/** The form's `gstRate`: a list of rates, and a field for any other. */
export function RateField({ inUse, placeholder, hint, hasGoods = false }: Props) {
  'use no memo'
  const { form, labels } = useForm()
  const [isOther, setOther] = useState(false)
  const rate = String(form.watch('gstRate') ?? '')
  const rates: Rate[] = [...(hasGoods ? ['goods' as const] : []), ...ratesWith(inUse)]
  const isTyped = isOther || (rate !== '' && !rates.map(String).includes(rate))
  return (
    <>
      <Select
        label={labels.gstRate ?? 'GST Rate'}
        value={isTyped ? OTHER : rate}
        placeholder={placeholder}
        choices={[
          ...rates.map((value) => ({ value: String(value), label: rateWords(value) })),
          { value: OTHER, label: 'Another rate…' },
        ]}
        hint={!isTyped && hint}
        onChange={({ target }) => {
          setOther(target.value === OTHER)
          form.setValue('gstRate', target.value === OTHER ? '' : target.value, {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          })
        }}
      />
      {isTyped && <TextField name="gstRate" label="Another Rate (percent)" inputMode="decimal" />}
    </>
  )
}

/** The question before saving a rate that is neither usual nor in use. */
export function rateDoubt(
  typed: string | number | null | undefined,
  inUse: readonly (Rate | null)[],
): Doubt | null {
  const rate = String(typed ?? '').trim()
  if (rate === '' || rate === 'goods' || ratesWith(inUse).includes(Number(rate))) return null
  return {
    title: `Save a GST rate of ${Number(rate)}%?`,
    description: `The usual rates are ${usualRates.join(', ')}%. Invoices show the rate as it is saved.`,
    action: 'Save this rate',
  }
}

/**
 * Past, current and future rates with their first days, the latest first. A new rate is added; existing ones never
 * change.
 */
export const RateHistory = ({ rates }: { rates: readonly RateOfCharge[] }) =>
  rates.length > 0 && (
    <ul aria-label="GST rates so far" className="numbers flex flex-col gap-1 text-xs text-muted">
      {rates.map(({ rate, from, by, at }) => (
        <li key={`${from} ${at}`}>
          {rateWords(rate)} from {formatDay(from)}, entered by {by}
        </li>
      ))}
    </ul>
  )
