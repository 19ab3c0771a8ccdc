/** Maximum quantity of one variant in an order. */
export const MAX_QUANTITY = 1000

/** Maximum number of different variants in an order. */
export const MAX_LINES = 100

type CartItem = { productId: string; variantId: string; quantity: number }

/**
 * Merges lines of the same variant, in order of first occurrence. Limits apply to merged lines, so repeating a variant
 * cannot exceed them.
 */
export function mergeLines<Item extends CartItem>(items: readonly Item[]): Item[] {
  const byVariant = new Map<string, Item>()
  for (const item of items) {
    // Keyed by product too: a variant under a wrong product id is invalid and must not merge into a valid line.
    const key = `${item.productId} ${item.variantId}`.toLowerCase()
    const seen = byVariant.get(key)
    byVariant.set(key, seen ? { ...seen, quantity: seen.quantity + item.quantity } : item)
  }
  return [...byVariant.values()]
}
