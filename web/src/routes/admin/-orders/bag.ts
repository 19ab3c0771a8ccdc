import type { OrderRow } from '@kirana/contract/orders'

type Line = OrderRow['products'][number]

/** An item in the bag of an order. `insteadOf`: the title of the ordered product that it replaces. */
export type BagItem = Pick<
  Line,
  'variantId' | 'productTitle' | 'productQuantity' | 'productImage' | 'quantity'
> & { key: string; insteadOf?: string }

/** The items in the bag: the found pieces and the swaps of a picked order, otherwise the ordered lines. */
export const bagItems = ({ products }: { products: readonly Line[] }): BagItem[] =>
  products.flatMap((line) => {
    const { variantId: key, productTitle: insteadOf, picked } = line
    if (!picked) return [{ ...line, key }]
    const { quantity, swap } = picked
    return [
      ...(quantity > 0 ? [{ ...line, key, quantity }] : []),
      // A swap has no picture.
      ...(swap ? [{ ...line, ...swap, key: `${key} swap`, insteadOf, productImage: '' }] : []),
    ]
  })
