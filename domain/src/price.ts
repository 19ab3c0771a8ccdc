import { ALL_FIELDS_REQUIRED, AMOUNT_INVALID } from './texts.ts'
import { MAX_AMOUNT, requireWhole, WHOLE, type BasisPoints, type Paise } from './money.ts'

/**
 * MRP − MRP × discount, with the discount rounded up to a whole rupee (specification, section 5); never below 0. Uses
 * integers, because floating point errs: 8.8 % of ₹375 is ₹33, but floats round it up to ₹34.
 */
export function specialPrice(mrp: Paise, discount: BasisPoints): Paise {
  requireWhole(mrp, 0, 'MRP')
  requireWhole(discount, 0, 'Discount')
  const off = (BigInt(mrp) * BigInt(discount) + 999_999n) / 1_000_000n
  return Math.max(0, mrp - Number(off) * 100)
}

/** The unit price a customer pays: the selling price if above 0, otherwise the special price (specification, section 5). */
export const pricePaid = (variant: { sellingPrice: Paise; specialPrice: Paise }): Paise =>
  variant.sellingPrice > 0 ? variant.sellingPrice : variant.specialPrice

/** Whether a special price is set but has no effect, because a selling price is set. */
export const hasNoEffect = (variant: { sellingPrice: number; specialPrice: number }): boolean =>
  variant.specialPrice > 0 && variant.sellingPrice > 0

export type VariantPrices = { mrp: Paise; sellingPrice: Paise; specialPrice: Paise; discount: BasisPoints }

/** The prices to store: with a discount, the special price is computed and the sent one ignored. */
export const withSpecialPrice = <T extends VariantPrices>(prices: T): T =>
  prices.mrp > 0 && prices.discount > 0
    ? { ...prices, specialPrice: specialPrice(prices.mrp, prices.discount) }
    : prices

/** A validation message and the field it belongs to. */
export type PriceError = { field: keyof VariantPrices; message: string }

/**
 * The first reason why a variant's prices cannot be saved, or null. 0 means 'not set'. Adding needs a selling price;
 * editing needs the MRP, and a selling or special price (specification, section 5, edit note). No price may exceed the
 * MRP (Legal Metrology (Packaged Commodities) Rules 2011, rule 18).
 */
export function validatePrices(prices: VariantPrices, on: 'add' | 'edit'): PriceError | null {
  const { mrp, sellingPrice, specialPrice: special, discount } = prices
  const error = (field: keyof VariantPrices, message: string): PriceError => ({ field, message })
  if (on === 'edit' && mrp === 0) return error('mrp', ALL_FIELDS_REQUIRED)
  if (sellingPrice === 0 && (on === 'add' || special === 0)) return error('sellingPrice', ALL_FIELDS_REQUIRED)
  for (const field of ['mrp', 'sellingPrice', 'specialPrice'] as const) {
    if (!Number.isSafeInteger(prices[field]) || prices[field] < 0) return error(field, AMOUNT_INVALID)
    if (prices[field] > MAX_AMOUNT) return error(field, 'A price is at most ₹10,00,000')
  }
  if (!Number.isSafeInteger(discount) || discount < 0 || discount > WHOLE) {
    return error('discount', 'Discount is a percentage from 0 to 100')
  }
  if (mrp > 0 && sellingPrice > mrp) return error('sellingPrice', 'Selling price cannot be more than MRP')
  if (mrp > 0 && special > mrp) return error('specialPrice', 'Special price cannot be more than MRP')
  return null
}
