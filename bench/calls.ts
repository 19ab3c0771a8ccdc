import { randomUUID } from 'node:crypto'
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
export const staff = { cookie: `kirana_staff=${STAFF_TOKEN}` }
const list = '/api/v1/payment/get/all/orders/staff'

export type Addresses = { ours: string; limit: string }

/** Makes a call of ours and the bare one that it is measured against. */
export const pairs =
  (at: Addresses) =>
  (
    name: string,
    ours: () => Request,
    limit: () => Request,
  ): { name: string; ours: Target; limit: Target } => ({
    name,
    ours: { url: at.ours, next: ours },
    limit: { url: at.limit, next: limit },
  })

export const json = { 'content-type': 'application/json' }
const address = {
  fullName: 'Asha',
  phone: '9876543210',
  houseNo: 'A-12',
  street: 'Hill Road',
  pincode: '400050',
  city: 'Mumbai',
  state: 'Maharashtra',
}

/** A customer's order of three products. */
export const anOrder = (customer: number, products: number): Request => ({
  method: 'POST',
  path: '/api/v1/store/orders',
  headers: {
    ...json,
    authorization: `Bearer ${customerToken(customer)}`,
    'idempotency-key': randomUUID(),
  },
  body: JSON.stringify({
    items: Array.from({ length: 3 }, () => random(products)).map((n) => ({
      productId: productUuid(n),
      variantId: variantUuid(n),
      quantity: 1,
    })),
    address,
    payment: 'cod',
  }),
})

/** The calls of a working day, each beside the same work with nothing around it. */
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
  const status = () => statuses[turn++ % statuses.length] ?? statuses[0]

  return [
    pair(
      'list by status',
      () => ({ path: `${list}/${random(20)}?keywords=Delivered&search=`, headers: staff }),
      () => ({ path: `/list/${random(20)}?status=delivered` }),
    ),
    pair(
      'list, deep page',
      () => ({ path: `${list}/${deep - random(20)}?keywords=Delivered&search=`, headers: staff }),
      () => ({ path: `/deep/${deep - random(20)}?status=delivered` }),
    ),
    pair(
      'search by phone',
      () => ({
        path: `${list}/1?keywords=&search=${phoneOf(random(size.users / 2)).slice(0, 8)}`,
        headers: staff,
      }),
      () => ({ path: `/search?search=${phoneOf(random(size.users / 2)).slice(0, 8)}` }),
    ),
    pair(
      'detail',
      () => ({
        path: `/api/v1/payment/get/single/order/staff/${orderUuid(random(size.orders))}`,
        headers: staff,
      }),
      () => ({ path: `/detail/${orderUuid(random(size.orders))}` }),
    ),
    pair(
      'change of status',
      () => ({
        path: `/api/v1/payment/change/delivary/status/${orderUuid(random(size.orders))}/${status()[0]}`,
        headers: staff,
      }),
      () => ({ path: `/status/${orderUuid(random(size.orders))}/${status()[1]}` }),
    ),
    pair(
      'placing an order',
      () => anOrder(random(CUSTOMERS_SIGNED_IN), size.products),
      () => ({
        method: 'POST',
        path: '/orders',
        headers: json,
        body: JSON.stringify({ customerId: customerUuid(random(CUSTOMERS_SIGNED_IN)) }),
      }),
    ),
  ]
}
