import { dashboard } from '@kirana/contract/dashboard'
import { manualOrders, type ManualOrder } from '@kirana/contract/manual-orders'
import { orders, type OrderRow } from '@kirana/contract/orders'
import { withdrawals } from '@kirana/contract/withdrawals'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { StageOrders } from './stage-orders.ts'
import { stageAfter, pageAfter, createRefetcher, applyStreamEvent } from './lists.ts'
import type { OrderEvent } from './live.ts'

const order = (orderNumber: number, over: Partial<OrderRow> = {}): OrderRow => ({
  _id: `id-${orderNumber}`,
  order_id: `OD261121-000${orderNumber}`,
  orderNumber,
  products: [],
  totalPrice: 493,
  refundedTotal: 0,
  net: 493,
  dateAndTime: '2026-11-21T10:00:00+05:30',
  date: '2026-11-21',
  deliveryTime: '10 minutes',
  paymentStatus: 'Due',
  payment: 'cod',
  delivaryStatus: 'Confirmed',
  invoice: '',
  address: {
    fullName: 'Meera Nair',
    phone: '+919820000000',
    houseNo: '4',
    landmark: '',
    street: 'Hill Road',
    pincode: '400050',
    city: 'Mumbai',
    state: 'Maharashtra',
  },
  user: { fullName: 'Meera Nair', phone: '+919820000000' },
  ...over,
})
const created = (row: OrderRow): OrderEvent => ({ type: 'order.created', row })
const changed = (row: OrderRow): OrderEvent => ({ type: 'order.changed', row })
const page = (...rows: OrderRow[]) => ({ data: rows, totalPages: 1 })
const all = { keywords: '', search: '', page: 1 }
const confirmed = { ...all, keywords: 'Confirmed' }
const numbers = ({ data }: { data: OrderRow[] }) => data.map(({ orderNumber }) => orderNumber)

test('puts a new order on top of page 1 of matching lists and refetches them', () => {
  const list = page(order(2), order(1))
  const { list: shown, isExact } = pageAfter(list, confirmed, created(order(3)))
  expect(numbers(shown)).toEqual([3, 2, 1])
  expect(isExact).toBe(false)
  expect(pageAfter(list, { ...confirmed, keywords: 'Delivered' }, created(order(3)))).toEqual({
    list,
    isExact: true,
  })
})

test('refetches a list of cash to collect', () => {
  const list = page(order(2), order(1))
  for (const event of [changed(order(2, { paymentStatus: 'success' })), created(order(3))])
    expect(pageAfter(list, { ...all, collect: 'cash' }, event)).toEqual({ list, isExact: false })
})

for (const query of [{ customer: 'u1' }, { from: '2026-11-20' }, { to: '2026-11-22' }, { sort: '-amount' }])
  test(`a new order does not go on top of a list with ${JSON.stringify(query)}, which is refetched`, () => {
    const client = new QueryClient()
    const key = [orders.list.path, { params: { page: 1 }, query }]
    client.setQueryData(key, page())
    const queries = applyStreamEvent(client, created(order(1)))
    expect(client.getQueryData(key)).toEqual(page())
    expect(queries.map(({ queryKey }) => queryKey)).toEqual([key])
  })

test('an event does not clear the error of a list that it leaves unchanged', () => {
  const client = new QueryClient()
  const key = [orders.list.path, { params: { page: 1 }, query: { customer: 'u1' } }]
  client.setQueryData(key, page())
  const failed = { status: 'error', error: new Error('No network') } as const
  const query = client.getQueryCache().find({ queryKey: key })
  query?.setState({ ...query.state, ...failed })
  applyStreamEvent(client, created(order(1)))
  expect(client.getQueryState(key)).toMatchObject(failed)
})

test('keeps page 1 at 20 rows and leaves other pages and searches to the server', () => {
  const full = page(...Array.from({ length: 20 }, (_, i) => order(30 - i)))
  expect(pageAfter(full, all, created(order(31))).list.data).toHaveLength(20)
  for (const shown of [
    { ...all, page: 2 },
    { ...all, search: '98' },
  ])
    expect(pageAfter(full, shown, created(order(31)))).toEqual({ list: full, isExact: false })
})

test('updates a changed row in place and removes it where it no longer matches', () => {
  const list = page(order(2), order(1))
  const moved = order(1, { delivaryStatus: 'Prepeared' })
  const everywhere = pageAfter(list, all, changed(moved))
  expect(everywhere).toEqual({ list: page(order(2), moved), isExact: true })
  const gone = pageAfter(list, confirmed, changed(moved))
  expect(numbers(gone.list)).toEqual([2])
  expect(gone.isExact).toBe(false)
})

test('refetches a status list when a row on another page changes', () => {
  expect(pageAfter(page(), confirmed, changed(order(1))).isExact).toBe(false)
  expect(pageAfter(page(), all, changed(order(1))).isExact).toBe(true)
})

test('the board inserts a Confirmed order at its place, and removes one with another status', () => {
  const board: StageOrders = { ...page(order(1), order(3)), isWhole: true }
  expect(numbers(stageAfter(board, 'Confirmed', changed(order(2))).list)).toEqual([1, 2, 3])
  const left = stageAfter(board, 'Confirmed', changed(order(1, { delivaryStatus: 'Canceled' })))
  expect(numbers(left.list)).toEqual([3])
  expect(left.isExact).toBe(true)
  const part = { ...board, isWhole: false }
  expect(stageAfter(part, 'Confirmed', created(order(9)))).toEqual({ list: part, isExact: false })
})

