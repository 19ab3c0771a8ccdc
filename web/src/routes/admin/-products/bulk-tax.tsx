import { products } from '@kirana/contract/products'
import { useWrite } from '#/lib/api.ts'
import { counted } from '#/lib/format.ts'
import type { Outcome } from '#/components/feedback/outcomes.tsx'
import { fieldOf } from '#/components/forms/field-of.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { TextField } from '#/ui/field.tsx'

type Props = {
  /** Titles of the selected products by id. */
  titles: ReadonlyMap<string, string>
  open: boolean
  onOpenChange: (open: boolean) => void
  onDone: (message: string, outcomes: Outcome[]) => void
}

/** Gives the selected products an HSN code, a GST rate, or both. */
export function BulkTax({ titles, open, onOpenChange, onDone }: Props) {
  const setTax = useWrite(products.setTax, { reload: [products.list, products.get], quiet: true })
  const productIds = [...titles.keys()]
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`HSN code and GST rate of ${counted(productIds.length, 'product')}`}
      save="Save"
      schema={products.setTax.body}
      values={{ productIds, hsn: '', gstRate: '', gstFrom: '' }}
      onSave={async (body) => {
        const { data, message } = await setTax.sendAsync({ body: { ...body, productIds } })
        onDone(
          message,
          data.map(({ _id, ...outcome }) => ({ ...outcome, name: titles.get(_id) ?? _id })),
        )
      }}
    >
      {(form) => (
        <>
          <TextField
            label="HSN Code"
            inputMode="numeric"
            hint="Empty: stays as it is"
            {...fieldOf(form, 'hsn')}
          />
          <TextField
            label="GST Rate (percent)"
            inputMode="decimal"
            hint="Usually 0, 5, 18 or 40. Empty: stays as it is"
            {...fieldOf(form, 'gstRate')}
          />
          <TextField
            label="GST Rate From"
            type="date"
            max="2099-12-31"
            hint="Empty: from today on"
            {...fieldOf(form, 'gstFrom')}
          />
        </>
      )}
    </FormDialog>
  )
}
