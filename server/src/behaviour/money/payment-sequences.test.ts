import { api } from '@kirana/contract'
import type { RazorpayServer, Reply } from '@kirana/testing/razorpay'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { plannedInvariants } from '../../testing/violations.ts'
import { deliverTo, onlineApp } from '../../testing/payments/online.ts'
import { dashboardRefunds, misplacedMoney, refundRecent } from '../../testing/payments/online-money.ts'
import { pickOneShort } from '../../testing/picking.ts'
import { expectShown } from '../../testing/shown.ts'
import type { PaymentProvider } from '../../services/payments/provider.ts'
import { sendDueRefund } from '../../services/payments/refunds.ts'
import { checkNext } from '../../services/payments/reconcile.ts'

// An answer that is late because the machine is busy must not count as lost, because sequences simulate lost answers.
const o = await onlineApp({ providerTimeoutMs: 120_000 })
const { t, make, razorpay } = o
const invariants = await plannedInvariants(t.db)
afterAll(async () => {
  await invariants.drop()
  await o.stop()
})

/** `npm run test:payments` runs many more, on both engines. */
const sequences = Number(process.env['SEQUENCES'] ?? 15)
const length = 18
/** The number of sequences that share a store, because an empty store takes longer to create than most sequences. */
const perStore = Math.min(10, sequences)

