import * as z from 'zod/mini'
import { boundedList } from './wire/bounded-list.ts'
import { amountInput } from './wire/numbers.ts'
import { forStaff, put } from './wire/route.ts'
import { id, renamed, requiredVersion, rupees, version } from './wire/shapes.ts'

/** Most prices of one call: a page of products with their variants. */
export const MAX_PRICES = 500
const CHOOSE = 'Choose at least 1 price'

const change = renamed(
  { variantId: id, version: requiredVersion, price: amountInput('Enter a price', { nonZero: true }) },
  { variantId: 'id' },
)

/** The result for one variant: its price and version from now on. */
const Outcome = renamed(
  { variantId: z.string(), done: z.boolean(), message: z.string(), price: rupees, version },
  { variantId: 'id' },
)

export const prices = {
  set: put(
    forStaff('catalogue.write'),
    '/product/prices',
    'Sets what customers pay for variants: the selling price, or the special price where that is on; a price is ' +
      'refused if it is above the MRP, or if its variant has changed since the given version. The response has the ' +
      'result of each',
    {
      body: z.object({
        changes: boundedList(change, MAX_PRICES, {
          error: CHOOSE,
          tooMany: `Change ${MAX_PRICES} prices at most`,
        }).check(z.minLength(1, CHOOSE)),
      }),
      data: z.array(Outcome),
      message: 'Prices updated successfully',
    },
  ),
}
