import { amountSent } from '@kirana/contract/numbers'
import { variants, type Variant } from '@kirana/contract/variants'
import { useId } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '#/lib/api.ts'
import { useFields } from '#/lib/form.ts'
import type { Opening } from '#/parts/editable-table.tsx'
import { TogetherMessage } from '#/parts/form-body.tsx'
import { FormDialog } from '#/parts/form-dialog.tsx'
import { Button } from '#/ui/button.tsx'
import { productReads } from './-product-schema.ts'
import { VariantFields } from './-product-variant-fields.tsx'
import { FIELDS } from './-simple-list.tsx'

const added = variants.add.body
/** Edit Product asks for the MRP as well (specification, section 5). */
const addedWithMrp = z.intersection(added, z.object({ mrp: amountSent(FIELDS, { nonZero: true }) }))

type NewProps = { productId: string; needsMrp: boolean }

/** A form for one variant after the other: it is empty again, with the focus in its first field. */
export function NewVariant({ productId, needsMrp }: NewProps) {
  const title = useId()
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
      // A form that was reset knows its fields only when they are drawn again.
      form.setFocus('value')
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
      noValidate
      aria-labelledby={title}
      className="flex flex-col gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <h3 id={title} className="font-semibold">
        New variant
      </h3>
      <TogetherMessage form={form} together={FIELDS} />
      <VariantFields form={form} on="add" />
      <Button type="submit" busy={form.formState.isSubmitting} className="self-end max-sm:w-full">
        Add Variant
      </Button>
    </form>
  )
}

type EditProps = Opening & { productId: string; variant: Variant }

export function EditVariant({ productId, variant, ...opening }: EditProps) {
  const edit = useWrite(variants.edit, { reload: productReads })
  return (
    <FormDialog
      {...opening}
      title="Edit Variant"
      width="medium"
      schema={variants.edit.body}
      together={FIELDS}
      values={{ ...variant, productId }}
      onSave={(body) => edit.sendAsync({ body })}
    >
      {(form) => <VariantFields form={form} on="edit" />}
    </FormDialog>
  )
}
