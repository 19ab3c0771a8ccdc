/** Rows per page of each list (specification, section 9; 20 if unspecified). */
export const PAGE_SIZE = {
  products: 20,
  orders: 20,
  referredOrders: 20,
  users: 20,
  walletEntries: 20,
  manualOrders: 30,
  payments: 20,
  stock: 20,
  receipts: 20,
  withdrawals: 20,
  contact: 20,
} as const

/** Maximum number of rows, newest first, of a list whose specified call has no pages. */
export const NEWEST = 500

/** The largest accepted page number. */
export const MAX_PAGE = 1_000_000

/** The y of 'x of y Pages'. */
export const totalPages = (rows: number, size: number) => Math.ceil(rows / size)
