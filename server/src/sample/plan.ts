import { startOfDayInKolkata } from '@kirana/domain/calendar'
import type { DeliveryStatus, PaymentMethod } from '@kirana/domain/vocabulary'
import { type Customer, memberDays } from './customers.ts'
import type { Chance } from './random.ts'

export type Move = { to: DeliveryStatus; at: Date; by: string }
type Item = { productId: string; variantId: string; quantity: number; price: number }
export type Planned = {
  at: Date
  customer: Customer
  items: Item[]
  coupon: string
  referCode: string
  payment: PaymentMethod
  moves: Move[]
}
/** What may be bought, with its price in paise and how often it is. */
export type Ware = Omit<Item, 'quantity'> & { weight: number }
type CouponPlan = { name: string; minimum: number; isUsableAt: (at: Date) => boolean }

const minute = 60_000
const day = 86_400_000
/** Orders by the hour of the day, from midnight on. */
const byHour = [2, 1, 1, 0.5, 0.5, 1, 4, 9, 12, 11, 9, 8, 8, 7, 6, 6, 8, 11, 14, 15, 13, 10, 7, 4]
const staff = ['Asha Patil (staff)', 'Ravi Kulkarni (staff)', 'Sana Shaikh (staff)']
const way: readonly DeliveryStatus[] = ['prepared', 'dispatched', 'outForDelivery', 'delivered']
/** Minutes since today's orders that are still on their way were placed. */
const underWay: Partial<Record<DeliveryStatus, readonly number[]>> = {
  confirmed: [1, 2, 3, 5, 6, 8, 10, 12],
  prepared: [6, 8, 9, 11, 14],
  dispatched: [10, 12, 15, 17],
  outForDelivery: [13, 15, 18, 20, 24],
}
const finishedToday = 38

type Clock = { now: Date; startOfToday: Date; pace: number }

/** Times of day like those of a real day, and not after `latest`. */
function timeOn(chance: Chance, start: Date, latest: Date): Date {
  for (let tries = 0; tries < 40; tries++) {
    const at = new Date(start.getTime() + (chance.weighted(byHour) + chance.next()) * 60 * minute)
    if (at < latest) return at
  }
  return new Date(start.getTime() + chance.next() * (latest.getTime() - start.getTime()))
}

/** How an order went on from Confirmed up to `last`, `minutes` after it was placed. */
function wayTo(chance: Chance, placed: Date, last: DeliveryStatus, minutes: number): Move[] {
  const steps = way.slice(0, way.indexOf(last) + 1)
  const by = chance.pick(staff)
  return steps.map((to, i) => ({
    to,
    at: new Date(placed.getTime() + minutes * minute * ((i + 0.6 + chance.next() * 0.3) / steps.length)),
    by,
  }))
}

function finished(chance: Chance, at: Date, pace: number, customer: Customer): Move[] {
  const later = (minutes: number) => new Date(at.getTime() + minutes * pace * minute)
  const luck = chance.next()
  if (luck < 0.05)
    return [{ to: 'canceled', at: later(chance.whole(1, 4)), by: `${customer.fullName} (customer)` }]
  const delivered = wayTo(chance, at, 'delivered', chance.whole(9, 17) * pace)
  const by = delivered[0]?.by ?? ''
  // Out of stock while packing; the customer was not at home; wrong goods taken back after delivery.
  if (luck < 0.075) return [...delivered.slice(0, 1), { to: 'canceled', at: later(18), by }]
  if (luck < 0.09) return [...delivered.slice(0, 3), { to: 'canceled', at: later(20), by }]
  if (luck < 0.1) return [...delivered, { to: 'canceled', at: later(22), by }]
  if (luck < 0.11)
    return [...delivered, { to: 'outForDelivery', at: later(19), by }, { to: 'delivered', at: later(21), by }]
  return delivered
}

