import { ALL_FIELDS_REQUIRED } from '@kirana/domain/texts'
import { amountInput } from '@kirana/contract/numbers'
import { variants, type EditableVariant } from '@kirana/contract/variants'
import { useId, useRef } from 'react'
import * as z from 'zod/mini'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { useFields } from '#/lib/form.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { SharedMessage } from '#/components/forms/form-body.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import type { Compared } from '#/components/forms/stale.ts'
import { Button } from '#/ui/button.tsx'
import { productReads } from './schema.ts'
import { VariantFields } from './variant-fields.tsx'

const added = variants.add.body
/** Edit Product also requires the MRP (specification, section 5). */
const addedWithMrp = z.intersection(
  added,
  z.object({ mrp: amountInput(ALL_FIELDS_REQUIRED, { nonZero: true }) }),
)

type NewProps = { productId: string; needsMrp: boolean }

/** Form for adding variants one after the other: resets after each and focuses its first field. */
export function NewVariant({ productId, needsMrp }: NewProps) {
  const title = useId()
  const element = useRef<HTMLFormElement>(null)
  const form = useFields<z.input<typeof added>>(needsMrp ? addedWithMrp : added, {
    productId,
    value: '',
    mrp: '',
    sellingPrice: '',
    discount: '',
    specialPrice: '',
  })
  const add = useWrite(variants.add, {
    reload: productReads,
    onDone: () => {
      // Focus now: react-hook-form's setFocus runs later and would take the focus from the popup.
      element.current?.querySelector('input')?.focus()
      form.reset()
    },
  })
  const submit = form.handleSubmit((body) =>
    add.sendAsync({ body }).then(
      () => {},
      () => {},
    ),
  )
  return (
    <form
      ref={element}
      noValidate
      aria-labelledby={title}
      className="flex flex-col gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <h3 id={title} className="font-semibold">
        New variant
      </h3>
      <SharedMessage form={form} sharedMessage={ALL_FIELDS_REQUIRED} />
      <VariantFields form={form} on="add" />
      <Button type="submit" busy={form.formState.isSubmitting} className="self-end max-sm:w-full">
        Add Variant
      </Button>
    </form>
  )
}

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
