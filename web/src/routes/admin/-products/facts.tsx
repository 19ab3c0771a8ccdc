import type { Product } from '@kirana/contract/products'
import { Info } from 'lucide-react'

/** The facts that this product lacks, but that a listing in India must show (Legal Metrology, E-Commerce Rules). */
function missingFacts({ mktBy, origin, expDate, variant }: Product): string[] {
  const unpriced = variant.filter(({ mrp }) => mrp === 0).map(({ value, unit }) => `MRP of ${value} ${unit}`)
  return [
    ...(variant.length === 0 ? ['MRP', 'Net quantity'] : unpriced),
    ...(mktBy ? [] : ['Manufacturer']),
    ...(origin ? [] : ['Country of Origin']),
    ...(expDate ? [] : ['Best before']),
  ]
}

/** Warns of missing legal facts. Saving is never blocked. */
export function ProductFacts({ product }: { product: Product }) {
  const missing = missingFacts(product)
  if (missing.length === 0) return null
  return (
    <div
      role="note"
      className="mb-4 flex items-start gap-3 rounded-card bg-info-soft px-4 py-3 text-sm text-info"
    >
      <Info aria-hidden size={18} className="mt-px shrink-0" />
      <p>Packed goods must show these to shoppers, please add them: {missing.join(', ')}.</p>
    </div>
  )
}
