import type { Product } from '@kirana/contract/products'
import type { UseFormReturn } from 'react-hook-form'
import { zeroKindNames } from '@kirana/contract/wire/tax'
import { SelectField, TextField } from '#/components/forms/fields.tsx'
import { RateField, RateHistory } from '../-lists/tax-rates.tsx'
import type { Basics } from './schema.ts'

type Props = { form: UseFormReturn<Basics>; product: Product | undefined }

const warning = (text: string) => <span className="text-warn">{text}</span>

/** The rates that a product has or had. */
export const ratesOf = (product: Product | undefined) => product?.gstRates.map(({ rate }) => rate) ?? []

/** HSN code and GST rate, with past rates. Missing data is pointed out, but never blocks an order. */
export function ProductTax({ form, product }: Props) {
  const [hsn, rate] = form.watch(['hsn', 'gstRate']).map((value) => String(value ?? '').trim())
  const known = product?.gstRate ?? null
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        <TextField
          name="hsn"
          inputMode="numeric"
          hint={hsn === '' ? warning('Invoices need 4, 6 or 8 digits') : '4, 6 or 8 digits'}
        />
        <RateField
          inUse={ratesOf(product)}
          placeholder={known === null ? 'Not set' : `Stays ${known}%`}
          hint={rate === '' && known === null && warning('Without it the invoice shows no tax')}
        />
        <TextField name="gstFrom" type="date" hint="Empty: from today on" />
        {Number(rate === '' ? (known ?? NaN) : rate) === 0 && (
          <SelectField
            name="zeroKind"
            choices={Object.entries(zeroKindNames).map(([value, label]) => ({ value, label }))}
            hint="The GST return lists them apart"
          />
        )}
      </div>
      <RateHistory rates={product?.gstRates ?? []} />
    </div>
  )
}
