import { dashboard } from '@kirana/contract/dashboard'
import { manualOrders } from '@kirana/contract/manual-orders'
import type { claims } from '@kirana/contract/claims'
import type { approvals } from '@kirana/contract/approvals'
import type { cash } from '@kirana/contract/cash'
import type { upi } from '@kirana/contract/upi'
import type { dispatch } from '@kirana/contract/dispatch'
import type { opening } from '@kirana/contract/opening'
import { orders, type OrderRow } from '@kirana/contract/orders'
import type { payments } from '@kirana/contract/payments'
import type { setup } from '@kirana/contract/setup'
import type { products } from '@kirana/contract/products'
import type { reports } from '@kirana/contract/reports'
import type { pickRecords } from '@kirana/contract/pick-records'
import type { stock } from '@kirana/contract/stock'
import type { withdrawals } from '@kirana/contract/withdrawals'
import { PAGE_SIZE } from '@kirana/domain/paging'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { Stage } from '#/lib/stages.ts'
import { oldestFirst, type StageOrders } from './stage-orders.ts'
import type { StreamEvent, OrderEvent } from './live.ts'

type Listed = { data: OrderRow[]; totalPages: number }
/**
 * The parameters of a page of orders. `keywords` '' means every status; `collect` limits it to orders with cash to
 * collect.
 */
export type PageParams = { keywords: string; search: string; page: number } & Partial<
  Record<'collect' | 'customer' | 'from' | 'to' | 'sort', string>
>
/** `isExact`: the list now equals what the server would send. */
type Outcome<L> = { list: L; isExact: boolean }

const replaced = (rows: readonly OrderRow[], row: OrderRow) =>
  rows.map((old) => (old._id === row._id ? row : old))
const without = (rows: readonly OrderRow[], { _id }: OrderRow) => rows.filter((row) => row._id !== _id)

/**
 * Applies an event to a page of orders: replaces the row, adds a new one to page 1 of a list that is neither sorted nor
 * limited otherwise than to a status, or removes one that no longer matches.
 */
export function pageAfter(list: Listed, page: PageParams, { type, row }: OrderEvent): Outcome<Listed> {
  // Refetch, because the cash to collect depends on more than the row's status.
  if (page.collect) return { list, isExact: false }
  const showsEveryStatus = page.keywords === '' || page.keywords === 'All Orders'
  const belongs = showsEveryStatus || page.keywords === row.delivaryStatus
  const isListed = list.data.some(({ _id }) => _id === row._id)
  if (isListed && belongs) return { list: { ...list, data: replaced(list.data, row) }, isExact: true }
  if (isListed) return { list: { ...list, data: without(list.data, row) }, isExact: false }
  if (type === 'order.changed') return { list, isExact: showsEveryStatus && page.search === '' }
  if (!belongs) return { list, isExact: true }
  // A row has no id of its customer, so it may belong to another customer than the list.
  const isOnTop = page.page === 1 && !(page.search || page.customer || page.from || page.to || page.sort)
  return {
    list: isOnTop ? { ...list, data: [row, ...list.data].slice(0, PAGE_SIZE.orders) } : list,
    isExact: false,
  }
}

/** Applies an event to the board's orders of a stage. The result is exact if the board has loaded all of them. */
export function stageAfter(list: StageOrders, stage: Stage, { row }: OrderEvent): Outcome<StageOrders> {
  const rest = without(list.data, row)
  const isListed = rest.length < list.data.length
  if (row.delivaryStatus !== stage) return { list: { ...list, data: rest }, isExact: list.isWhole }
  if (!isListed && !list.isWhole) return { list, isExact: false }
  return { list: { ...list, data: oldestFirst([...rest, row]) }, isExact: true }
}

function pageParamsOf([, sent]: readonly unknown[]): PageParams {
  const { params, query } = sent as { params: { page: unknown }; query?: Partial<PageParams> }
  return { keywords: '', search: '', ...query, page: Number(params.page) }
}

function outcomeOf(query: Query, event: OrderEvent): Outcome<unknown> {
  const { data } = query.state
  if (query.queryKey[1] === 'stage') return stageAfter(data as StageOrders, query.queryKey[2] as Stage, event)
  return pageAfter(data as Listed, pageParamsOf(query.queryKey), event)
}

const queriesOf = (client: QueryClient, paths: readonly string[]) =>
  paths.flatMap((path) => client.getQueryCache().findAll({ queryKey: [path] }))

const detailsOf = (client: QueryClient, orderId: string) =>
  client.getQueryCache().findAll({ queryKey: [orders.get.path, { params: { orderId } }] })

/** Updates the cached lists from the event; returns the queries to refetch. */
function applyOrderEvent(client: QueryClient, event: OrderEvent): Query[] {
  const inexact = queriesOf(client, [orders.list.path]).filter((query) => {
    if (query.state.data === undefined) return query.state.fetchStatus === 'fetching'
    const { list, isExact } = outcomeOf(query, event)
    // A response in flight may be older than the event and would overwrite this update.
    const isInFlight = query.state.fetchStatus !== 'idle'
    // Writing data also clears the error of a failed refetch, so an unchanged list is not written.
    if (list !== query.state.data)
      client.setQueryData(query.queryKey, list, { updatedAt: query.state.dataUpdatedAt })
    return !isExact || isInFlight
  })
  const counts = event.type === 'order.created' ? queriesOf(client, [dashboard.get.path, setupPath]) : []
  // Events do not contain the owner of a referral code, which is the `user` of a referred order. Only scarce stock has
  // its own events, so lists of stock are refetched.
  const others = queriesOf(client, [
    orders.referred.path,
    orders.stages.path,
    stockPath,
    putBacksPath,
    dispatchPath,
  ])
  return [...inexact, ...others, ...counts, ...detailsOf(client, event.row._id)]
}

