import { ALL_FIELDS_REQUIRED, AMOUNT_INVALID } from './texts.ts'
import { MAX_AMOUNT, requireWhole, WHOLE, type BasisPoints, type Paise } from './money.ts'

/**
 * MRP − ceil(MRP × discount / 100), the ceil to the whole rupee (specification, section 5). Exact where floating
 * point is not: 8.8 % of ₹375 takes ₹33 off, floats make it ₹34. Never below 0. Without a discount it is the MRP.
 */
export function specialPrice(mrp: Paise, discount: BasisPoints): Paise {
  requireWhole(mrp, 0, 'MRP')
  requireWhole(discount, 0, 'Discount')
  const off = (BigInt(mrp) * BigInt(discount) + 999_999n) / 1_000_000n
  return Math.max(0, mrp - Number(off) * 100)
}

/** What a customer pays for one: the selling price if above 0, else the special price (specification, section 5). */
export const pricePaid = (variant: { sellingPrice: Paise; specialPrice: Paise }): Paise =>
  variant.sellingPrice > 0 ? variant.sellingPrice : variant.specialPrice

export type VariantPrices = { mrp: Paise; sellingPrice: Paise; specialPrice: Paise; discount: BasisPoints }

/** The prices as they are kept: with a discount the special price is computed, whatever was sent. */
export const keptPrices = <T extends VariantPrices>(prices: T): T =>
  prices.mrp > 0 && prices.discount > 0
    ? { ...prices, specialPrice: specialPrice(prices.mrp, prices.discount) }
    : prices

/** What is wrong with a price, and where it is to be said. */
export type PriceRefusal = { field: keyof VariantPrices; message: string }

const refused = (field: keyof VariantPrices, message: string): PriceRefusal => ({ field, message })

/**
 * Why a variant's prices cannot be saved, or null. 0 stands for 'not given'. On add a selling price is needed; on edit
 * the MRP, and the selling price may be 0 when a special price is above 0 (specification, section 5, edit note).
 * Nothing is sold above its MRP (Legal Metrology (Packaged Commodities) Rules 2011, rule 18).
 */
export function priceRefusal(prices: VariantPrices, on: 'add' | 'edit'): PriceRefusal | null {
  const { mrp, sellingPrice, specialPrice: special, discount } = prices
  if (on === 'edit' && mrp === 0) return refused('mrp', ALL_FIELDS_REQUIRED)
  if (sellingPrice === 0 && (on === 'add' || special === 0))
    return refused('sellingPrice', ALL_FIELDS_REQUIRED)
  for (const field of ['mrp', 'sellingPrice', 'specialPrice'] as const) {
    if (!Number.isSafeInteger(prices[field]) || prices[field] < 0) return refused(field, AMOUNT_INVALID)
    if (prices[field] > MAX_AMOUNT) return refused(field, 'A price is at most ₹10,00,000')
  }
  if (!Number.isSafeInteger(discount) || discount < 0 || discount > WHOLE) {
    return refused('discount', 'Discount is a percentage from 0 to 100')
  }
  if (mrp > 0 && sellingPrice > mrp) return refused('sellingPrice', 'Selling price cannot be more than MRP')
  if (mrp > 0 && special > mrp) return refused('specialPrice', 'Special price cannot be more than MRP')
  return null
}
