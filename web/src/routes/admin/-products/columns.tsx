import type { ProductRow } from '@kirana/contract/products'
import { Link } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import { count } from '#/lib/format.ts'
import { FlagBadge } from '#/components/tables/badges.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { Checkbox } from '#/ui/choice-group.tsx'
import { LinePicture } from '../-lists/line-picture.tsx'
import { ProductOptions } from './options.tsx'

type Props = {
  /** Ids of the selected products. */
  chosen: readonly string[]
  onChosen: (chosen: readonly string[]) => void
  onDelete: (product: ProductRow) => void
}

/** Columns of Products (specification, section 2) after a selection checkbox. */
export const productColumns = ({ chosen, onChosen, onDelete }: Props): Column<ProductRow>[] => [
  {
    id: 'select',
    header: 'Select',
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
  },
  {
    id: 'title',
    header: 'Title',
    phone: 'title',
    cell: ({ _id, title, images: [image = ''] }) => (
      <span className="flex items-center gap-3">
        <LinePicture key={image} file={image} size="size-10" />
        <Link
          to="/admin/product/edit/$productId"
          params={{ productId: _id }}
          className="rounded-sm font-medium underline-offset-2 wrap-anywhere hover:underline coarse:py-3"
        >
          {title}
        </Link>
      </span>
    ),
  },
  {
    id: 'category',
    header: 'Category Name',
    cell: ({ categoryName }) => <span className="wrap-anywhere">{categoryName}</span>,
  },
  { id: 'variants', header: 'Total Variants', isNumeric: true, cell: ({ variant }) => count(variant.length) },
  {
    id: 'rating',
    header: 'Average Rating',
    isNumeric: true,
    cell: ({ avgRating }) => (
      <span className={`inline-flex items-center gap-1 ${avgRating > 0 ? '' : 'text-muted'}`}>
        {avgRating > 0 && <Star aria-hidden size={14} className="fill-current text-brand" />}
        {count(avgRating)}
      </span>
    ),
  },
  { id: 'images', header: 'Total Images', isNumeric: true, cell: ({ images }) => count(images.length) },
  { id: 'isActive', header: 'Enable/Disable', cell: ({ isActive }) => <FlagBadge on={isActive} /> },
  {
    id: 'options',
    header: 'Options',
    cell: (row) => <ProductOptions product={row} onDelete={() => onDelete(row)} />,
  },
]