const nth = fc.nat(7)
/** A kind of step with its weight and its random fields. */
function does<K extends string, F>(weight: number, kind: K, fields: { [P in keyof F]: fc.Arbitrary<F[P]> }) {
  const arbitrary = fc.record(fields).map((random) => ({ kind, ...random }))
  return { weight, arbitrary }
}
const step = fc.oneof(
  does(4, 'place', { coupon: fc.boolean(), refer: fc.boolean() }),
  does(5, 'pay', {
    nth,
    how: fc.constantFrom('right', 'right', 'right', 'less', 'more', 'dollars', 'unknown', 'fail'),
  }),
  does(7, 'webhook', { nth, fate: fc.constantFrom('once', 'once', 'twice', 'lost') }),
  does(2, 'cancel', { nth }),
  does(3, 'status', { nth, to: fc.constantFrom('Canceled', 'Confirmed', 'Delivered', 'Dispatched') }),
  does(4, 'short', { nth }),
  does(4, 'run', {}),
  does(3, 'killed', {
    work: fc.constantFrom('refund', 'check'),
    at: fc.constantFrom('before', 'after', 'write'),
  }),
  does(5, 'wait', { minutes: fc.constantFrom(1, 3, 16, 60, 1500) }),
  does(2, 'provider', { reply: fc.constantFrom<Reply>('ok', 'ok', 'away', 'lost') }),
  does(1, 'refunds', { status: fc.constantFrom('processed', 'pending') }),
  does(3, 'bank', { nth, status: fc.constantFrom('processed', 'failed') }),
  does(2, 'dashboard', { nth, how: fc.constantFrom(...dashboardRefunds) }),
  does(2, 'decide', { nth, how: fc.constantFrom('retry', 'refund', 'settle by hand') }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A store with one product, and a provider without memory. */
async function newStore() {
  await t.database.reset()
  t.clock.set('2026-11-21T13:00:00+05:30')
  for (const entities of [razorpay.orders, razorpay.payments, razorpay.refunds]) entities.clear()
  await t.db.update(company).set({ referralDiscount: 500, pointsPerReferral: 30 })
  await make.unlimitedOrders()
  await make.aPincode()
  return make.aProduct({ loyaltyCoins: 3 })
}
type Product = Awaited<ReturnType<typeof newStore>>
type Customer = Awaited<ReturnType<typeof make.aCustomer>>

/** The state before a sequence: a new and a returning customer, and a coupon that each of them can use once. */
async function newSequence(product: Product, known: Customer) {
  razorpay.webhooks.length = 0
  razorpay.reply = () => 'ok'
  razorpay.refundStatus = 'processed'
  const coupon = (await make.aCoupon()).name
  const customers = [await make.aCustomer(), known] as const
  return { product, coupon, customers, orders: [] as { id: string; checkoutId: string; who: number }[] }
}
type Shop = Awaited<ReturnType<typeof newSequence>>

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(list.length, 1)]
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status

async function place({ coupon: useCoupon, refer }: Extract<Step, { kind: 'place' }>, there: Shop) {
  const { product, coupon, customers, orders } = there
  const who = orders.length % 2
  const [customer, friend] = who === 0 ? customers : [customers[1], customers[0]]
  if (!customer || !friend) throw new Error('Nobody is there')
  const codes = { coupon: useCoupon ? coupon : '', referCode: refer ? friend.user.referCode : '' }
  const answer = await make.tryOrder({ customer, payment: 'online', items: [product.item(2)], ...codes })
  if (answer.status === 200)
    orders.push({ id: answer.data._id, checkoutId: answer.data.checkout?.orderId ?? '', who })
  return answer.status
}

function pay({ nth: at, how }: Extract<Step, { kind: 'pay' }>, { orders }: Shop) {
  const order = pick(orders, at)
  if (!order) return
  const { checkoutId } = order
  const amount = razorpay.orders.get(checkoutId)?.amount ?? 100
  if (how === 'fail') razorpay.fail(checkoutId)
  else if (how === 'unknown') razorpay.pay(`order_Unknown${at}`)
  else if (how === 'dollars') razorpay.pay(checkoutId, { currency: 'USD' })
  else razorpay.pay(checkoutId, { amount: amount + { right: 0, less: -1, more: 1 }[how] })
}

/** A process that ends while it sends a refund or asks about a checkout. */
async function killed({ work, at }: Extract<Step, { kind: 'killed' }>) {
  const { provider } = t.context.payments
  if (!provider) throw new Error('No provider')
  const ends = async (): Promise<never> => {
    throw new Error('The process ends here')
  }
  const dying: PaymentProvider = {
    ...provider,
    refund: (sent) =>
      at === 'before' ? ends() : provider.refund(sent).then(at === 'after' ? ends : undefined),
    paymentsOf: (id) =>
      at === 'before' ? ends() : provider.paymentsOf(id).then(at === 'after' ? ends : undefined),
  }
  const database = at === 'write' ? { ...t.database, transaction: ends } : t.database
  const run = work === 'refund' ? sendDueRefund : checkNext
  await run(database, dying, t.context.now()).catch((error: Error) =>
    expect(error.message).toBe('The process ends here'),
  )
}

/** Runs a step; returns the status of its call, if it makes one. */
async function take(step: Step, there: Shop): Promise<number | undefined> {
  const { orders, customers } = there
  switch (step.kind) {
    case 'place':
      return place(step, there)
    case 'pay':
      pay(step, there)
      return undefined
    case 'webhook': {
      const webhook = pick(razorpay.webhooks, step.nth)
      if (!webhook) return undefined
      razorpay.webhooks.splice(razorpay.webhooks.indexOf(webhook), 1)
      if (step.fate === 'lost') return undefined
      const first = await deliverTo(t, webhook)
      const last = step.fate === 'twice' ? await deliverTo(t, webhook) : first
      expect([first.statusCode, last.statusCode]).toEqual([200, 200])
      return 200
    }
    case 'cancel': {
      const order = pick(orders, step.nth)
      const customer = order && customers[order.who]
      return customer && statusOf(t.call(api.storeOrders.cancel, { params: { id: order.id } }, customer))
    }
    case 'status': {
      const order = pick(orders, step.nth)
      if (!order) return undefined
      const params = { orderId: order.id, status: step.to }
      return statusOf(t.call(api.orders.changeStatus, { params, query: {} }, await t.signIn.staff()))
    }
    case 'short': {
      const order = pick(orders, step.nth)
      return order && pickOneShort(t, await t.signIn.staff(), order.id)
    }
    case 'run':
      await t.context.payments.run()
      return undefined
    case 'killed':
      await killed(step)
      return undefined
    case 'wait': {
      t.clock.pass(step.minutes)
      // Some process polls within the hour: a store that is off for longer has no new payments either.
      if (step.minutes > 16) await t.context.payments.run()
      return undefined
    }
    case 'provider':
      razorpay.reply = () => step.reply
      return undefined
    case 'refunds':
      razorpay.refundStatus = step.status
      return undefined
    case 'bank': {
      const pending = [...razorpay.refunds.values()].filter(({ status }) => status === 'pending')
      const refund = pick(pending, step.nth)
      if (refund) razorpay.finish(refund.id, step.status)
      return undefined
    }
    case 'dashboard':
      refundRecent(razorpay, step.nth, step.how)
      return undefined
    case 'decide':
      return decide(step)
  }
}

async function decide({ nth: at, how }: Pick<Extract<Step, { kind: 'decide' }>, 'nth' | 'how'>) {
  const staff = await t.signIn.staff()
  const { data } = await t.call(api.payments.list, { params: { page: 1 }, query: {} }, staff)
  if (how === 'refund') {
    const payment = pick(
      data.data.filter(({ isOpen, state }) => isOpen && state === 'unmatched'),
      at,
    )
    return payment && statusOf(t.call(api.payments.refund, { params: { id: payment._id } }, staff))
  }
  const failed = data.data.flatMap(({ refunds }) => refunds.filter(({ state }) => state === 'failed'))
  const refund = pick(failed, at)
  if (!refund) return undefined
  const params = { id: refund._id }
  return how === 'retry'
    ? statusOf(t.call(api.payments.retryRefund, { params }, staff))
    : statusOf(t.call(api.payments.settleRefund, { params, body: { reason: 'Paid in cash' } }, staff))
}

/** The final state, once the provider has answered, the bank has paid and staff have retried, without any webhook. */
async function calm(service: RazorpayServer) {
  service.reply = () => 'ok'
  service.refundStatus = 'processed'
  service.webhooks.length = 0
  for (let round = 0; round < 3; round++) {
    t.clock.pass(25 * 60)
    for (const refund of service.refunds.values())
      if (refund.status === 'pending') service.finish(refund.id, 'processed')
    await t.context.payments.run()
    if ((await t.db.execute(`SELECT 1 FROM refunds WHERE state = 'failed'`)).rows.length === 0) continue
    while ((await decide({ nth: 0, how: 'retry' })) === 200);
    await t.context.payments.run()
  }
}

/** Staff refund or settle what waits for them, so that a later sequence finds an empty list of open payments. */
async function settle() {
  const staff = await t.signIn.staff()
  const { data } = await t.call(api.payments.list, { params: { page: 1 }, query: {} }, staff)
  const waiting = data.data.filter(({ isOpen }) => isOpen)
  for (const { _id, left } of waiting) {
    const call = left < 1 ? api.payments.settle : api.payments.refund
    const { status } = await t.call(call, { params: { id: _id } }, staff)
    expect(status).toBe(200)
  }
  await t.context.payments.run()
  return waiting.length
}

const done = new Set<string>()

/** Steps that happen at the provider: the store does not know of them yet. */
const elsewhere: ReadonlySet<Step['kind']> = new Set(['pay', 'provider', 'refunds', 'bank', 'dashboard'])

/** Plays a sequence with a new customer; returns the customer. */
async function play(steps: readonly Step[], product: Product, known: Customer) {
  const there = await newSequence(product, known)
  for (const step of steps) {
    const status = await take(step, there)
    expect(status ?? 200, JSON.stringify(step)).not.toBe(500)
    done.add(`${step.kind} ${status ?? ''}`)
    await expectShown(
      o,
      there.orders.map(({ id }) => id),
      await t.signIn.staff(),
    )
    if (!elsewhere.has(step.kind)) expect(await invariants.find(), JSON.stringify(step)).toEqual([])
  }
  await calm(razorpay)
  expect(await invariants.find()).toEqual([])
  expect(await misplacedMoney(o)).toEqual([])
  if ((await settle()) > 0) {
    expect(await invariants.find()).toEqual([])
    expect(await misplacedMoney(o)).toEqual([])
  }
  const { rows } = await t.db.execute(`SELECT p.state FROM payments p WHERE p.state IN ('created', 'failed')
      OR p.state = 'unmatched' AND p.settled_at IS NULL
    UNION ALL SELECT state FROM refunds WHERE state IN ('asked', 'failed')`)
  expect(rows).toEqual([])
  return there.customers[0]
}

test(`nothing is lost or doubled in ${sequences} random sequences of online payments`, async () => {
  const sequence = fc.array(step, { minLength: length, maxLength: length })
  let played = 0
  const property = fc.asyncProperty(
    fc.array(sequence, { minLength: perStore, maxLength: perStore }),
    async (lives) => {
      const product = await newStore()
      let known = await make.aCustomer()
      for (const steps of lives) {
        known = await play(steps, product, known)
        played += 1
      }
    },
  )
  await fc.assert(property, { numRuns: Math.ceil(sequences / perStore) })
  expect(played).toBeGreaterThanOrEqual(sequences)
  // At least some calls must succeed.
  for (const kind of ['place 200', 'webhook 200', 'status 200', 'cancel 200', 'short 200'])
    expect([...done]).toContain(kind)
}, 36_000_000)
