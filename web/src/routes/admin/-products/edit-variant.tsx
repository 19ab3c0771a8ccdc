import { ALL_FIELDS_REQUIRED } from '@kirana/domain/texts'
import { variantLabels, variants, type EditableVariant } from '@kirana/contract/variants'
import { reloadAll, useWrite } from '#/lib/api.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { productReads } from './schema.ts'
import { VariantFields } from './variant-fields.tsx'

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
      labels={variantLabels}
      schema={variants.edit.body}
      sharedMessage={ALL_FIELDS_REQUIRED}
      values={{ ...variant, productId }}
      draft={variant.variantId}
      compared={{ record: variant }}
      onSave={(body, version) => edit.sendAsync({ body: { ...body, version } })}
    >
      {(form) => <VariantFields form={form} on="edit" />}
    </FormDialog>
  )
}
