import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { type Addresses, anOrder, pairs, random, replayed, request, staff } from './calls.ts'
import { CUSTOMERS_SIGNED_IN, orderUuid } from './seed.ts'
import { PICKS } from './seed-stock.ts'

/** Placing an order that reserves its pieces, and one action of a pick, each with its baseline. */
export function stock(size: { products: number; orders: number }, at: Addresses) {
  const pair = pairs(at)
  const picked = () => ({ orderId: orderUuid(size.orders - PICKS + random(PICKS)), line: random(3) })
  return [
    pair('placing with reservations', () => anOrder(random(CUSTOMERS_SIGNED_IN), size.products), replayed),
    pair(
      'action of a pick',
      () =>
        request(
          api.pick.line,
          {
            body: {
              ...picked(),
              actionId: randomUUID(),
              found: random(2),
            },
          },
          staff,
        ),
      () => {
        const { orderId, line } = picked()
        return { path: `/pick/${orderId}/${line}/${random(2)}` }
      },
    ),
  ]
}
