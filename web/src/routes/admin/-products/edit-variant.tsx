import { ALL_FIELDS_REQUIRED } from '@kirana/domain/texts'
import { variants, type EditableVariant } from '@kirana/contract/variants'
import type * as z from 'zod/mini'
import { reloadAll, useWrite } from '#/lib/api.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import type { Compared } from '#/components/forms/stale.ts'
import { productReads } from './schema.ts'
import { VariantFields } from './variant-fields.tsx'

const compared: Compared<z.input<typeof variants.edit.body>, EditableVariant>[] = [
  { name: 'value', label: 'Quantity' },
  { name: 'unit', label: 'Unit' },
  { name: 'mrp', label: 'MRP' },
  { name: 'sellingPrice', label: 'Selling Price' },
  { name: 'discount', label: 'Discount' },
  { name: 'specialPrice', label: 'Special Price' },
]

type EditProps = DialogState & { productId: string; variant: EditableVariant }

export function EditVariant({ productId, variant, ...dialog }: EditProps) {
  const edit = useWrite(variants.edit, {
    reload: productReads,
    onError: () => void reloadAll(productReads),
  })
  return (
    <FormDialog
      {...dialog}
      title="Edit Variant"
      width="medium"
      schema={variants.edit.body}
      sharedMessage={ALL_FIELDS_REQUIRED}
      values={{ ...variant, productId }}
      compared={{ record: variant, fields: compared }}
      onSave={(body, version) => edit.sendAsync({ body: { ...body, version } })}
    >
      {(form) => <VariantFields form={form} on="edit" />}
    </FormDialog>
  )
}
