import { dashboard } from '@kirana/contract/dashboard'
import { manualOrders } from '@kirana/contract/manual-orders'
import { orders, type OrderRow } from '@kirana/contract/orders'
import { withdrawals } from '@kirana/contract/withdrawals'
import { PAGE_SIZE } from '@kirana/domain/paging'
import type { Query, QueryClient } from '@tanstack/react-query'
import { oldestFirst, type Confirmed } from './confirmed.ts'
import type { Happening, OrderEvent } from './live.ts'

type Listed = { data: OrderRow[]; totalPages: number }
/** A page of the orders' list by what it was asked for; `keywords` '' means every status. */
export type Shown = { keywords: string; search: string; page: number }
/** `isSure`: the list is now as the server would send it. */
type Outcome<L> = { list: L; isSure: boolean }

const replaced = (rows: readonly OrderRow[], row: OrderRow) =>
  rows.map((old) => (old._id === row._id ? row : old))
const without = (rows: readonly OrderRow[], { _id }: OrderRow) => rows.filter((row) => row._id !== _id)

/** A page of orders after an event: the row in place, a new one on top of page 1, one that no longer belongs gone. */
export function pageAfter(list: Listed, shown: Shown, { type, row }: OrderEvent): Outcome<Listed> {
  const isEvery = shown.keywords === '' || shown.keywords === 'All Orders'
  const belongs = isEvery || shown.keywords === row.delivaryStatus
  const isThere = list.data.some(({ _id }) => _id === row._id)
  if (isThere && belongs) return { list: { ...list, data: replaced(list.data, row) }, isSure: true }
  if (isThere) return { list: { ...list, data: without(list.data, row) }, isSure: false }
  if (type === 'order.changed') return { list, isSure: isEvery && shown.search === '' }
  if (!belongs) return { list, isSure: true }
  const isOnTop = shown.page === 1 && shown.search === ''
  return {
    list: isOnTop ? { ...list, data: [row, ...list.data].slice(0, PAGE_SIZE.orders) } : list,
    isSure: false,
  }
}

/** The board's orders after an event. Where it shows all there are, it knows the outcome. */
export function confirmedAfter(list: Confirmed, { row }: OrderEvent): Outcome<Confirmed> {
  const rest = without(list.data, row)
  const isThere = rest.length < list.data.length
  if (row.delivaryStatus !== 'Confirmed') return { list: { ...list, data: rest }, isSure: list.isWhole }
  if (!isThere && !list.isWhole) return { list, isSure: false }
  return { list: { ...list, data: oldestFirst([...rest, row]) }, isSure: true }
}

/** The `user` of a referred order is the owner of the code, so only what an event can know is taken over. */
export function referredAfter(list: Listed, { type, row }: OrderEvent): Outcome<Listed> {
  const { delivaryStatus, paymentStatus, invoice } = row
  const data = list.data.map((old) =>
    old._id === row._id ? { ...old, delivaryStatus, paymentStatus, invoice } : old,
  )
  return { list: { ...list, data }, isSure: type === 'order.changed' }
}

function shownBy([, sent]: readonly unknown[]): Shown {
  const { params, query } = sent as {
    params: { page: unknown }
    query?: { keywords?: string; search?: string }
  }
  return { keywords: query?.keywords ?? '', search: query?.search ?? '', page: Number(params.page) }
}

function outcomeOf(query: Query, event: OrderEvent): Outcome<unknown> {
  const { data } = query.state
  if (query.queryKey[0] === orders.referred.path) return referredAfter(data as Listed, event)
  if (query.queryKey[1] === 'confirmed') return confirmedAfter(data as Confirmed, event)
  return pageAfter(data as Listed, shownBy(query.queryKey), event)
}

const under = (client: QueryClient, paths: readonly string[]) =>
  paths.flatMap((path) => client.getQueryCache().findAll({ queryKey: [path] }))

/** Changes in place what is known of the event; returns what has to be read again. */
function apply(client: QueryClient, event: OrderEvent): Query[] {
  const unsure = under(client, [orders.list.path, orders.referred.path]).filter((query) => {
    if (query.state.data === undefined) return query.state.fetchStatus === 'fetching'
    const { list, isSure } = outcomeOf(query, event)
    // An answer that is on its way may be older than the event, and will replace what is set here.
    const isOnItsWay = query.state.fetchStatus !== 'idle'
    client.setQueryData(query.queryKey, list, { updatedAt: query.state.dataUpdatedAt })
    return !isSure || isOnItsWay
  })
  const counts = event.type === 'order.created' ? under(client, [dashboard.get.path]) : []
  const detail = client
    .getQueryCache()
    .findAll({ queryKey: [orders.get.path, { params: { orderId: event.row._id } }] })
  return [...unsure, ...counts, ...detail]
}

const payouts = [withdrawals.list.path, withdrawals.transactions.path]

/** What has to be read again after something happened. */
export function touched(client: QueryClient, happening: Happening): Query[] {
  if (happening.type === 'order.created' || happening.type === 'order.changed')
    return apply(client, happening)
  if (happening.type === 'reset') return client.getQueryCache().getAll()
  // What was read before the stream stood may have missed something in between.
  if (happening.type === 'ready')
    return happening.isFresh
      ? under(client, [
          orders.list.path,
          orders.referred.path,
          orders.get.path,
          manualOrders.list.path,
          dashboard.get.path,
          ...payouts,
        ])
      : []
  if (happening.type === 'withdrawal.created' || happening.type === 'withdrawal.changed')
    return under(client, payouts)
  return under(client, [manualOrders.list.path, dashboard.get.path])
}

/** Reads queries again, `waitMs` after the first of a burst, one round after the other: a burst costs one round. */
export function reloader(client: QueryClient, waitMs = 300) {
  const dirty = new Set<string>()
  let isBusy = false
  const round = async () => {
    const hashes = new Set(dirty)
    dirty.clear()
    // What failed shows Retry and holds nothing that could be old: asking again is left to the reader.
    const isMine = ({ queryHash, state }: Query) =>
      hashes.has(queryHash) && (state.data !== undefined || state.fetchStatus === 'fetching')
    // A first load is joined, not started anew, and may have begun before the event: it is followed by another.
    const joined = client
      .getQueryCache()
      .getAll()
      .filter(
        (query) => isMine(query) && query.state.data === undefined && query.state.fetchStatus === 'fetching',
      )
    await client.invalidateQueries({ predicate: isMine })
    const older = joined.filter(({ state }) => state.data !== undefined)
    if (older.length > 0) await client.invalidateQueries({ predicate: (query) => older.includes(query) })
  }
  const start = async () => {
    isBusy = true
    while (dirty.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      await round()
    }
    isBusy = false
  }
  return (queries: readonly Query[]) => {
    for (const { queryHash } of queries) dirty.add(queryHash)
    if (!isBusy && dirty.size > 0) void start()
  }
}
