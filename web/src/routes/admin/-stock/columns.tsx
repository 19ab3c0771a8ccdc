import type { StockRow } from '@kirana/contract/stock'
import { Link } from '@tanstack/react-router'
import { History, PackageX } from 'lucide-react'
import { count } from '#/lib/format.ts'
import type { Column } from '#/components/tables/data-table.tsx'
import { Button, IconButton } from '#/ui/button.tsx'
import { LinePicture } from '../-lists/line-picture.tsx'
import { OutOfStockButton } from '../-lists/out-of-stock-button.tsx'
import { CountCell } from './count-cell.tsx'
import { Available, Expiry, nameOf } from './words.tsx'

export type Listed = StockRow & { _id: string }
/** The dialogs that a row opens. */
export type View = 'receive' | 'writeOff' | 'details' | 'movements'

type Props = {
  show: (row: Listed, view: View) => void
  /** Whether the reader may count, receive and move pieces; otherwise the table only shows them. */
  isEditable: boolean
  /** Whether the reader may open the product. */
  hasProducts: boolean
}

export const stockColumns = ({ show, isEditable, hasProducts }: Props): Column<Listed>[] => [
  {
    id: 'product',
    header: 'Product',
    phone: 'title',
    cell: ({ productId, image, title, productQuantity, byWeight }) => (
      <span className="flex items-center gap-3 md:min-w-44">
        <LinePicture file={image} size="size-10" />
        <span className="min-w-0">
          {hasProducts ? (
            <Link
              to="/admin/product/edit/$productId"
              params={{ productId }}
              className="rounded-sm font-medium underline decoration-line-strong underline-offset-2 wrap-anywhere hover:decoration-ink coarse:py-3"
            >
              {title}
            </Link>
          ) : (
            <span className="font-medium wrap-anywhere">{title}</span>
          )}
          <span className="block text-sm font-normal text-muted">
            {productQuantity}
            {byWeight && ' · by weight'}
          </span>
        </span>
      </span>
    ),
  },
  {
    id: 'shelf',
    header: 'Shelf',
    cell: (row) =>
      isEditable ? (
        <Button
          variant="text"
          size="small"
          className="h-auto! min-h-8 max-w-36 py-1 text-left wrap-anywhere whitespace-normal! coarse:min-h-11"
          aria-label={`Shelf and barcodes of ${nameOf(row)}: ${row.shelf || 'no shelf'}`}
          onClick={() => show(row, 'details')}
        >
          {row.shelf || 'Set'}
        </Button>
      ) : (
        row.shelf || <span className="text-muted">–</span>
      ),
  },
  {
    id: 'onHand',
    header: 'On Hand',
    cell: (row) =>
      isEditable ? <CountCell key={row.variantId} row={row} /> : <Pieces number={row.onHand} />,
  },
  {
    id: 'reserved',
    header: 'Reserved',
    isNumeric: true,
    cell: ({ reserved }) => <Pieces number={reserved} />,
  },
  {
    id: 'available',
    header: 'Available',
    isNumeric: true,
    phone: 'end',
    cell: (row) => <Available {...row} />,
  },
  { id: 'expiry', header: 'Expires', cell: ({ nextExpiry }) => <Expiry day={nextExpiry} /> },
  {
    id: 'actions',
    header: 'Actions',
    phone: 'wide',
    cell: (row) => (
      <span className="flex items-center gap-1.5">
        {isEditable && (
          <>
            <Button
              variant="outline"
              size="small"
              aria-label={`Receive ${nameOf(row)}`}
              onClick={() => show(row, 'receive')}
            >
              Receive
            </Button>
            <OutOfStockButton variantId={row.variantId} name={nameOf(row)} onHand={row.onHand} />
            <IconButton
              label={`Write off ${nameOf(row)}`}
              size="iconSmall"
              disabled={!row.onHand}
              onClick={() => show(row, 'writeOff')}
            >
              <PackageX aria-hidden />
            </IconButton>
          </>
        )}
        <IconButton
          label={`Movements of ${nameOf(row)}`}
          variant="text"
          size="iconSmall"
          onClick={() => show(row, 'movements')}
        >
          <History aria-hidden />
        </IconButton>
      </span>
    ),
  },
]

const Pieces = ({ number }: { number: number | null }) =>
  number === null ? <span className="text-muted">–</span> : count(number)
