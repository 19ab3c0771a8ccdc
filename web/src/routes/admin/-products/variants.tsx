import type { Product } from '@kirana/contract/products'
import { variants, type EditableVariant } from '@kirana/contract/variants'
import { Info } from 'lucide-react'
import { useWrite } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import type { Column } from '#/components/tables/data-table.tsx'
import { EditableTable } from '#/components/tables/editable-table.tsx'
import { productReads, type ProductScreen } from './schema.ts'
import { EditVariant, NewVariant } from './variant-forms.tsx'

type Row = EditableVariant & { _id: string }

const rupeesOrDash = (amount: number) => (amount > 0 ? rupees(amount) : '–')

const columns: Column<Row>[] = [
  { id: 'quantity', header: 'Quantity', phone: 'title', cell: (row) => nameOf(row) },
  { id: 'mrp', header: 'MRP', isNumeric: true, cell: ({ mrp }) => rupeesOrDash(mrp) },
  {
    id: 'sellingPrice',
    header: 'Selling Price',
    isNumeric: true,
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
    cell: ({ specialPrice }) => rupeesOrDash(specialPrice),
  },
]

const nameOf = ({ value, unit }: Pick<EditableVariant, 'value' | 'unit'>) => `${value} ${unit}`

type Props = { screen: ProductScreen; product: Product }

/** Step 3: pack sizes and their prices. */
export function ProductVariants({ screen, product }: Props) {
  const productId = product._id
  const remove = useWrite(variants.remove, { reload: productReads })
  const rows = product.variant.map((variant) => ({ ...variant, _id: variant.variantId }))
  return (
    <div className="flex flex-col gap-6">
      {screen === 'edit' && (
        <p
          role="note"
          className="flex items-start gap-3 rounded-control bg-info-soft px-4 py-3 text-sm text-info"
        >
          <Info aria-hidden size={18} className="mt-px shrink-0" />
          To enable special price everywhere, set selling price to 0. To disable it, set special price to 0
          and set a selling price.
        </p>
      )}
      {rows.length > 0 && (
        <EditableTable
          name="Variants"
          toolbar={<h3 className="font-semibold">Variants</h3>}
          query={{ data: rows, error: null, isPlaceholderData: false, refetch: () => {} }}
          columns={columns}
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
