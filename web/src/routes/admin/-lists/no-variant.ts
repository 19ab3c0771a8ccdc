/** A product without a variant has nothing to buy: the store API leaves it out. */
export const NO_VARIANT = 'Not shown: no variant'
export const NO_VARIANT_WHOLE = 'Not shown to customers: no variant'
