import { api } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import { requestOf } from '@kirana/contract/wire/request'
import type { Route, Sent } from '@kirana/contract/wire/route'
import {
  CUSTOMERS_SIGNED_IN,
  customerToken,
  customerUuid,
  orderUuid,
  phoneOf,
  productUuid,
  STAFF_TOKEN,
  variantUuid,
} from './seed.ts'

export type Request = {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: string
}
export type Target = { url: string; next: () => Request }

export const random = (below: number) => 1 + Math.floor(Math.random() * below)
export const staff = { ...ownPage, cookie: `kirana_staff=${STAFF_TOKEN}` }

/** The request for a call of the contract, with a JSON body or none. */
export function request<R extends Route>(route: R, sent: Sent<R>, headers: Record<string, string>): Request {
  const { method, url, headers: own, body } = requestOf(route, sent)
  if (method === 'DELETE' || body instanceof FormData)
    throw new Error(`${route.path}: the load generator supports neither DELETE nor multipart requests`)
  return { method, path: url, headers: { ...own, ...headers }, ...(body !== undefined && { body }) }
}

export type Addresses = { ours: string; baseline: string }

/** Pairs a call of the product with its baseline call. */
export const pairs =
  (at: Addresses) =>
  (
    name: string,
    ours: () => Request,
    baseline: () => Request,
  ): { name: string; ours: Target; baseline: Target } => ({
    name,
    ours: { url: at.ours, next: ours },
    baseline: { url: at.baseline, next: baseline },
  })

const json = { 'content-type': 'application/json' }
const address = {
  fullName: 'Asha',
  phone: '9876543210',
  houseNo: 'A-12',
  street: 'Hill Road',
  pincode: '400050',
  city: 'Mumbai',
  state: 'Maharashtra',
}

/** The request by which a customer orders three random products. */
export const anOrder = (customer: number, products: number): Request => {
  const items = Array.from({ length: 3 }, () => random(products)).map((n) => ({
    productId: productUuid(n),
    variantId: variantUuid(n),
    quantity: 1,
  }))
  const sent = { body: { items, address, payment: 'cod' as const } }
  return request(api.storeOrders.place, sent, { authorization: `Bearer ${customerToken(customer)}` })
}

/** The baseline's order: the product's own transaction without access checks and validation. */
export const replayed = (): Request => ({
  method: 'POST',
  path: '/orders',
  headers: json,
  body: JSON.stringify({ customerId: customerUuid(random(CUSTOMERS_SIGNED_IN)) }),
})

/** The most frequent calls, each with its baseline. */
export function calls(size: { users: number; products: number; orders: number }, at: Addresses) {
  const pair = pairs(at)
  const deep = Math.floor((size.orders * 0.9) / 20)
  const statuses = [
    ['Prepeared', 'prepared'],
    ['Dispatched', 'dispatched'],
    ['Delivered', 'delivered'],
    ['Confirmed', 'confirmed'],
  ] as const
  let turn = 0
  const list = (page: number, query: Sent<typeof api.orders.list>['query']) =>
    request(api.orders.list, { params: { page }, query }, staff)
  const someOrder = () => ({ orderId: orderUuid(random(size.orders)) })
  const status = () => statuses[turn++ % statuses.length] ?? statuses[0]

  return [
    pair(
      'list by status',
      () => list(random(20), { keywords: 'Delivered' }),
      () => ({ path: `/list/${random(20)}?status=delivered` }),
    ),
    pair(
      'list, deep page',
      () => list(deep - random(20), { keywords: 'Delivered' }),
      () => ({ path: `/deep/${deep - random(20)}?status=delivered` }),
    ),
    pair(
      'search by phone',
      () => list(1, { search: phoneOf(random(size.users / 2)).slice(0, 8) }),
      () => ({ path: `/search?search=${phoneOf(random(size.users / 2)).slice(0, 8)}` }),
    ),
    pair(
      'detail',
      () => request(api.orders.get, { params: someOrder() }, staff),
      () => ({ path: `/detail/${orderUuid(random(size.orders))}` }),
    ),
    pair(
      'change of status',
      () =>
        request(
          api.orders.changeStatus,
          { params: { ...someOrder(), status: status()[0] }, query: {} },
          staff,
        ),
      () => ({ path: `/status/${orderUuid(random(size.orders))}/${status()[1]}` }),
    ),
    pair('placing an order', () => anOrder(random(CUSTOMERS_SIGNED_IN), size.products), replayed),
  ]
}