/** When orders are placed and how they go on: six weeks that grow slowly, and a busy today. */
function* happenings(chance: Chance, { now, startOfToday, pace }: Clock) {
  for (let ago = memberDays - 1; ago >= 1; ago--) {
    const start = new Date(startOfToday.getTime() - ago * day)
    const isWeekend = [0, 6].includes(new Date(start.getTime() + day / 2).getUTCDay())
    const count = Math.round(4 + (memberDays - ago) * 0.06 + (isWeekend ? 2 : 0) + chance.next() * 2)
    for (let i = 0; i < count; i++)
      yield { at: timeOn(chance, start, new Date(start.getTime() + day - 30 * minute)), last: null, pace: 1 }
  }
  const latest = new Date(now.getTime() - 26 * pace * minute)
  for (let i = 0; i < finishedToday; i++) yield { at: timeOn(chance, startOfToday, latest), last: null, pace }
  for (const [last, ages] of Object.entries(underWay))
    for (const age of ages)
      yield {
        at: new Date(now.getTime() - (age + chance.next() * 0.4) * pace * minute),
        last: last as DeliveryStatus,
        pace,
      }
}

function basket(chance: Chance, wares: readonly Ware[]): Item[] {
  const weights = wares.map(({ weight }) => weight)
  const items = new Map<string, Item>()
  const count = chance.weighted([1, 3, 5, 5, 4, 3, 2, 1]) + 1
  while (items.size < count) {
    const ware = wares[chance.weighted(weights)]
    if (!ware) continue
    const { productId, variantId, price } = ware
    items.set(variantId, { productId, variantId, price, quantity: chance.weighted([0, 12, 4, 1]) })
  }
  return [...items.values()]
}

/**
 * Orders up to `now`, in the order of their placing, such that the store's own rules accept each of them: coupons once
 * a customer, wallets never overdrawn, referral codes with a first order. `money` is what wallets hold, in paise.
 */
export function planOrders(
  chance: Chance,
  world: {
    now: Date
    customers: readonly Customer[]
    wares: readonly Ware[]
    coupons: readonly CouponPlan[]
    money: ReadonlyMap<string, number>
  },
): Planned[] {
  const { now, customers, wares, coupons } = world
  const startOfToday = startOfDayInKolkata(now)
  // Just after midnight today is short: everything then happens faster, so that today still has every status.
  const pace = Math.min(1, (now.getTime() - startOfToday.getTime()) / (40 * minute))
  const money = new Map(world.money)
  const usedCoupons = new Set<string>()
  const waiting = customers.filter(({ invitedBy }) => invitedBy !== null)
  const ordered = new Set<Customer>()

  return [...happenings(chance, { now, startOfToday, pace })]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, last, pace }) => {
      // Whoever was invited orders soon after joining.
      const isNew = waiting[0] !== undefined && waiting[0].joinedAt < at && last === null
      const old = customers.filter((customer) => customer.joinedAt < at && !waiting.includes(customer))
      const customer = (isNew && waiting.shift()) || chance.pick(old)
      const items = basket(chance, wares)
      const subtotal = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
      const isFirst = !ordered.has(customer)
      ordered.add(customer)

      const wanted = chance.happens(0.35) ? chance.pick(coupons) : undefined
      const use = `${customer.id} ${wanted?.name}`
      const coupon =
        wanted && subtotal >= wanted.minimum && wanted.isUsableAt(at) && !usedCoupons.has(use)
          ? wanted.name
          : ''
      if (coupon) usedCoupons.add(use)

      // Charges are well below this; discounts only leave more in the wallet.
      const atMost = subtotal + 5000
      const left = (money.get(customer.id) ?? 0) - atMost
      const payment: PaymentMethod = left >= 0 ? 'wallet' : 'cod'
      if (left >= 0) money.set(customer.id, left)

      const age = (now.getTime() - at.getTime()) / minute
      return {
        at,
        customer,
        items,
        coupon,
        referCode: isFirst && customer.typesCode ? (customer.invitedBy?.referCode ?? '') : '',
        payment,
        moves: last === null ? finished(chance, at, pace, customer) : wayTo(chance, at, last, age),
      }
    })
}
