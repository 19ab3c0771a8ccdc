import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { aRider, dispatcherOf, type TestRider } from '../../testing/riders.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'
import { Model, randomFrom, type Status } from './cash-model.ts'

/** `DAYS=1000 npx vitest run --project api server/src/behaviour/delivery/random-days.test.ts` runs as many as the document asks for. */
const DAYS = Number(process.env.DAYS ?? 6)
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const STEPS = 40

const { t, make, staff } = await staffApp()
const desk = dispatcherOf(t, staff)

const statuses: Status[] = [
  'Confirmed',
  'Prepeared',
  'Dispatched',
  'Out for Delivary',
  'Delivered',
  'Canceled',
]
/** Notes of an amount in whole rupees. */
const notes = (amount: number) => ({ 100: Math.floor(amount / 100), 1: amount % 100 })

async function day(seed: number) {
  const random = randomFrom(seed)
  const model = new Model()
  await make.unlimitedOrders()
  const rice = await make.aProduct({ variants: [{ sellingPrice: 7_300 }] })
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
  const withRider = () => model.orders.filter(({ rider }) => rider !== null)

  const steps: Record<string, () => Promise<void>> = {
    async place() {
      const placed = await make.anOrder({ customer, items: [rice.item(1 + random.below(4))] })
      model.orders.push({
        id: placed._id,
        total: placed.totalPrice,
        status: 'Confirmed',
        paid: 'none',
        isVerified: false,
        rider: null,
        place: null,
        isHeld: false,
        deliveredBy: null,
      })
      await steps.select?.()
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
      const more = isDue && !byUpi && random.below(3) === 0 ? 50 : 0
      await riders[rider]?.deliver({
        orderId: order.id,
        paidBy: byUpi ? 'upi' : isDue ? 'cash' : 'none',
        ...(byUpi && { utr: String(433_312_345_678 + ++payments) }),
        ...(more > 0 && { received: order.total + more, toWallet: true }),
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
      const isRefunded = order.status === 'Canceled'
      expect(status).toBe(isRefunded ? 409 : 200)
      if (isRefunded) return
      order.isVerified = verified
      model.unverified += verified ? -order.total : order.total
      model.bank += verified ? order.total : -order.total
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
      const counted = Math.max(0, purse.inHand + (random.one([0, 0, -30, 20, -5]) ?? 0))
      const { status } = await desk.count(riders[i]?.id ?? '', purse.inHand, notes(counted))
      expect(status).toBe(200)
      model.count(purse, counted)
    },
    async bank() {
      const amount = random.below(Math.max(model.till, 0) + 1)
      if (amount === 0) return
      expect((await desk.bank(amount)).status).toBe(200)
      model.till -= amount
      model.bank += amount
    },
    async till() {
      const isIn = model.till < 1 || random.below(2) === 0
      const amount = 1 + random.below(isIn ? 500 : model.till)
      const direction = isIn ? ('in' as const) : ('out' as const)
      const body = { direction, amount, reason: 'Change', actionId: crypto.randomUUID() }
      expect((await t.call(api.cash.till, { body }, staff)).status).toBe(200)
      model.till += isIn ? amount : -amount
    },
    async float() {
      const i = random.below(riders.length)
      const purse = model.purses[i]
      if (!purse || model.till < 1) return
      const amount = 1 + random.below(model.till)
      const body = { riderId: riders[i]?.id ?? '', amount, reason: 'Change', actionId: crypto.randomUUID() }
      expect((await t.call(api.cash.float, { body }, staff)).status).toBe(200)
      purse.inHand += amount
      purse.deposited -= amount
      model.till -= amount
    },
    async close() {
      const counted = Math.max(0, model.till + (random.one([0, 0, -7, 4]) ?? 0))
      const body = { actionId: crypto.randomUUID(), expected: model.till, counted: notes(counted) }
      expect((await t.call(api.cash.close, { body }, staff)).status).toBe(200)
      model.till = counted
    },
    async writeOff() {
      const i = random.below(riders.length)
      const purse = model.purses[i]
      if (!purse || purse.shortage === 0) return
      const amount = 1 + random.below(purse.shortage)
      const body = { riderId: riders[i]?.id ?? '', amount, reason: 'Settled', actionId: crypto.randomUUID() }
      expect((await t.call(api.cash.writeOff, { body }, owner)).status).toBe(200)
      purse.shortage -= amount
      purse.writtenOff += amount
    },
  }
  const names = [
    'place',
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
  expect({ store, bank, unverified: unverified.amount }).toEqual({
    store: model.till,
    bank: model.bank,
    unverified: model.unverified,
  })
  expect(
    riders.map(({ id }) => {
      const row = booked.find(({ _id }) => _id === id)
      return row && Object.fromEntries(Object.entries(row).filter(([key]) => key !== '_id' && key !== 'name'))
    }),
  ).toEqual(model.purses.map(({ counts: _, ...purse }) => purse))
  const { bags } = await desk.get()
  const onTheWay = model.orders.filter(({ status }) =>
    ['Prepeared', 'Dispatched', 'Out for Delivary'].includes(status),
  )
  expect(new Map(bags.map(({ _id, rider }) => [_id, rider?.name ?? null]))).toEqual(
    new Map(onTheWay.map(({ id, rider }) => [id, rider === null ? null : `Rider ${rider}`])),
  )
  expect(await findInvariantViolations(t.db)).toEqual([])
}

test.each(Array.from({ length: DAYS }, (_, i) => SEED + i))(
  'the books of a random day equal an independent model (SEED=%i)',
  async (seed) => {
    await day(seed)
  },
  120_000,
)
