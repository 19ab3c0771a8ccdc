import { amountOrNone, percentOrNone } from '@kirana/contract/numbers'
import { formatRupees, toRupees } from '@kirana/domain/money'
import { pricePaid, priceRefusal, specialPrice } from '@kirana/domain/price'
import { units } from '@kirana/domain/vocabulary'
import type { ChangeEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { fieldOf } from '#/parts/form-dialog.tsx'
import { Select, TextField } from '#/ui/field.tsx'
import { FIELDS } from './-simple-list.tsx'

const prices = ['mrp', 'sellingPrice', 'discount', 'specialPrice'] as const
type Price = (typeof prices)[number]
/** As typed or as read. */
type Entries = Record<Price | 'value' | 'unit', string | number>

/** Paise; 0 for what is no amount, or none yet. */
const paise = (entry: string | number) => amountOrNone.safeParse(entry).data ?? 0
const basisPoints = (entry: string | number) => percentOrNone.safeParse(entry).data ?? 0

const choices = units.map((unit) => ({ value: unit, label: unit }))

type Props<W extends FieldValues> = { form: UseFormReturn<W>; on: 'add' | 'edit' }

/** Pack and prices of a variant. A discount computes the special price as it is typed, as the server will. */
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
  const refusal = priceRefusal(typed, on)

  const compute = () => {
    const [amount, percent] = form.getValues(['mrp', 'discount'])
    const [exact, share] = [paise(amount), basisPoints(percent)]
    const hasPrice = exact > 0 && share > 0
    if (hasPrice || isComputed)
      form.setValue('specialPrice', hasPrice ? String(toRupees(specialPrice(exact, share))) : '', {
        shouldValidate: form.formState.isSubmitted,
      })
  }
  const amount = (name: Price) => {
    const { error, ...field } = fieldOf(form, name, FIELDS)
    // Empty fields are pointed out on submit, wrong prices at once.
    const atOnce = refusal?.field === name && refusal.message !== FIELDS ? refusal.message : undefined
    return { inputMode: 'decimal' as const, ...field, error: error ?? atOnce }
  }
  const computing = (name: 'mrp' | 'discount') => {
    const field = amount(name)
    const onChange = (event: ChangeEvent<HTMLInputElement>) => {
      void field.onChange(event)
      compute()
    }
    return { ...field, onChange }
  }
  return (
    <div className="@container">
      <div className="grid gap-4 @sm:grid-cols-2 @3xl:grid-cols-3">
        <TextField label="Quantity" inputMode="decimal" {...fieldOf(form, 'value', FIELDS)} />
        <Select label="Unit" placeholder="Select" choices={choices} {...fieldOf(form, 'unit', FIELDS)} />
        <TextField label="MRP" {...computing('mrp')} />
        <TextField label="Selling Price" {...amount('sellingPrice')} />
        <TextField label="Discount" hint="Percent of the MRP" {...computing('discount')} />
        <TextField
          label="Special Price"
          readOnly={isComputed}
          hint={
            isComputed ? 'MRP minus the discount, computed' : 'Without a discount, any price up to the MRP'
          }
          {...amount('specialPrice')}
        />
        <p className="numbers text-sm text-muted empty:hidden @sm:col-span-full">
          {refusal === null && `Customers pay ${formatRupees(pricePaid(typed))}`}
        </p>
      </div>
    </div>
  )
}
