import { startOfDayInKolkata } from '@kirana/domain/calendar'
import type { DeliveryStatus, PaymentMethod } from '@kirana/domain/vocabulary'
import { type Customer, memberDays } from './customers.ts'
import type { Random } from './random.ts'

export type StatusChange = { to: DeliveryStatus; at: Date; by: string }
type Item = { productId: string; variantId: string; quantity: number; price: number }
export type Planned = {
  at: Date
  customer: Customer
  items: Item[]
  coupon: string
  referCode: string
  payment: PaymentMethod
  statusChanges: StatusChange[]
}
/** A variant for sale, with its price in paise and its relative demand. */
export type SaleVariant = Omit<Item, 'quantity'> & { weight: number }
type CouponPlan = { name: string; minimum: number; isUsableAt: (at: Date) => boolean }

const minute = 60_000
const day = 86_400_000
/** Relative number of orders by hour of the day, from midnight on. */
const byHour = [2, 1, 1, 0.5, 0.5, 1, 4, 9, 12, 11, 9, 8, 8, 7, 6, 6, 8, 11, 14, 15, 13, 10, 7, 4]
const staff = ['Asha Patil (staff)', 'Ravi Kulkarni (staff)', 'Sana Shaikh (staff)']
const statusSequence: readonly DeliveryStatus[] = ['prepared', 'dispatched', 'outForDelivery', 'delivered']
/** Ages in minutes of the open orders, by status: no more than half of them are late. */
const openAges: Partial<Record<DeliveryStatus, readonly number[]>> = {
  confirmed: [1, 2, 3, 5, 6, 7],
  prepared: [4, 6, 7],
  dispatched: [10, 12, 15, 17],
  outForDelivery: [13, 15, 18, 20, 24],
}
/** Number of finished orders in the last 24 hours. */
const finishedLately = 106
/** Number of additional orders on the same weekday a week ago, with which the dashboard compares today. */
const extraWeekAgo = 70
/** Minimum age of a finished order, in minutes. */
const LONGEST_MINUTES = 26

type Clock = { now: Date; startOfToday: Date; pace: number }

/** A random time on the day that starts at `start`, weighted by hour, before `latest`. */
function timeOn(random: Random, start: Date, latest: Date): Date {
  for (let tries = 0; tries < 40; tries++) {
    const at = new Date(start.getTime() + (random.weighted(byHour) + random.next()) * 60 * minute)
    if (at < latest) return at
  }
  return new Date(start.getTime() + random.next() * (latest.getTime() - start.getTime()))
}

/**
 * The number of finished orders of the last day that were placed in each of its hours; hour 0 is the one that ends now.
 */
function lastHours(now: Date): number[] {
  const all = byHour.reduce((sum, weight) => sum + weight, 0)
  let weights = 0
  let given = 0
  return byHour.map((_, ago) => {
    const hour = new Date(now.getTime() - (ago + 0.5) * 60 * minute)
    weights += byHour[Math.floor((hour.getTime() - startOfDayInKolkata(hour).getTime()) / (60 * minute))] ?? 0
    const count = Math.round((finishedLately * weights) / all) - given
    given += count
    return count
  })
}

/** The status changes of an order from Confirmed to `last`, the last one about `minutes` after it was placed. */
function changesTo(random: Random, placed: Date, last: DeliveryStatus, minutes: number): StatusChange[] {
  const steps = statusSequence.slice(0, statusSequence.indexOf(last) + 1)
  const by = random.pick(staff)
  return steps.map((to, i) => ({
    to,
    at: new Date(placed.getTime() + minutes * minute * ((i + 0.6 + random.next() * 0.3) / steps.length)),
    by,
  }))
}

function finished(random: Random, at: Date, pace: number, customer: Customer): StatusChange[] {
  const later = (minutes: number) => new Date(at.getTime() + minutes * pace * minute)
  const outcome = random.next()
  if (outcome < 0.05)
    return [{ to: 'canceled', at: later(random.whole(1, 4)), by: `${customer.fullName} (customer)` }]
  const delivered = changesTo(random, at, 'delivered', random.whole(6, 12) * pace)
  const by = delivered[0]?.by ?? ''
  // Three kinds of cancelation: out of stock at packing, customer not at home, wrong goods taken back after delivery.
  if (outcome < 0.075) return [...delivered.slice(0, 1), { to: 'canceled', at: later(18), by }]
  if (outcome < 0.09) return [...delivered.slice(0, 3), { to: 'canceled', at: later(20), by }]
  if (outcome < 0.1) return [...delivered, { to: 'canceled', at: later(22), by }]
  if (outcome < 0.11)
    return [...delivered, { to: 'outForDelivery', at: later(19), by }, { to: 'delivered', at: later(21), by }]
  return delivered
}

