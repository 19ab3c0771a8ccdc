import { dashboard } from '@kirana/contract/dashboard'
import { manualOrders, type ManualOrder } from '@kirana/contract/manual-orders'
import { orders, type OrderRow } from '@kirana/contract/orders'
import { withdrawals } from '@kirana/contract/withdrawals'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Confirmed } from './confirmed.ts'
import { confirmedAfter, pageAfter, referredAfter, reloader, touched } from './live-lists.ts'
import type { OrderEvent } from './live.ts'

const order = (orderNumber: number, over: Partial<OrderRow> = {}): OrderRow => ({
  _id: `id-${orderNumber}`,
  order_id: `OD261121-000${orderNumber}`,
  orderNumber,
  products: [],
  totalPrice: 493,
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

test('a new order stands on top of page 1 of every list it belongs to, and the list is counted again', () => {
  const list = page(order(2), order(1))
  const { list: shown, isSure } = pageAfter(list, confirmed, created(order(3)))
  expect(numbers(shown)).toEqual([3, 2, 1])
  expect(isSure).toBe(false)
  expect(pageAfter(list, { ...confirmed, keywords: 'Delivered' }, created(order(3)))).toEqual({
    list,
    isSure: true,
  })
})

test('page 1 stays 20 rows long; a further page and a search are left to the server', () => {
  const full = page(...Array.from({ length: 20 }, (_, i) => order(30 - i)))
  expect(pageAfter(full, all, created(order(31))).list.data).toHaveLength(20)
  for (const shown of [
    { ...all, page: 2 },
    { ...all, search: '98' },
  ])
    expect(pageAfter(full, shown, created(order(31)))).toEqual({ list: full, isSure: false })
})

test('a change is shown where the row stands, and takes it out of a list where it no longer belongs', () => {
  const list = page(order(2), order(1))
  const moved = order(1, { delivaryStatus: 'Prepeared' })
  const everywhere = pageAfter(list, all, changed(moved))
  expect(everywhere).toEqual({ list: page(order(2), moved), isSure: true })
  const gone = pageAfter(list, confirmed, changed(moved))
  expect(numbers(gone.list)).toEqual([2])
  expect(gone.isSure).toBe(false)
})

test('a change of a row that is not on this page may have moved it in or out of the status', () => {
  expect(pageAfter(page(), confirmed, changed(order(1))).isSure).toBe(false)
  expect(pageAfter(page(), all, changed(order(1))).isSure).toBe(true)
})

test('the board takes an order in at its place and lets it go', () => {
  const board: Confirmed = { ...page(order(1), order(3)), isWhole: true }
  expect(numbers(confirmedAfter(board, changed(order(2))).list)).toEqual([1, 2, 3])
  const left = confirmedAfter(board, changed(order(1, { delivaryStatus: 'Canceled' })))
  expect(numbers(left.list)).toEqual([3])
  expect(left.isSure).toBe(true)
  const part = { ...board, isWhole: false }
  expect(confirmedAfter(part, created(order(9)))).toEqual({ list: part, isSure: false })
})

test('a referred order keeps the owner of the code as its person', () => {
  const owner = { fullName: 'Ravi Kumar', phone: '+919811111111' }
  const list = page(order(1, { user: owner }))
  const { list: shown } = referredAfter(
    list,
    changed(order(1, { delivaryStatus: 'Delivered', paymentStatus: 'success' })),
  )
  expect(shown.data[0]).toMatchObject({
    user: owner,
    delivaryStatus: 'Delivered',
    paymentStatus: 'success',
  })
})

afterEach(() => void vi.useRealTimers())

const listKey = [orders.list.path, { params: { page: 1 }, query: { keywords: 'Confirmed' } }]

/** A screen that shows one list; `answer` is what the server sends, `loads` how often it was asked. */
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

test('a burst of orders is on screen at once and costs one more request', async () => {
  vi.useFakeTimers()
  const rows = [order(1)]
  const { client, loads, stop } = screen(listKey, () => page(...rows))
  await vi.advanceTimersByTimeAsync(100)
  const reload = reloader(client, 300)
  for (const number of [2, 3, 4, 5]) {
    rows.unshift(order(number))
    reload(touched(client, created(order(number))))
  }
  expect(numbers(client.getQueryData(listKey) ?? page())).toEqual([5, 4, 3, 2, 1])
  await vi.advanceTimersByTimeAsync(2000)
  expect(loads()).toBe(2)
  stop()
})

test('an event during the first load is not lost to an answer that is older than it', async () => {
  vi.useFakeTimers()
  const answers = [page(), page(order(1))]
  const { client, loads, stop } = screen(listKey, () => answers.shift())
  await vi.advanceTimersByTimeAsync(50)
  reloader(client, 10)(touched(client, created(order(1))))
  await vi.advanceTimersByTimeAsync(1000)
  expect(loads()).toBe(2)
  expect(numbers(client.getQueryData(listKey) ?? page())).toEqual([1])
  stop()
})

test('a photo order touches its lists and the tiles, and neither list of orders', () => {
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
  }
  const names = touched(client, { type: 'manual-order.created', row }).map(({ queryKey }) => queryKey[0])
  expect(new Set(names)).toEqual(new Set([dashboard.get.path, manualOrders.list.path]))
})

test('a new order touches the tiles, a change of status does not; a reset touches everything', () => {
  const client = new QueryClient()
  client.setQueryData([dashboard.get.path, {}], { todayOrder: 1 })
  client.setQueryData(listKey, page(order(1)))
  const names = (queries: ReturnType<typeof touched>) => queries.map(({ queryKey }) => queryKey[0])
  expect(names(touched(client, created(order(2))))).toContain(dashboard.get.path)
  expect(names(touched(client, changed(order(1, { paymentStatus: 'success' }))))).toEqual([])
  expect(names(touched(client, { type: 'reset' }))).toHaveLength(2)
  expect(touched(client, { type: 'ready', isFresh: false })).toEqual([])
  expect(names(touched(client, { type: 'ready', isFresh: true }))).toHaveLength(2)
})

test('a withdrawal that is asked for or paid touches the requests and the history, and nothing else', () => {
  const client = new QueryClient()
  const keys = [[withdrawals.list.path, {}], [withdrawals.transactions.path, {}], listKey]
  for (const key of keys) client.setQueryData(key, [])
  const row = {
    _id: 'id-1',
    user: { fullName: 'Meera Nair', phone: '+919820000000' },
    amount: 250.5,
    upiId: 'meera@upi',
    bankAcNumber: '',
    ifscCode: '',
    isDone: false,
  }
  for (const type of ['withdrawal.created', 'withdrawal.changed'] as const)
    expect(touched(client, { type, row }).map(({ queryKey }) => queryKey)).toEqual(keys.slice(0, 2))
})
