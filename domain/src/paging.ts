/** Rows a page of each list (specification, section 9; where it is silent, 20). */
export const PAGE_SIZE = {
  products: 20,
  orders: 20,
  referredOrders: 20,
  users: 20,
  walletEntries: 20,
  manualOrders: 30,
} as const

/** No list goes further; an address with a larger page is refused. */
export const MAX_PAGE = 1_000_000

/** 'x of y Pages': how many pages `rows` rows make. */
export const totalPages = (rows: number, size: number) => Math.ceil(rows / size)
