import type { OrderRow } from '@kirana/contract/orders'
import { useAllowed } from '#/lib/session/allowed.ts'
import type { Stage } from '#/lib/stages.ts'
import { OutOfStock } from '../-lists/out-of-stock.tsx'
import { bagItems, type BagItem, keyOf } from '../-orders/bag.ts'
import { useFitting } from './fitting.ts'
import { cardTitle } from './titles.ts'

/** A card shows at most this many lines; its sheet shows all. */
const MAX_LINES = 8
/** A slot of packing mode shows as many lines as fit, up to this number. */
const MAX_IN_SLOT = 12

export const outOfStockOf = ({ variantId, productTitle, productQuantity }: BagItem) => ({
  variantId,
  askAs: productTitle,
  name: `${productTitle}, ${productQuantity}`,
})

type LinesProps = { order: OrderRow; stage: Stage; onOpen: () => void }
/** Placeholder of a button that loads after the first orders. */
const room = <span aria-hidden className="w-8 shrink-0 coarse:size-11" />

const Quantity = ({ quantity }: BagItem) => (
  <span className={`numbers min-w-7 whitespace-nowrap ${quantity > 1 ? 'font-bold' : ''}`}>{quantity} ×</span>
)

/** The first lines, and a button with the number of hidden ones. */
export function Lines({ order, stage, onOpen }: LinesProps) {
  const items = bagItems(order)
  const mayCount = useAllowed({ can: 'stock.write' })
  const shown = items.slice(0, items.length > MAX_LINES ? MAX_LINES - 1 : MAX_LINES)
  return (
    <div className="mt-3 flex flex-col gap-1 pb-2">
      <ul aria-label="Items" className="flex flex-col gap-1">
        {shown.map((line) => (
          <li key={keyOf(line)} className="flex items-center gap-1.5" title={line.productTitle}>
            <Quantity {...line} />
            {/* A title that does not fit beside its pack size gets one or two rows of its own. */}
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5 break-words">
              <span className="min-w-0">{cardTitle(line.productTitle)}</span>{' '}
              <span className="ml-auto inline-flex items-center gap-1.5 whitespace-nowrap text-muted">
                {line.productQuantity}
                {stage === 'Confirmed' && mayCount && (
                  <OutOfStock {...outOfStockOf(line)} isCompact fallback={room} />
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <More hidden={items.length - shown.length} order_id={order.order_id} onOpen={onOpen} />
    </div>
  )
}

/**
 * Packing mode: as many complete lines as fit into the slot, and a button with the number of hidden ones. The button
 * Out of stock is in the sheet, because a slot has no space for a touch target in each line.
 */
export function SlotLines({ order, onOpen }: LinesProps) {
  const items = bagItems(order)
  const { box, count, end } = useFitting(items.length)
  return (
    <div ref={box} className="relative mt-1 min-h-0 flex-1 overflow-hidden text-lg leading-7">
      <ul aria-label="Items">
        {items.slice(0, MAX_IN_SLOT).map((line, n) => (
          <li
            key={keyOf(line)}
            className={`flex gap-1.5 ${n < count ? '' : 'invisible'}`}
            title={line.productTitle}
          >
            <Quantity {...line} />
            <span className="min-w-0 flex-1 break-words">
              {cardTitle(line.productTitle)}{' '}
              <span className="whitespace-nowrap text-muted">{line.productQuantity}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className="absolute" style={{ top: end }}>
        <More hidden={items.length - count} order_id={order.order_id} onOpen={onOpen} />
      </div>
    </div>
  )
}

type MoreProps = { hidden: number; order_id: string; onOpen: () => void }

const More = ({ hidden, order_id, onOpen }: MoreProps) =>
  hidden > 0 && (
    <button
      type="button"
      aria-label={`and ${hidden} more ${hidden === 1 ? 'item' : 'items'} of ${order_id}`}
      className="shrink-0 self-start text-muted underline underline-offset-2 hover:text-ink"
      onClick={onOpen}
    >
      and {hidden} more {hidden === 1 ? 'item' : 'items'}
    </button>
  )
