import type { Product } from '@kirana/contract/products'
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { fieldOf } from '#/components/forms/field-of.ts'
import { TextField } from '#/ui/field.tsx'
import { RateHistory, usualRates } from '../-lists/tax-rates.tsx'
import type { Basics } from './schema.ts'

type Props = { form: UseFormReturn<Basics>; product: Product | undefined }

const warning = (text: string) => <span className="text-warn">{text}</span>

function rateHint(typed: string, known: number | null) {
  if (typed === '')
    return known === null ? warning('Without it the invoice shows no tax') : `Empty: stays ${known}%`
  return !usualRates.includes(typed) && warning('The usual GST rates are 0, 5, 18 and 40')
}

/** HSN code and GST rate, with the rates so far. What is missing is pointed out and never blocks an order. */
export function ProductTax({ form, product }: Props) {
  const rates = useId()
  const [hsn, rate] = form.watch(['hsn', 'gstRate']).map((value) => String(value ?? '').trim())
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        <TextField
          label="HSN Code"
          inputMode="numeric"
          hint={hsn === '' ? warning('Invoices need 4 to 8 digits') : '4 to 8 digits'}
          {...fieldOf(form, 'hsn')}
        />
        <TextField
          label="GST Rate (percent)"
          inputMode="decimal"
          list={rates}
          hint={rateHint(rate ?? '', product?.gstRate ?? null)}
          {...fieldOf(form, 'gstRate')}
        />
        <datalist id={rates}>
          {usualRates.map((usual) => (
            <option key={usual} value={usual} />
          ))}
        </datalist>
        <TextField
          label="GST Rate From"
          type="date"
          max="2099-12-31"
          hint="Empty: from today on"
          {...fieldOf(form, 'gstFrom')}
        />
      </div>
      <RateHistory rates={product?.gstRates ?? []} />
    </div>
  )
}
