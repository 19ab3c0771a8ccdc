/** The store API omits products without a variant, because customers cannot buy them. */
export const NO_VARIANT = 'Not shown: no variant'
export const NO_VARIANT_WHOLE = 'Not shown to customers: no variant'
