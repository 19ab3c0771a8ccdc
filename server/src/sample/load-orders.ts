import { sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { post } from '../services/wallet/ledger.ts'
import { changeOrderStatus } from '../services/orders/status.ts'
import { placeOrder } from '../services/orders/place.ts'
import { products, ratings } from '../tables/products.ts'
import { addresses, users } from '../tables/users.ts'
import { wallets } from '../tables/wallets.ts'
import type { Customer } from './customers.ts'
import type { StatusChange, Planned } from './plan.ts'
import type { Random } from './random.ts'
import { company } from './shop.ts'

const hour = 3_600_000
const by = 'Asha Patil (staff)'

/** Writes customers with coins added by staff, some of them converted. Returns the money by customer id, in paise. */
export async function loadCustomers(
  tx: Db,
  customers: readonly Customer[],
  random: Random,
): Promise<Map<string, number>> {
  await tx.insert(users).values(
    customers.map(({ addresses: _, joinedAt, invitedBy, entersCode, ...row }) => ({
      ...row,
      invitedWith: entersCode ? '' : (invitedBy?.referCode ?? ''),
      createdAt: joinedAt,
    })),
  )
  await tx.insert(addresses).values(customers.flatMap(({ addresses }) => addresses))
  const gifts = customers
    .filter(({ invitedBy }) => invitedBy === null)
    .map(({ id }, i) => ({
      id,
      spare: random.whole(1, 12) * 25,
      converted: i % 2 === 0 ? random.whole(6, 40) * 100 : 0,
    }))
  await tx.insert(wallets).values(customers.map(({ id }) => ({ userId: id })))
  const at = customers.findLast(({ invitedBy }) => invitedBy === null)?.joinedAt ?? new Date(0)
  await post(
    tx,
    gifts.map(({ id, spare, converted }) => ({
      key: `sample:${id}:coins`,
      kind: 'staff-coins',
      userId: id,
      by,
      amounts: [spare + converted],
    })),
    at,
  )
  const converted = gifts.filter((gift) => gift.converted > 0)
  await post(
    tx,
    converted.map((gift) => ({
      key: `sample:${gift.id}:money`,
      kind: 'coins-to-money',
      userId: gift.id,
      by,
      amounts: [gift.converted, gift.converted * company.pointValue],
    })),
    at,
  )
  return new Map(converted.map((gift) => [gift.id, gift.converted * company.pointValue]))
}

type Event = { at: Date; order: Planned; move: StatusChange | null }

const idOf = (id: string) => Promise.resolve(id)

/**
 * Places the planned orders and changes their statuses in order of time, through the services of the product.
 * @param stock called before the first event from `stock.at` on
 */
export async function loadOrders(
  tx: Db,
  planned: readonly Planned[],
  stock: { at: Date; open: (at: Date) => Promise<void> },
): Promise<void> {
  const events: Event[] = planned.flatMap((order) => [
    { at: order.at, order, move: null },
    ...order.statusChanges.map((move) => ({ at: move.at, order, move })),
  ])
  const ids = new Map<Planned, string>()
  let isOpen = false
  for (const { at, order, move } of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (!isOpen && at >= stock.at) {
      isOpen = true
      await stock.open(stock.at)
    }
    const id = ids.get(order)
    if (move !== null && id !== undefined)
      await changeOrderStatus(tx, { id, to: move.to, by: move.by, cashCollected: true, now: at })
    else ids.set(order, await placeOrder(tx, cartOf(order), { customerId: order.customer.id, now: at }, idOf))
  }
}

function cartOf({ customer, items, coupon, referCode, payment, at }: Planned) {
  const address = customer.addresses[at.getTime() % customer.addresses.length]
  return { items, coupon, referCode, payment, pincode: '', addressId: address?.id }
}

/** Adds ratings by customers for some of their delivered products. */
export async function loadRatings(
  tx: Db,
  planned: readonly Planned[],
  { random, now }: { random: Random; now: Date },
) {
  const rows = new Map<string, typeof ratings.$inferInsert>()
  for (const { customer, items, statusChanges } of planned) {
    const last = statusChanges.at(-1)
    if (last?.to !== 'delivered') continue
    for (const { productId } of items) {
      if (!random.chance(0.3)) continue
      const createdAt = new Date(Math.min(now.getTime(), last.at.getTime() + random.whole(1, 30) * hour))
      rows.set(`${productId} ${customer.id}`, {
        productId,
        userId: customer.id,
        stars: 1 + random.weighted([1, 1, 3, 8, 12]),
        createdAt,
      })
    }
  }
  await tx.insert(ratings).values([...rows.values()])
  await tx.execute(sql`
    UPDATE ${products} p SET rating_count = r.count, rating_sum = r.sum
    FROM (SELECT product_id, count(*) AS count, sum(stars) AS sum FROM ${ratings} GROUP BY product_id) r WHERE r.product_id = p.id`)
}