/** A pick event only changes who picks the order, which is in its row, so nothing is refetched. */
function applyPickEvent(client: QueryClient, row: OrderRow): Query[] {
  for (const query of queriesOf(client, [orders.list.path])) {
    const list = query.state.data as { data: OrderRow[] } | undefined
    if (list?.data.some(({ _id }) => _id === row._id))
      client.setQueryData(
        query.queryKey,
        { ...list, data: replaced(list.data, row) },
        { updatedAt: query.state.dataUpdatedAt },
      )
  }
  return []
}

// Only the types are imported, because the schemas would load with every screen.
const openingPath = '/opening/get' satisfies (typeof opening)['get']['path']
const putBacksPath = '/pick/put-back/get/all' satisfies (typeof pickRecords)['putBacks']['path']
const stockPath = '/stock/get/all/:page' satisfies (typeof stock)['list']['path']
const productsPath = '/product/get/staff/all/:page/20' satisfies (typeof products)['list']['path']
const todayPath = '/reports/today' satisfies (typeof reports)['today']['path']
const stockPaths = [stockPath, productsPath, todayPath, putBacksPath]
const paymentsPath = '/payments/get/all/:page' satisfies (typeof payments)['list']['path']
const dispatchPath = '/dispatch/get' satisfies (typeof dispatch)['get']['path']
const cashPath = '/cash/get' satisfies (typeof cash)['get']['path']
const tillDayPath = '/cash/get/day/:day' satisfies (typeof cash)['day']['path']
const upiPath = '/cash/upi/get/:page' satisfies (typeof upi)['list']['path']
const claimPaths = [
  '/claim/get/all/:page' satisfies (typeof claims)['list']['path'],
  '/claim/get/amount' satisfies (typeof claims)['amount']['path'],
]
const setupPath = '/setup/staff/get' satisfies (typeof setup)['staff']['path']
const payoutPaths = [
  '/wallet/get/all/withdrawals/:page' satisfies (typeof withdrawals)['page']['path'],
  '/wallet/get/all/transanctions/:page' satisfies (typeof withdrawals)['payouts']['path'],
  '/approval/get/all' satisfies (typeof approvals)['list']['path'],
  '/approval/get/own' satisfies (typeof approvals)['own']['path'],
  '/approval/get/about/:id' satisfies (typeof approvals)['about']['path'],
]

/** Updates the cache from an event; returns the queries to refetch. */
export function applyStreamEvent(client: QueryClient, event: StreamEvent): Query[] {
  if (event.type === 'order.created' || event.type === 'order.changed') return applyOrderEvent(client, event)
  if (event.type === 'pick.changed') return applyPickEvent(client, event.row)
  if (event.type === 'reset') return client.getQueryCache().getAll()
  if (
    event.type === 'withdrawal.created' ||
    event.type === 'withdrawal.changed' ||
    event.type === 'approval.changed'
  )
    return queriesOf(client, payoutPaths)
  if (event.type === 'opening.changed') return queriesOf(client, [openingPath, dashboard.get.path])
  if (event.type === 'claim.created' || event.type === 'claim.changed') return queriesOf(client, claimPaths)
  if (event.type === 'stock.changed') return queriesOf(client, stockPaths)
  if (event.type === 'drop.changed') return queriesOf(client, [dispatchPath])
  if (event.type === 'cash.changed') return queriesOf(client, [cashPath, tillDayPath, upiPath, dispatchPath])
  if (event.type === 'payment.changed')
    return [...queriesOf(client, [paymentsPath]), ...detailsOf(client, event.row.order)]
  return queriesOf(client, [manualOrders.list.path, dashboard.get.path])
}

/** Refetches queries `waitMs` after the first event of a burst. One refetch runs at a time, so a burst costs one. */
export function createRefetcher(client: QueryClient, waitMs = 300) {
  const dirty = new Set<string>()
  let isBusy = false
  const refetchDirty = async () => {
    const hashes = new Set(dirty)
    dirty.clear()
    // Skips failed queries, because they show Retry and no stale data.
    const isDirty = ({ queryHash, state }: Query) =>
      hashes.has(queryHash) && (state.data !== undefined || state.fetchStatus === 'fetching')
    // Wait for first loads in flight and load again, because `refetchQueries` would join them and they may be older
    // than the event.
    const firstLoads = client
      .getQueryCache()
      .getAll()
      .filter(
        (query) => isDirty(query) && query.state.data === undefined && query.state.fetchStatus === 'fetching',
      )
    await client.invalidateQueries({ predicate: isDirty })
    const outdated = firstLoads.filter(({ state }) => state.data !== undefined)
    if (outdated.length > 0)
      await client.invalidateQueries({ predicate: (query) => outdated.includes(query) })
  }
  const start = async () => {
    isBusy = true
    while (dirty.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      await refetchDirty()
    }
    isBusy = false
  }
  return (queries: readonly Query[]) => {
    for (const { queryHash } of queries) dirty.add(queryHash)
    if (!isBusy && dirty.size > 0) void start()
  }
}
