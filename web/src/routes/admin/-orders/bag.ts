import type { OrderRow } from '@kirana/contract/orders'

type Line = OrderRow['products'][number]

/** An item in the bag of an order. `insteadOf`: the title of the ordered product that it replaces. */
export type BagItem = Pick<
  Line,
  'variantId' | 'productTitle' | 'productQuantity' | 'productImage' | 'quantity'
> & { insteadOf?: string }

/** The items in the bag: the found pieces and the swaps of a picked order, otherwise the ordered lines. */
export const bagItems = ({ products }: { products: readonly Line[] }): BagItem[] =>
  products.flatMap((line) => {
    const { quantity = line.quantity, swap } = line.picked ?? {}
    const found = quantity > 0 ? [{ ...line, quantity }] : []
    // A swap has no picture.
    return swap ? [...found, { ...line, ...swap, productImage: '', insteadOf: line.productTitle }] : found
  })

/** The key of an item: a line may have found pieces and a swap. */
export const keyOf = ({ variantId, insteadOf = '' }: BagItem) => variantId + insteadOf
