import { productLabels, products, type ProductRow } from '@kirana/contract/products'
import { useWrite } from '#/lib/api.ts'
import { counted } from '#/lib/format.ts'
import type { Outcome } from '#/components/feedback/outcomes.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { TextField } from '#/components/forms/fields.tsx'
import { RateField, rateDoubt } from '../-lists/tax-rates.tsx'

type Props = {
  rows: readonly ProductRow[]
  open: boolean
  onOpenChange: (open: boolean) => void
  onDone: (message: string, outcomes: Outcome[]) => void
}

/** Gives the selected products an HSN code, a GST rate, or both. */
export function BulkTax({ rows, open, onOpenChange, onDone }: Props) {
  const setTax = useWrite(products.setTax, { reload: [products.list, products.get], quiet: true })
  const productIds = rows.map(({ _id }) => _id)
  const inUse = rows.map(({ gstRate }) => gstRate)
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`HSN code and GST rate of ${counted(productIds.length, 'product')}`}
      save="Save"
      labels={productLabels}
      schema={products.setTax.body}
      doubtOf={({ gstRate }) => rateDoubt(gstRate, inUse)}
      values={{ productIds, hsn: '', gstRate: '', gstFrom: '' }}
      onSave={async (body) => {
        const { data, message } = await setTax.sendAsync({ body: { ...body, productIds } })
        onDone(
          message,
          data.map(({ _id, ...outcome }) => ({
            ...outcome,
            name: rows.find((row) => row._id === _id)?.title ?? _id,
          })),
        )
      }}
    >
      <TextField name="hsn" inputMode="numeric" hint="Empty: stays as it is" />
      <RateField inUse={inUse} placeholder="Stays as it is" />
      <TextField name="gstFrom" type="date" hint="Empty: from today on" />
    </FormDialog>
  )
}
