import { percentOf, requireWhole, type BasisPoints, type Paise } from './money.ts'
import { pricePaid, type PriceError, validatePrices, type VariantPrices } from './price.ts'

/** A change of many prices. `amount` is basis points for a percentage, otherwise paise. */
export type PriceChange = {
  by: 'raisePercent' | 'lowerPercent' | 'raiseValue' | 'lowerValue' | 'set'
  amount: BasisPoints | Paise
  /** New prices are multiples of this many paise. */
  roundTo: Paise
}

/** The nearest multiple of `step`, half up. */
function rounded(price: Paise, step: Paise): Paise {
  requireWhole(step, 1, 'Rounding')
  return Math.floor((price + step / 2) / step) * step
}

/** The new price of a price customers pay, in paise; may be 0 or less, which `withPricePaid` refuses. */
export function changedPrice(price: Paise, { by, amount, roundTo }: PriceChange): Paise {
  requireWhole(price, 0, 'Price')
  requireWhole(amount, 0, 'Amount')
  const part = by === 'raisePercent' || by === 'lowerPercent' ? percentOf(price, amount) : amount
  const exact = by === 'set' ? part : by.startsWith('raise') ? price + part : price - part
  return rounded(exact, roundTo)
}

/**
 * The prices after customers pay `price`: the selling price changes, or the special price where that is what they pay. A
 * special price that a discount computes is not overwritten. The MRP bounds both (see `validatePrices`).
 */
export function withPricePaid<T extends VariantPrices>(
  prices: T,
  price: Paise,
): { prices: T; error: PriceError | null } {
  const field = prices.sellingPrice > 0 ? 'sellingPrice' : 'specialPrice'
  if (price === pricePaid(prices)) return { prices, error: null }
  if (price <= 0) return { prices, error: { field, message: 'A price must be above 0' } }
  if (field === 'specialPrice' && prices.mrp > 0 && prices.discount > 0)
    return {
      prices,
      error: { field, message: 'Its discount computes the price. Change the MRP or the discount' },
    }
  const changed = { ...prices, [field]: price }
  return { prices: changed, error: validatePrices(changed, field === 'sellingPrice' ? 'add' : 'edit') }
}
