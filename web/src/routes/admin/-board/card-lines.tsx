import type { OrderRow } from '@kirana/contract/orders'
import { useAllowed } from '#/lib/session/allowed.ts'
import type { Stage } from '#/lib/stages.ts'
import { OutOfStock } from '../-lists/out-of-stock.tsx'
import { cardTitle, linesIn } from './titles.ts'

export const outOfStockOf = ({ variantId, productTitle, productQuantity }: OrderRow['products'][number]) => ({
  variantId,
  askAs: productTitle,
  name: `${productTitle}, ${productQuantity}`,
})

type LinesProps = { order: OrderRow; stage: Stage; max: number; isFull: boolean; onOpen: () => void }

/** Keeps the room of a button that is loaded after the first orders. */
const room = <span aria-hidden className="w-8 shrink-0 coarse:size-11" />

/** The lines that have room, and a button with the number of the others. `max`: lines, in packing mode rows. */
export function Lines({ order: { products, order_id }, stage, max, isFull, onOpen }: LinesProps) {
  const mayCount = useAllowed({ can: 'stock.write' })
  const fitting = products.length > max ? max - 1 : products.length
  const shown = products.slice(0, isFull ? linesIn(products, max) : fitting)
  const hidden = products.length - shown.length
  return (
    <div className={`flex flex-col ${isFull ? 'mt-1 min-h-0 text-lg leading-7' : 'mt-3 gap-1 pb-2'}`}>
      <ul aria-label="Items" className={`flex flex-col ${isFull ? 'min-h-0 overflow-hidden' : 'gap-1'}`}>
        {shown.map((line) => (
          <li
            key={line.variantId}
            className={`flex gap-1.5 ${isFull ? '' : 'items-center'}`}
            title={line.productTitle}
          >
            <span className={`numbers min-w-7 whitespace-nowrap ${line.quantity > 1 ? 'font-bold' : ''}`}>
              {line.quantity} ×
            </span>
            {/* A title that does not fit beside its pack has a row to itself, or two. */}
            <span
              className={`min-w-0 flex-1 break-words ${isFull ? '' : 'flex flex-wrap items-center gap-x-1.5'}`}
            >
              <span className={isFull ? '' : 'min-w-0'}>{cardTitle(line.productTitle)}</span>{' '}
              <span className="ml-auto inline-flex items-center gap-1.5 whitespace-nowrap text-muted">
                {line.productQuantity}
                {/* In packing mode the sheet has it: a slot is too low for targets of a finger in each line. */}
                {stage === 'Confirmed' && !isFull && mayCount && (
                  <OutOfStock {...outOfStockOf(line)} isCompact fallback={room} />
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button
          type="button"
          aria-label={`and ${hidden} more ${hidden === 1 ? 'item' : 'items'} of ${order_id}`}
          className="shrink-0 self-start text-muted underline underline-offset-2 hover:text-ink"
          onClick={onOpen}
        >
          and {hidden} more {hidden === 1 ? 'item' : 'items'}
        </button>
      )}
    </div>
  )
}
