import { ALL_FIELDS_REQUIRED } from '@kirana/domain/texts'
import { amountInput } from '@kirana/contract/wire/numbers'
import type { Product } from '@kirana/contract/products'
import { variantLabels, variants, type EditableVariant } from '@kirana/contract/variants'
import { Info } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '#/lib/api.ts'
import { useFields } from '#/lib/form.ts'
import { hasNoEffect } from '@kirana/domain/price'
import { rupees } from '#/lib/format.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { useEditing } from '#/components/forms/editing.ts'
import { EditingNotes } from '#/components/forms/editing-notes.tsx'
import { Form, SharedMessage } from '#/components/forms/form.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { EditableTable } from '#/components/tables/editable-table.tsx'
import { Button } from '#/ui/button.tsx'
import { productReads, type ProductScreen } from './schema.ts'
import { VariantFields } from './variant-fields.tsx'

const EditVariant = lazyComponent(async () => (await import('./edit-variant.tsx')).EditVariant)

type Row = EditableVariant & { _id: string }

const rupeesOrDash = (amount: number) => (amount > 0 ? rupees(amount) : '–')

const columns: Column<Row>[] = [
  { id: 'quantity', header: 'Quantity', phone: 'title', cell: (row) => nameOf(row) },
  { id: 'mrp', header: 'MRP', isNumeric: true, cell: ({ mrp }) => rupeesOrDash(mrp) },
  {
    id: 'sellingPrice',
    header: 'Selling Price',
    isNumeric: true,
    phone: 'end',
    cell: ({ sellingPrice }) => rupeesOrDash(sellingPrice),
  },
  {
    id: 'discount',
    header: 'Discount',
    isNumeric: true,
    cell: ({ discount }) => (discount > 0 ? `${discount}%` : '–'),
  },
  {
    id: 'specialPrice',
    header: 'Special Price',
    isNumeric: true,
    cell: ({ specialPrice, sellingPrice }) => (
      <>
        {rupeesOrDash(specialPrice)}
        {hasNoEffect({ specialPrice, sellingPrice }) && (
          <span className="block text-xs text-muted">no effect</span>
        )}
      </>
    ),
  },
]

const nameOf = ({ value, unit }: Pick<EditableVariant, 'value' | 'unit'>) => `${value} ${unit}`

type Props = { screen: ProductScreen; product: Product }

/** Step 3: pack sizes and their prices. */
export function ProductVariants({ screen, product }: Props) {
  const productId = product._id
  useEffect(() => EditVariant.preload(), [])
  const remove = useWrite(variants.remove, { reload: productReads })
  const rows = product.variant.map((variant) => ({ ...variant, _id: variant.variantId }))
  return (
    <div className="flex flex-col gap-6">
      <p
        role="note"
        className="flex items-start gap-3 rounded-control bg-info-soft px-4 py-3 text-sm text-info"
      >
        <Info aria-hidden size={18} className="mt-px shrink-0" />
        To enable special price everywhere, set selling price to 0. To disable it, set special price to 0 and
        set a selling price.
      </p>
      {rows.length > 0 && (
        <EditableTable
          name="Variants"
          toolbar={<h3 className="font-semibold">Variants</h3>}
          query={{ data: rows, error: null, isPlaceholderData: false, refetch: () => {} }}
          columns={columns}
          about={false}
          nameOf={nameOf}
          consequence="Customers cannot order it any more. Orders that have it keep it."
          onDelete={({ variantId }) => remove.sendAsync({ params: { productId, variantId } })}
        >
          {(variant, dialog) => <EditVariant productId={productId} variant={variant} {...dialog} />}
        </EditableTable>
      )}
      <NewVariant productId={productId} needsMrp={screen === 'edit'} />
    </div>
  )
}

const added = variants.add.body
/** Edit Product also requires the MRP (specification, section 5). */
const addedWithMrp = z.intersection(
  added,
  z.object({ mrp: amountInput(ALL_FIELDS_REQUIRED, { nonZero: true }) }),
)

type NewProps = { productId: string; needsMrp: boolean }

/** Form for adding variants one after the other. Resets after each one, and focuses the first field. */
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
      // Focus immediately, because react-hook-form's setFocus runs later and would take the focus from the popup.
      element.current?.querySelector('input')?.focus()
      form.reset()
      editing.renew(undefined)
    },
  })
  const editing = useEditing(form, variantLabels, { draft: `new variant of ${productId}` })
  const { isSubmitting } = form.formState
  const submit = form.handleSubmit((body) =>
    add.sendAsync({ body }).then(
      () => {},
      () => {},
    ),
  )
  return (
    <Form
      ref={element}
      form={form}
      labels={variantLabels}
      sharedMessage={ALL_FIELDS_REQUIRED}
      aria-labelledby={title}
      className="flex flex-col gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <h3 id={title} className="font-semibold">
        New variant
      </h3>
      <EditingNotes editing={editing} busy={isSubmitting} />
      <SharedMessage />
      <VariantFields form={form} on="add" />
      <Button type="submit" busy={isSubmitting} className="self-end max-sm:w-full">
        Add Variant
      </Button>
    </Form>
  )
}
