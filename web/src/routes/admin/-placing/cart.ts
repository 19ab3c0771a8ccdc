import type { StoreProductRow, StoreVariant } from '@kirana/contract/store/products'
import { MAX_QUANTITY } from '@kirana/domain/cart'
import { useStored } from '#/lib/browser/stored.ts'
import { useSession } from '#/lib/session/profiles.ts'

/** A line of the order that is being placed. */
export type CartLine = {
  productId: string
  variantId: string
  title: string
  /** The pack size as text: '500 GM'. */
  pack: string
  image: string
  quantity: number
}

export const lineOf = (product: StoreProductRow, variant: StoreVariant): CartLine => ({
  productId: product._id,
  variantId: variant.variantId,
  title: product.title,
  pack: `${variant.value} ${variant.unit}`,
  image: product.images[0] ?? '',
  quantity: 1,
})

const EMPTY: readonly CartLine[] = []

const isCart = (value: unknown): value is readonly CartLine[] =>
  Array.isArray(value) &&
  value.every((line) => typeof line?.variantId === 'string' && Number.isInteger(line.quantity))

/**
 * The lines in the order in which they were added. Stored in this browser until the order is placed or the user logs
 * out. `of`: the customer or the list of the order.
 */
export function useCart(of: string) {
  const staffId = useSession('staff')?._id ?? ''
  const [lines, store] = useStored(`draft-${staffId}-order ${of}`, EMPTY, isCart)
  const setLines = (next: (now: readonly CartLine[]) => readonly CartLine[]) => store(next(lines))
  return {
    lines,
    clear: () => store(EMPTY),
    /** Adds a piece: one more of an existing line, or a new line. */
    add: (line: CartLine) =>
      setLines((now) =>
        now.some(({ variantId }) => variantId === line.variantId)
          ? now.map((one) =>
              one.variantId === line.variantId
                ? { ...one, quantity: Math.min(one.quantity + 1, MAX_QUANTITY) }
                : one,
            )
          : [...now, line],
      ),
    /** 0 removes the line. */
    setQuantity: (variantId: string, quantity: number) =>
      setLines((now) =>
        quantity === 0
          ? now.filter((one) => one.variantId !== variantId)
          : now.map((one) => (one.variantId === variantId ? { ...one, quantity } : one)),
      ),
  }
}
export type Cart = ReturnType<typeof useCart>
