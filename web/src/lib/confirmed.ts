import { orders, type OrderRow } from '@kirana/contract/orders'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** Pages the board reads at most: 200 orders are more than anybody packs at once. */
const MOST_PAGES = 10

/** Confirmed orders, oldest first. `isWhole` is false when there are more than the board reads. */
export type Confirmed = { data: OrderRow[]; totalPages: number; isWhole: boolean }

export const oldestFirst = (rows: readonly OrderRow[]) =>
  rows.toSorted((a, b) => a.orderNumber - b.orderNumber)

async function loadConfirmed(signal: AbortSignal): Promise<Confirmed> {
  const load = async (page: number) =>
    (
      await call(
        orders.list,
        { params: { page: String(page) }, query: { keywords: 'Confirmed' } },
        { signal },
      )
    ).data
  const newest = await load(1)
  const { totalPages } = newest
  // The list is newest first, and those who have waited longest must not be the ones left out.
  const first = Math.max(2, totalPages - MOST_PAGES + 1)
  const rest = await Promise.all(
    Array.from({ length: Math.max(0, totalPages - first + 1) }, (_, i) => load(first + i)),
  )
  const isWhole = totalPages <= MOST_PAGES
  const rows = [...(isWhole ? newest.data : []), ...rest.flatMap(({ data }) => data)]
  // An order that came meanwhile moves the others to a later page: those are read twice.
  const distinct = new Map(rows.map((row) => [row._id, row]))
  return { data: oldestFirst([...distinct.values()]), totalPages, isWhole }
}

/** What the board shows. It stands among the pages of the same list, so whatever reloads those reloads it. */
export const confirmedOrders = queryOptions({
  queryKey: [orders.list.path, 'confirmed'],
  queryFn: ({ signal }) => loadConfirmed(signal),
})
