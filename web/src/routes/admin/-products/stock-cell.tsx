import { products, type ProductRow } from '@kirana/contract/products'
import { count } from '#/lib/format.ts'
import { Badge } from '#/components/tables/badges.tsx'
import { OutOfStockButton } from '../-lists/out-of-stock-button.tsx'

/** The available pieces of each variant, with a button 'Out of stock'. */
export function StockCell({
  product: { title, variant },
}: {
  product: Pick<ProductRow, 'title' | 'variant'>
}) {
  return (
    <ul aria-label={`Stock of ${title}`} className="flex min-w-28 flex-wrap gap-x-4 gap-y-1 md:flex-col">
      {variant.map(({ variantId, value, unit, onHand, available }) => (
        <li key={variantId} className="flex items-center gap-2">
          <span className="numbers min-w-0 flex-1 text-sm whitespace-nowrap">
            {value} {unit}
            {available !== 0 && (
              <span className="text-muted"> · {available === null ? 'not tracked' : count(available)}</span>
            )}
          </span>
          {available === 0 && <Badge tone="bad">Out</Badge>}
          <OutOfStockButton
            variantId={variantId}
            name={`${title}, ${value} ${unit}`}
            onHand={onHand}
            reload={[products.list]}
            isCompact
          />
        </li>
      ))}
    </ul>
  )
}
