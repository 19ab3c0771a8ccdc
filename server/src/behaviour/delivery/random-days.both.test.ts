import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { aRider, dispatcherOf, type TestRider } from '../../testing/riders.ts'
import { pickerOf } from '../../testing/picking.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { inCash, Model, randomFrom, type Status } from './cash-model.ts'

/** `npm run test:days` runs as many as the document asks for. */
const DAYS = Number(process.env.DAYS ?? 3)
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const STEPS = 40

const { t, make, staff } = await staffApp()
const desk = dispatcherOf(t, staff)
const picker = pickerOf(t, staff)

const statuses: Status[] = [
  'Confirmed',
  'Prepeared',
  'Dispatched',
  'Out for Delivary',
  'Delivered',
  'Canceled',
]
const paise = (rupees: number) => Math.round(rupees * 100)
/** Notes and coins of an amount in paise. */
const notes = (amount: number) => ({
  100: Math.floor(amount / 10_000),
  1: Math.floor((amount % 10_000) / 100),
  0.5: (amount % 100) / 50,
})
/** Prices have odd paise only if cash is rounded, because a count cannot name odd paise. */
const prices = { rounded: 7_337, exact: 7_350 }

async function day(seed: number) {
  const random = randomFrom(seed)
  const model = new Model()
  await make.unlimitedOrders()
  const rice = await make.aProduct({ variants: [{ sellingPrice: prices.exact }] })
  const salt = await make.aProduct({ variants: [{ sellingPrice: prices.rounded }] })
  const customer = await make.aCustomer()
  const riders: TestRider[] = []
  let payments = 0
  await t.db.update(company).set({ upiId: 'kirana@okbank' })
  for (let i = 0; i < 3; i++) {
    riders.push(await aRider(t, { name: `Rider ${i}`, cashLimit: 100_000_000 }))
    model.purses.push({
      collected: 0,
      deposited: 0,
      inHand: 0,
      shortage: 0,
      writtenOff: 0,
      surplus: 0,
      counts: 0,
    })
  }
  const owner = await t.signIn.superadmin()
  /** An amount up to `most` that notes and coins can make. */
  const some = (most: number) => 50 * (1 + random.below(Math.floor(most / 50)))
  const withRider = () => model.orders.filter(({ rider }) => rider !== null)

  const steps: Record<string, () => Promise<void>> = {
    async place() {
      const roundsCash = random.below(2) === 0
      await t.db.update(company).set({ roundCash: roundsCash })
      const pieces = 1 + random.below(4)
      const placed = await make.anOrder({ customer, items: [(roundsCash ? salt : rice).item(pieces)] })
      const total = pieces * (roundsCash ? prices.rounded : prices.exact)
      expect(paise(placed.totalPrice)).toBe(total)
      expect(paise(placed.cashRounding ?? 0)).toBe(inCash({ total, roundsCash }) - total)
      model.orders.push({
        id: placed._id,
        total,
        roundsCash,
        isPicked: false,
        status: 'Confirmed',
        paid: 'none',
        isVerified: false,
        upi: 0,
        rider: null,
        place: null,
        isHeld: false,
        deliveredBy: null,
      })
      await steps.select?.()
    },
    async pick() {
      const order = random.one(
        model.orders.filter(({ status, isPicked }) => status === 'Confirmed' && !isPicked),
      )
      if (!order) return
      const price = order.roundsCash ? prices.rounded : prices.exact
      const ordered = order.total / price
      const missing = random.below(3)
      // An unverified UPI payment is never refunded.
      const found = order.paid === 'upi' && !order.isVerified ? ordered : Math.max(1, ordered - missing)
      await picker.claim(order.id)
      const short = found < ordered ? { quantity: ordered - found, reason: 'not there' as const } : null
      await picker.line({ orderId: order.id, line: 1, found, short })
      expect((await picker.done(order.id)).status).toBe(200)
      model.pick(order, found * price)
    },
    async assign() {
      const rider = random.below(riders.length)
      const bags = model.orders.filter(
        (order) =>
          order.rider === null && ['Prepeared', 'Dispatched', 'Out for Delivary'].includes(order.status),
      )
      const bag = random.one(bags)
      if (!bag) return
      await desk.assign(riders[rider]?.id ?? '', bag.id)
      bag.deliveredBy = null
      bag.rider = rider
      if (bag.status === 'Prepeared') bag.status = 'Dispatched'
    },
    async deliver() {
      const order = random.one(withRider())
      if (!order || order.rider === null) return
      const rider = order.rider
      const isDue = order.paid === 'none'
      const byUpi = isDue && random.below(3) === 0
      const more = isDue && !byUpi && random.below(3) === 0 ? 5_000 : 0
      await riders[rider]?.deliver({
        orderId: order.id,
        paidBy: byUpi ? 'upi' : isDue ? 'cash' : 'none',
        ...(byUpi && { utr: String(433_312_345_678 + ++payments) }),
        ...(more > 0 && { received: (inCash(order) + more) / 100, toWallet: true }),
      })
      model.set(order, 'Delivered', { rider, byUpi })
      const purse = model.purses[rider]
      if (purse) {
        purse.collected += more
        purse.inHand += more
      }
    },
    async verify() {
      const order = random.one(model.orders.filter(({ paid }) => paid === 'upi'))
      if (!order) return
      const verified = !order.isVerified
      const { status } = await t.call(api.upi.verify, { body: { orderId: order.id, verified } }, staff)
      const isRefunded = order.status === 'Canceled' || order.total < order.upi
      expect(status).toBe(isRefunded ? 409 : 200)
      if (isRefunded) return
      order.isVerified = verified
      model.unverified += verified ? -order.upi : order.upi
      model.bank += verified ? order.upi : -order.upi
    },
    async fail() {
      const order = random.one(withRider())
      if (!order || order.rider === null) return
      await riders[order.rider]?.fail(order.id)
      model.set(order, 'Out for Delivary')
    },
    async takeBack() {
      const order = random.one(withRider())
      if (!order) return
      await desk.takeBack(order.id)
      model.set(order, 'Prepeared')
    },
    async select() {
      const order = random.one(model.orders)
      const to = random.one(statuses) ?? 'Confirmed'
      if (!order) return
      const collected = random.below(2) === 0
      const answer = await desk.set(order.id, to, collected ? { cash: 'collected' } : {})
      expect(answer.status).toBe(200)
      model.set(order, to, { collected })
    },
    async count() {
      const i = random.below(riders.length)
      const purse = model.purses[i]
      if (!purse) return
      const counted = Math.max(0, purse.inHand + (random.one([0, 0, -3_000, 2_000, -500]) ?? 0))
      const { status } = await desk.count(riders[i]?.id ?? '', purse.inHand / 100, notes(counted))
      expect(status).toBe(200)
      model.count(purse, counted)
    },
    async bank() {
      if (model.till < 50) return
      const amount = some(model.till)
      expect((await desk.bank(amount / 100)).status).toBe(200)
      model.till -= amount
      model.bank += amount
    },
    async till() {
      const isIn = model.till < 50 || random.below(2) === 0
      const amount = some(isIn ? 50_000 : model.till)
      const direction = isIn ? ('in' as const) : ('out' as const)
      const body = { direction, amount: amount / 100, reason: 'Change', actionId: crypto.randomUUID() }
      expect((await t.call(api.cash.till, { body }, staff)).status).toBe(200)
      model.till += isIn ? amount : -amount
    },
    async float() {
      const i = random.below(riders.length)
      const purse = model.purses[i]
      if (!purse || model.till < 50) return
      const amount = some(model.till)
      const body = {
        riderId: riders[i]?.id ?? '',
        amount: amount / 100,
        reason: 'Change',
        actionId: crypto.randomUUID(),
      }
      expect((await t.call(api.cash.float, { body }, staff)).status).toBe(200)
      purse.inHand += amount
      purse.deposited -= amount
      model.till -= amount
    },
    async close() {
      const counted = Math.max(0, model.till + (random.one([0, 0, -700, 400]) ?? 0))
      const body = { actionId: crypto.randomUUID(), expected: model.till / 100, counted: notes(counted) }
      expect((await t.call(api.cash.close, { body }, staff)).status).toBe(200)
      model.till = counted
    },
    async writeOff() {
      const i = random.below(riders.length)
      const purse = model.purses[i]
      if (!purse || purse.shortage === 0) return
      const amount = some(purse.shortage)
      const body = {
        riderId: riders[i]?.id ?? '',
        amount: amount / 100,
        reason: 'Settled',
        actionId: crypto.randomUUID(),
      }
      expect((await t.call(api.cash.writeOff, { body }, owner)).status).toBe(200)
      purse.shortage -= amount
      purse.writtenOff += amount
    },
  }
  const names = [
    'place',
    'pick',
    'pick',
    'assign',
    'assign',
    'deliver',
    'deliver',
    'verify',
    'fail',
    'takeBack',
    'select',
    'select',
    'count',
    'bank',
    'writeOff',
    'till',
    'float',
    'close',
  ]
  for (let i = 0; i < 4; i++) await steps.place?.()
  for (let i = 0; i < STEPS; i++) await steps[random.one(names) ?? 'place']?.()
  const { store, bank, unverified, riders: booked } = await desk.book()
  expect({ store: paise(store), bank: paise(bank), unverified: paise(unverified.amount) }).toEqual({
    store: model.till,
    bank: model.bank,
    unverified: model.unverified,
  })
  expect(
    riders.map(({ id }) => {
      const row = booked.find(({ _id }) => _id === id)
      const sums = Object.entries(row ?? {}).filter(([key]) => key !== '_id' && key !== 'name')
      return Object.fromEntries(sums.map(([key, sum]) => [key, paise(Number(sum))]))
    }),
  ).toEqual(model.purses.map(({ counts: _, ...purse }) => purse))
  const { bags } = await desk.get()
  const onTheWay = model.orders.filter(({ status }) =>
    ['Prepeared', 'Dispatched', 'Out for Delivary'].includes(status),
  )
  const bagsOfModel = onTheWay.map((order) => {
    const rider = order.rider === null ? null : `Rider ${order.rider}`
    return [order.id, { rider, toCollect: order.paid === 'none' ? inCash(order) : 0 }] as const
  })
  expect(
    new Map(
      bags.map(({ _id, rider, toCollect }) => [
        _id,
        { rider: rider?.name ?? null, toCollect: paise(toCollect) },
      ]),
    ),
  ).toEqual(new Map(bagsOfModel))
  expect(await findInvariantViolations(t.db)).toEqual([])
}

test.each(Array.from({ length: DAYS }, (_, i) => SEED + i))(
  'the books of a random day equal an independent model (SEED=%i)',
  async (seed) => {
    await day(seed)
  },
  120_000,
)
