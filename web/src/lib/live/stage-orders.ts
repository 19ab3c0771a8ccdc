import { orders, type OrderRow } from '@kirana/contract/orders'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import type { Stage } from '#/lib/stages.ts'

/** Maximum pages that the board loads. 200 orders are more than a store packs at once. */
const MAX_PAGES = 10

/** The orders of a stage, oldest first. `isWhole`: the board has loaded all of them. */
export type StageOrders = { data: OrderRow[]; totalPages: number; isWhole: boolean }

export const oldestFirst = (rows: readonly OrderRow[]) =>
  rows.toSorted((a, b) => a.orderNumber - b.orderNumber)

async function load(stage: Stage, signal: AbortSignal): Promise<StageOrders> {
  const loadPage = async (page: number) =>
    (await call(orders.list, { params: { page: String(page) }, query: { keywords: stage } }, { signal })).data
  const newest = await loadPage(1)
  const { totalPages } = newest
  // The list is sorted newest first; load from its end so that the oldest orders are included.
  const first = Math.max(2, totalPages - MAX_PAGES + 1)
  const rest = await Promise.all(
    Array.from({ length: Math.max(0, totalPages - first + 1) }, (_, i) => loadPage(first + i)),
  )
  const isWhole = totalPages <= MAX_PAGES
  const rows = [...(isWhole ? newest.data : []), ...rest.flatMap(({ data }) => data)]
  // A new order during loading shifts rows to the next page, so the same row may arrive twice.
  const distinct = new Map(rows.map((row) => [row._id, row]))
  return { data: oldestFirst([...distinct.values()]), totalPages, isWhole }
}

/** The board's orders of a stage. The key starts with the list's path, so invalidating the list includes the board. */
export const ordersIn = (stage: Stage) =>
  queryOptions({
    queryKey: [orders.list.path, 'stage', stage] as const,
    queryFn: ({ signal }) => load(stage, signal),
  })
export const confirmedOrders = ordersIn('Confirmed')