/**
 * The times and last statuses of the orders: six weeks with slowly growing numbers, and many orders in the last 24
 * hours.
 */
function* schedule(random: Random, { now, startOfToday, pace }: Clock) {
  for (let ago = memberDays - 1; ago >= 1; ago--) {
    const start = new Date(startOfToday.getTime() - ago * day)
    const isWeekend = [0, 6].includes(new Date(start.getTime() + day / 2).getUTCDay())
    const busy = ago === 7 ? extraWeekAgo : isWeekend ? 2 : 0
    const count = Math.round(4 + (memberDays - ago) * 0.06 + busy + random.next() * 2)
    for (let i = 0; i < count; i++)
      yield { at: timeOn(random, start, new Date(start.getTime() + day - 30 * minute)), last: null, pace: 1 }
  }
  for (const [ago, count] of lastHours(now).entries())
    for (let i = 0; i < count; i++) {
      const age =
        Math.max(ago * 60, LONGEST_MINUTES) + random.next() * (ago === 0 ? 60 - LONGEST_MINUTES : 60)
      yield { at: new Date(now.getTime() - age * minute), last: null, pace: 1 }
    }
  for (const [last, ages] of Object.entries(openAges))
    for (const age of ages)
      yield {
        at: new Date(now.getTime() - (age + random.next() * 0.4) * pace * minute),
        last: last as DeliveryStatus,
        pace,
      }
}

function basket(random: Random, variants: readonly SaleVariant[]): Item[] {
  const weights = variants.map(({ weight }) => weight)
  const items = new Map<string, Item>()
  const count = random.weighted([1, 3, 5, 5, 4, 3, 2, 1]) + 1
  while (items.size < count) {
    const variant = variants[random.weighted(weights)]
    if (!variant) continue
    const { productId, variantId, price } = variant
    items.set(variantId, { productId, variantId, price, quantity: random.weighted([0, 12, 4, 1]) })
  }
  return [...items.values()]
}

/**
 * Plans orders up to `now`, in order of time, that the rules of the product accept: a coupon once per customer, wallets
 * never overdrawn, referral codes with the first order. `money` is the balance of each wallet, in paise.
 */
export function planOrders(
  random: Random,
  world: {
    now: Date
    customers: readonly Customer[]
    variants: readonly SaleVariant[]
    coupons: readonly CouponPlan[]
    money: ReadonlyMap<string, number>
  },
): Planned[] {
  const { now, customers, variants, coupons } = world
  const startOfToday = startOfDayInKolkata(now)
  // Shortly after midnight, times are compressed, so that there are orders of today in every status.
  const pace = Math.min(1, (now.getTime() - startOfToday.getTime()) / (40 * minute))
  const money = new Map(world.money)
  const usedCoupons = new Set<string>()
  const waiting = customers.filter(({ invitedBy }) => invitedBy !== null)
  const ordered = new Set<Customer>()

  return [...schedule(random, { now, startOfToday, pace })]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, last, pace }) => {
      // Invited customers order soon after joining.
      const isNew = waiting[0] !== undefined && waiting[0].joinedAt < at && last === null
      const old = customers.filter((customer) => customer.joinedAt < at && !waiting.includes(customer))
      const customer = (isNew && waiting.shift()) || random.pick(old)
      const items = basket(random, variants)
      const subtotal = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
      const isFirst = !ordered.has(customer)
      ordered.add(customer)

      const candidate = random.chance(0.35) ? random.pick(coupons) : undefined
      const use = `${customer.id} ${candidate?.name}`
      const coupon =
        candidate && subtotal >= candidate.minimum && candidate.isUsableAt(at) && !usedCoupons.has(use)
          ? candidate.name
          : ''
      if (coupon) usedCoupons.add(use)

      // An upper bound: charges are below ₹50, and discounts only reduce the total.
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
        referCode: isFirst && customer.entersCode ? (customer.invitedBy?.referCode ?? '') : '',
        payment,
        statusChanges:
          last === null ? finished(random, at, pace, customer) : changesTo(random, at, last, age),
      }
    })
}
