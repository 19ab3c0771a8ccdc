/** The filters of Products that leave every product. */
export const noFilter = { status: '', search: '', category: '', stock: '', tax: '' } as const

/** The address of the whole list of products. */
export const allProducts = { ...noFilter, page: 1, sort: '' } as const
