import { dayInKolkata, isoInKolkata } from '@kirana/domain/calendar'
import { defaultLateTimes } from '@kirana/domain/lateness'
import { isGstin } from '@kirana/domain/gstin'
import { normalisePhone } from '@kirana/domain/phone'
import { deliveryStatuses } from '@kirana/domain/vocabulary'
import { expect, test } from 'vitest'
import { planCustomers } from './customers.ts'
import { sampleSheet } from './load-catalogue.ts'
import { pictureFiles, picturesOfProducts } from './pictures.ts'
import { type Planned, planOrders } from './plan.ts'
import { seededRandom } from './random.ts'
import { company } from './shop.ts'

const variants = Array.from({ length: 20 }, (_, i) => ({
  productId: `p${i}`,
  variantId: `v${i}`,
  price: 1000 + i * 700,
  weight: 1,
}))

const never = { name: 'NEVER', minimum: 0, isUsableAt: () => false }
const DAY = 86_400_000
const lastStatus = ({ statusChanges }: Planned) => statusChanges.at(-1)?.to ?? 'confirmed'
const isFinished = (order: Planned) => ['delivered', 'canceled'].includes(lastStatus(order))

test.each(Array.from({ length: 24 }, (_, hour) => hour))(
  'a sample that is first started in hour %i of the day has orders of the day so far, like a real store',
  (hour) => {
    const now = new Date(Date.parse('2026-11-21T00:00:00+05:30') + (hour + 0.3) * 3_600_000)
    const random = seededRandom(hour)
    const customers = planCustomers(random, now)
    const planned = planOrders(random, { now, customers, variants, coupons: [never], money: new Map() })
    const lately = planned.filter(({ at }) => at.getTime() > now.getTime() - DAY)
    expect(lately.length).toBeGreaterThanOrEqual(40)
    const hours = Map.groupBy(lately, ({ at }) => isoInKolkata(at).slice(11, 13))
    expect(Math.max(...[...hours.values()].map(({ length }) => length))).toBeLessThanOrEqual(
      lately.length / 4,
    )
    const open = lately.filter((order) => !isFinished(order))
    expect(open.length).toBeLessThanOrEqual(0.15 * lately.length)
    const lateAt = now.getTime() - defaultLateTimes.lateMinutes * 60_000
    expect(open.filter(({ at }) => at.getTime() <= lateAt).length).toBeLessThanOrEqual(open.length / 2)
  },
)

test.each([
  ['in the afternoon', '2026-11-21T13:16:00+05:30'],
  ['three minutes after midnight', '2026-11-21T00:03:00+05:30'],
  ['just before midnight', '2026-11-21T23:59:30+05:30'],
])('loaded %s, has every open status today, every other recently, and no times in the future', (_, at) => {
  const now = new Date(at)
  const random = seededRandom(1)
  const customers = planCustomers(random, now)
  const planned = planOrders(random, { now, customers, variants, coupons: [never], money: new Map() })
  const reached = planned
    .filter((order) => order.at.getTime() > now.getTime() - DAY)
    .filter((order) => isFinished(order) || dayInKolkata(order.at) === dayInKolkata(now))
    .map(lastStatus)
  expect([...new Set(reached)].toSorted()).toEqual([...deliveryStatuses].toSorted())
  for (const { at, statusChanges, customer } of planned) {
    const times = [customer.joinedAt, at, ...statusChanges.map((move) => move.at), now].map((time) =>
      time.getTime(),
    )
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  }
  const placed = planned.map(({ at }) => at.getTime())
  expect(placed).toEqual(placed.toSorted((a, b) => a - b))
})

test('never overdraws a wallet, and uses a coupon once per customer', () => {
  const now = new Date('2026-11-21T13:16:00+05:30')
  const random = seededRandom(2)
  const customers = planCustomers(random, now)
  const money = new Map(customers.map(({ id }) => [id, 60_000]))
  const coupons = [{ name: 'ONCE', minimum: 10_000, isUsableAt: () => true }]
  const planned = planOrders(random, { now, customers, variants, coupons, money })
  const spent = new Map<string, number>()
  for (const { payment, items, customer } of planned) {
    if (payment !== 'wallet') continue
    const subtotal = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
    spent.set(customer.id, (spent.get(customer.id) ?? 0) + subtotal)
  }
  expect(spent.size).toBeGreaterThan(10)
  expect(Math.max(...spent.values())).toBeLessThanOrEqual(60_000)
  const uses = planned.filter(({ coupon }) => coupon).map(({ customer }) => customer.id)
  expect(uses.length).toBeGreaterThan(10)
  expect(new Set(uses).size).toBe(uses.length)
})

test('gives customers unique phones and referral codes, and inviters who joined earlier', () => {
  const customers = planCustomers(seededRandom(3), new Date('2026-11-21T13:16:00+05:30'))
  expect(new Set(customers.map(({ phone }) => phone)).size).toBe(customers.length)
  expect(new Set(customers.map(({ referCode }) => referCode)).size).toBe(customers.length)
  for (const { phone, invitedBy, joinedAt } of customers) {
    expect(normalisePhone(phone)).toBe(phone)
    if (invitedBy) expect(invitedBy.joinedAt < joinedAt).toBe(true)
  }
})

test('has a GSTIN with a valid check character', () => {
  expect(isGstin(company.gstin)).toBe(true)
})

test('has unique product titles, and a product for every picture', async () => {
  const [head, ...lines] = sampleSheet()
  const titles = lines.flatMap(({ cells }) => cells[head?.cells.indexOf('Title') ?? -1] || [])
  expect(new Set(titles.map((title) => title.toLowerCase())).size).toBe(titles.length)
  const counts = picturesOfProducts(titles).map((pictures) => pictures.length)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(pictureFiles('products').length)
})
