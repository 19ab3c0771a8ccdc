import type { ProductRow } from '@kirana/contract/products'
import { pricePaid } from '@kirana/domain/price'
import { Link } from '@tanstack/react-router'
import { EllipsisVertical, Star } from 'lucide-react'
import { count, rupees } from '#/lib/format.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Badge, FlagBadge } from '#/components/tables/badges.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { MenuButton } from '#/components/tables/menu-button.tsx'
import { Checkbox } from '#/ui/choice-group.tsx'
import { SelectPage } from './bulk.tsx'
import { LinePicture } from '../-lists/line-picture.tsx'
import { NO_VARIANT } from '../-lists/no-variant.ts'
import type { OptionsProps } from './menu.tsx'

const StockCell = lazyComponent(async () => (await import('./stock-cell.tsx')).StockCell)
const ProductMenu = lazyComponent(async () => (await import('./menu.tsx')).ProductMenu)

type Props = {
  /** Whether the user may change products. If not, there are no checkboxes, and the names are not links. */
  isEditable: boolean
  /** The products on the page. */
  rows: readonly ProductRow[]
  /** Ids of the selected products. */
  chosen: readonly string[]
  onChosen: (chosen: readonly string[]) => void
  onDelete: (product: ProductRow) => void
}

/** The price range that customers pay, from the cheapest variant to the most expensive one. */
function Price({ variants }: { variants: ProductRow['variant'] }) {
  const [least, ...more] = variants.map(pricePaid).toSorted((a, b) => a - b)
  if (least === undefined) return <Badge tone="warn">{NO_VARIANT}</Badge>
  const most = more.at(-1) ?? least
  return (
    <span className="max-md:text-base max-md:font-semibold">
      <span className="whitespace-nowrap">{most === least ? rupees(least) : `${rupees(least)} –`}</span>
      {most !== least && <span className="whitespace-nowrap">{` ${rupees(most)}`}</span>}
    </span>
  )
}

/** The menu button of a product's row. */
const ProductOptions = (props: OptionsProps) => (
  <MenuButton
    label={`Options of ${props.product.title}`}
    preload={ProductMenu.preload}
    menu={(menuProps) => <ProductMenu {...props} {...menuProps} />}
  >
    <EllipsisVertical aria-hidden />
  </MenuButton>
)

const selectColumn = ({
  rows,
  chosen,
  onChosen,
}: Pick<Props, 'rows' | 'chosen' | 'onChosen'>): Column<ProductRow> => ({
  id: 'select',
  phone: 'lead',
  header: 'Select',
  head: <SelectPage rows={rows} chosen={chosen} onChosen={onChosen} hideLabel />,
  cell: ({ _id, title }) => (
    <Checkbox
      label={`Select ${title}`}
      hideLabel
      checked={chosen.includes(_id)}
      onChange={({ target }) =>
        onChosen(target.checked ? [...chosen, _id] : chosen.filter((other) => other !== _id))
      }
    />
  ),
})

/** Columns of Products (specification, section 2) after a selection checkbox. */
export const productColumns = ({ isEditable, onDelete, ...selection }: Props): Column<ProductRow>[] => [
  ...(isEditable ? [selectColumn(selection)] : []),
  {
    id: 'title',
    header: 'Title',
    isRecord: isEditable,
    phone: 'title',
    sort: { key: 'title', kind: 'text' },
    cell: ({ _id, title, images: [image = ''] }) => (
      <span className="flex items-center gap-3 md:min-w-40">
        <LinePicture key={image} file={image} size="size-10" />
        {isEditable ? (
          <Link
            to="/admin/product/edit/$productId"
            params={{ productId: _id }}
            className="rounded-sm font-medium underline-offset-2 wrap-anywhere hover:underline coarse:py-3"
          >
            {title}
          </Link>
        ) : (
          <span className="font-medium wrap-anywhere">{title}</span>
        )}
      </span>
    ),
  },
  {
    id: 'category',
    header: 'Category Name',
    phone: 'none',
    cell: ({ categoryName }) => <div className="wrap-anywhere md:min-w-20">{categoryName}</div>,
  },
  {
    id: 'price',
    header: 'Price',
    isNumeric: true,
    phone: 'plain',
    sort: { key: 'price', kind: 'amount' },
    cell: ({ variant }) => <Price variants={variant} />,
  },
  {
    id: 'variants',
    header: 'Total Variants',
    isNumeric: true,
    phone: 'none',
    cell: ({ variant }) => count(variant.length),
  },
  { id: 'stock', header: 'Stock', phone: 'wide', cell: (row) => <StockCell product={row} /> },
  {
    id: 'rating',
    header: 'Average Rating',
    phone: 'none',
    isNumeric: true,
    cell: ({ avgRating }) => (
      <span className={`inline-flex items-center gap-1 ${avgRating > 0 ? '' : 'text-muted'}`}>
        {avgRating > 0 && <Star aria-hidden size={14} className="fill-current text-brand" />}
        {count(avgRating)}
      </span>
    ),
  },
  {
    id: 'images',
    header: 'Total Images',
    isNumeric: true,
    phone: 'none',
    cell: ({ images }) => count(images.length),
  },
  {
    id: 'isActive',
    header: 'Enable/Disable',
    phone: 'plain',
    cell: ({ isActive }) => <FlagBadge on={isActive} />,
  },
  {
    id: 'options',
    header: 'Options',
    phone: 'end',
    cell: (row) => <ProductOptions product={row} isEditable={isEditable} onDelete={() => onDelete(row)} />,
  },
]
