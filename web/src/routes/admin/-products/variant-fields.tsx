import { ALL_FIELDS_REQUIRED } from '@kirana/domain/texts'
import { optionalAmount, optionalPercent } from '@kirana/contract/wire/numbers'
import { formatRupees, toRupees } from '@kirana/domain/money'
import { hasNoEffect, pricePaid, validatePrices, specialPrice } from '@kirana/domain/price'
import { units } from '@kirana/domain/vocabulary'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { SelectField, TextField } from '#/components/forms/fields.tsx'

const prices = ['mrp', 'sellingPrice', 'discount', 'specialPrice'] as const
type Price = (typeof prices)[number]
/** Typed values or stored ones. */
type Entries = Record<Price | 'value' | 'unit', string | number>

/** Paise; 0 for an empty or invalid amount. */
const paise = (entry: string | number) => optionalAmount.safeParse(entry).data ?? 0
const basisPoints = (entry: string | number) => optionalPercent.safeParse(entry).data ?? 0

const choices = units.map((unit) => ({ value: unit, label: unit }))

type Props<W extends FieldValues> = { form: UseFormReturn<W>; on: 'add' | 'edit' }

/** Pack and prices of a variant. A discount computes the special price while typing, with the server's rule. */
export function VariantFields<W extends FieldValues>({ form: whole, on }: Props<W>) {
  const form = whole as unknown as UseFormReturn<Entries>
  const [mrp, selling, discount, special] = form.watch(prices)
  const typed = {
    mrp: paise(mrp),
    sellingPrice: paise(selling),
    discount: basisPoints(discount),
    specialPrice: paise(special),
  }
  const isComputed = typed.mrp > 0 && typed.discount > 0
  const priceError = validatePrices(typed, on)

  const compute = () => {
    const [amount, percent] = form.getValues(['mrp', 'discount'])
    const [exact, share] = [paise(amount), basisPoints(percent)]
    const hasPrice = exact > 0 && share > 0
    if (hasPrice || isComputed)
      form.setValue('specialPrice', hasPrice ? String(toRupees(specialPrice(exact, share))) : '', {
        shouldValidate: form.formState.isSubmitted,
      })
  }
  /** Empty fields are reported on submit, invalid prices immediately. */
  const amount = (name: Price) => ({
    name,
    inputMode: 'decimal' as const,
    error:
      priceError?.field === name && priceError.message !== ALL_FIELDS_REQUIRED
        ? priceError.message
        : undefined,
  })
  return (
    <div className="@container">
      <div className="grid gap-4 @sm:grid-cols-2 @3xl:grid-cols-3">
        <TextField name="value" inputMode="decimal" />
        <SelectField name="unit" placeholder="Select" choices={choices} />
        <TextField {...amount('mrp')} onChange={compute} />
        <TextField {...amount('sellingPrice')} />
        <TextField hint="Percent of the MRP" {...amount('discount')} onChange={compute} />
        <TextField
          readOnly={isComputed}
          hint={
            hasNoEffect(typed)
              ? 'Without effect while the selling price is above 0'
              : isComputed
                ? 'MRP minus the discount, computed'
                : 'Without a discount, any price up to the MRP'
          }
          {...amount('specialPrice')}
        />
        <p className="numbers text-sm text-muted empty:hidden @sm:col-span-full">
          {priceError === null && `Customers pay ${formatRupees(pricePaid(typed))}`}
        </p>
      </div>
    </div>
  )
}
