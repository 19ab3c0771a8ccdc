/** The filters of Products that match every product. */
export const noFilter = { status: '', search: '', category: '', stock: '', tax: '' } as const

/** Search parameters of the unfiltered list of products. */
export const allProducts = { ...noFilter, page: 1, sort: '' } as const