test('refetches a page of referred orders, because events do not contain the owners of the codes', () => {
  const client = new QueryClient()
  const key = [orders.referred.path, { params: { page: 1 } }]
  const list = page(order(1, { user: { fullName: 'Ravi Kumar', phone: '+919811111111' } }))
  client.setQueryData(key, list)
  const queries = applyStreamEvent(client, changed(order(1, { delivaryStatus: 'Delivered' })))
  expect(queries.map(({ queryKey }) => queryKey)).toEqual([key])
  expect(client.getQueryData(key)).toEqual(list)
})

afterEach(() => void vi.useRealTimers())

const listKey = [orders.list.path, { params: { page: 1 }, query: { keywords: 'Confirmed' } }]

/** A screen that shows one list. `answer` returns the server's response, `loads` the number of requests. */
function screen(queryKey: readonly unknown[], answer: () => unknown) {
  const client = new QueryClient()
  let loads = 0
  const stop = new QueryObserver(client, {
    queryKey,
    queryFn: async () => {
      loads += 1
      await new Promise((resolve) => setTimeout(resolve, 100))
      return answer()
    },
  }).subscribe(() => {})
  return { client, loads: () => loads, stop }
}

test('shows a burst of orders at once and refetches only once', async () => {
  vi.useFakeTimers()
  const rows = [order(1)]
  const { client, loads, stop } = screen(listKey, () => page(...rows))
  await vi.advanceTimersByTimeAsync(100)
  const reload = createRefetcher(client, 300)
  for (const number of [2, 3, 4, 5]) {
    rows.unshift(order(number))
    reload(applyStreamEvent(client, created(order(number))))
  }
  expect(numbers(client.getQueryData(listKey) ?? page())).toEqual([5, 4, 3, 2, 1])
  await vi.advanceTimersByTimeAsync(2000)
  expect(loads()).toBe(2)
  stop()
})

test('reloads when an event arrives during the first load', async () => {
  vi.useFakeTimers()
  const answers = [page(), page(order(1))]
  const { client, loads, stop } = screen(listKey, () => answers.shift())
  await vi.advanceTimersByTimeAsync(50)
  createRefetcher(client, 10)(applyStreamEvent(client, created(order(1))))
  await vi.advanceTimersByTimeAsync(1000)
  expect(loads()).toBe(2)
  expect(numbers(client.getQueryData(listKey) ?? page())).toEqual([1])
  stop()
})

test('a photo order refetches its lists and the tiles but no list of orders', () => {
  const client = new QueryClient()
  const photosKey = [manualOrders.list.path, { params: { page: 1 }, query: { status: 'Waiting' } }]
  client.setQueryData([dashboard.get.path, {}], { totalManualOrder: 1 })
  client.setQueryData(photosKey, page())
  client.setQueryData(listKey, page(order(1)))
  const row: ManualOrder = {
    _id: 'id-1',
    date: '2026-11-21',
    dateAndTime: '2026-11-21T10:00:00+05:30',
    username: 'Meera Nair',
    phone: '+919820000000',
    orderStatus: 'Waiting',
    orderPath: [],
    supportingDocs: [],
    isPrescription: false,
    order: null,
  }
  const names = applyStreamEvent(client, { type: 'manual-order.created', row }).map(
    ({ queryKey }) => queryKey[0],
  )
  expect(new Set(names)).toEqual(new Set([dashboard.get.path, manualOrders.list.path]))
})

test('a new order refetches the tiles, a status change does not, a reset refetches everything', () => {
  const client = new QueryClient()
  client.setQueryData([dashboard.get.path, {}], { todayOrder: 1 })
  client.setQueryData(listKey, page(order(1)))
  const names = (queries: ReturnType<typeof applyStreamEvent>) => queries.map(({ queryKey }) => queryKey[0])
  expect(names(applyStreamEvent(client, created(order(2))))).toContain(dashboard.get.path)
  expect(names(applyStreamEvent(client, changed(order(1, { paymentStatus: 'success' }))))).toEqual([])
  expect(names(applyStreamEvent(client, { type: 'reset' }))).toHaveLength(2)
})

test('a requested or paid withdrawal refetches only the requests and the history', () => {
  const client = new QueryClient()
  const keys = [[withdrawals.page.path, {}], [withdrawals.payouts.path, {}], listKey]
  for (const key of keys) client.setQueryData(key, [])
  const row = {
    _id: 'id-1',
    user: { fullName: 'Meera Nair', phone: '+919820000000' },
    amount: 250.5,
    upiId: 'meera@upi',
    bankAcNumber: '',
    ifscCode: '',
    isDone: false,
    state: 'open' as const,
    reason: '',
    dateAndTime: '2026-11-21T07:30:00.000Z',
  }
  for (const type of ['withdrawal.created', 'withdrawal.changed'] as const)
    expect(applyStreamEvent(client, { type, row }).map(({ queryKey }) => queryKey)).toEqual(keys.slice(0, 2))
})
