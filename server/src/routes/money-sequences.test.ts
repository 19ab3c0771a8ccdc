import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { type DeliveryStatusName, deliveryStatusNames } from '@kirana/contract/shapes'
import { shortReasons } from '@kirana/domain/pick'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { company } from '../tables/company.ts'
import { withHeaders, testApp } from '../testing/app.ts'
import { findInvariantViolations } from '../testing/violations.ts'
import { factories } from '../testing/factories.ts'
import { anotherPicker, pickerOf } from '../testing/picking.ts'
import { fileOf } from '../testing/files/pictures.ts'
import { pdf } from '../testing/files/prepared-files.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

/** `npm run test:sequences` runs many more, on both engines. */
const sequences = Number(process.env['SEQUENCES'] ?? 20)
const length = 15

const statuses = Object.keys(deliveryStatusNames) as DeliveryStatusName[]
const who = fc.nat(1)
const nth = fc.nat(5)
const status = fc.record({
  kind: fc.constant('status' as const),
  nth,
  to: fc.constantFrom(...statuses),
  cash: fc.constantFrom('collected' as const, undefined),
})
/** What becomes of the one line of an order, by the quantity that was ordered. */
const picked = fc.record({
  found: fc.nat(4),
  rest: fc.constantFrom('short', 'swap', 'agreed swap', 'open'),
  reason: fc.constantFrom(...shortReasons),
  grams: fc.option(fc.integer({ min: 1, max: 2_500 })),
})
const step = fc.oneof(
  fc.record({
    kind: fc.constant('order' as const),
    who,
    payment: fc.constantFrom('cod' as const, 'wallet' as const),
    quantity: fc.integer({ min: 1, max: 4 }),
    coupon: fc.boolean(),
    refer: fc.boolean(),
    times: fc.integer({ min: 1, max: 2 }),
  }),
  status,
  status,
  fc.record({ kind: fc.constant('cancel' as const), who, nth }),
  fc.record({ kind: fc.constant('coins' as const), who, coins: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ kind: fc.constant('withdraw' as const), who, paise: fc.integer({ min: 1, max: 30_000 }) }),
  fc.record({ kind: fc.constant('count' as const), pieces: fc.option(fc.nat(20), { freq: 5 }) }),
  fc.record({
    kind: fc.constant('receive' as const),
    quantity: fc.integer({ min: 1, max: 5 }),
    days: fc.nat(3),
  }),
  fc.record({ kind: fc.constant('claim' as const), nth, picker: who, takeOver: fc.boolean() }),
  fc.record({ kind: fc.constant('line' as const), nth, picker: who, set: picked }),
  fc.record({ kind: fc.constant('done' as const), nth, picker: who, times: fc.integer({ min: 1, max: 2 }) }),
  // All of it, which steps drawn one by one rarely get to.
  fc.record({ kind: fc.constant('pick' as const), nth, picker: who, set: picked }),
  fc.record({
    kind: fc.constant('approve' as const),
    nth,
    documents: fc.nat(2),
    reason: fc.constantFrom('Paid in cash', ''),
    times: fc.integer({ min: 1, max: 2 }),
  }),
)
type Picked = typeof picked extends fc.Arbitrary<infer S> ? S : never
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A store with one product and two customers who know each other's referral codes. */
async function shop() {
  await t.database.reset()
  const staff = await t.signIn.staff()
  await t.db
    .update(company)
    .set({ referralDiscount: 500, pointsPerReferral: 30, pointValue: 73, dailyCoinsPerStaff: 1_000 })
  await make.aPincode()
  await make.aCharge()
  const product = await make.aProduct({ loyaltyCoins: 3 })
  const spare = await make.aProduct({ loyaltyCoins: 1, variants: [{ sellingPrice: 6_100 }] })
  const pickers = [pickerOf(t, staff), await anotherPicker(t)]
  const counted = { variantId: product.item().variantId, onHand: 12, reason: 'Opened the store' }
  await t.call(api.stock.count, { body: counted }, staff)
  const coupon = (await make.aCoupon()).name
  const customers = [await make.aCustomer({ money: 20_000 }), await make.aCustomer({ coins: 40 })]
  return {
    staff,
    product,
    spare,
    pickers,
    coupon,
    customers,
    orders: [] as string[],
    withdrawals: [] as string[],
  }
}
type Shop = Awaited<ReturnType<typeof shop>>

const receipt = () => fileOf(Buffer.from(pdf), 'receipt.pdf', 'application/pdf')
/** Picks an existing item, or an unknown one. */
const oneOf = (ids: readonly string[], nth: number) => ids[nth % Math.max(ids.length, 1)] ?? randomUUID()
/** Repeats a call concurrently. */
const batchSize = <T>(times: number, call: () => Promise<T>) =>
  Promise.all(Array.from({ length: times }, call))

/** Runs the calls of a step of picking. The same action is sent twice at once, and counts once. */
async function pick(step: Extract<Step, { picker: number }>, { pickers, spare, orders }: Shop) {
  const picker = pickers[step.picker]
  if (!picker) throw new Error('Nobody is there')
  // The latest ones, which are most likely to be open.
  const orderId = oneOf(orders.slice(-2), step.nth)
  const set = async ({ found: wanted, rest, reason, grams }: Picked) => {
    const { data } = await picker.get(orderId)
    const ordered = data?.lines[0]?.ordered ?? 1
    const found = Math.min(wanted, ordered)
    const missing = rest === 'open' || found === ordered ? 0 : ordered - found
    const isSwap = missing > 0 && rest !== 'short'
    const agreed = rest === 'agreed swap' ? 61 * missing : null
    const swap = isSwap ? { variantId: spare.item().variantId, quantity: missing, agreed } : null
    const short = missing > 0 ? { quantity: isSwap ? 0 : missing, reason } : null
    const actionId = randomUUID()
    const weighed = found > 0 ? grams : null
    return batchSize(2, () => picker.line({ orderId, line: 1, actionId, found, short, swap, grams: weighed }))
  }
  const claim = (takeOver: boolean) => picker.claim(orderId, takeOver)
  const done = async (times: number) => {
    const actionId = randomUUID()
    return batchSize(times, () => picker.done(orderId, actionId))
  }
  if (step.kind === 'claim') return [await claim(step.takeOver)]
  if (step.kind === 'line') return set(step.set)
  if (step.kind === 'done') return done(step.times)
  return [
    await claim(true),
    ...(await set({ ...step.set, rest: step.set.rest === 'open' ? 'short' : step.set.rest })),
    ...(await done(2)),
  ].slice(-1)
}

/** Runs the calls of a step, concurrently if it says so, and returns their responses. */
async function take(step: Step, there: Shop) {
  const { staff, product, coupon, customers, orders, withdrawals } = there
  const customer = ('who' in step && customers[step.who]) || customers[0]
  const friend = customers.find((other) => other !== customer)
  if (!customer || !friend) throw new Error('Nobody is there')
  if (step.kind === 'order') {
    const { payment, quantity, times } = step
    const codes = { coupon: step.coupon ? coupon : '', referCode: step.refer ? friend.user.referCode : '' }
    const key = randomUUID()
    const order = { customer, key, payment, items: [product.item(quantity)], ...codes }
    const answers = await batchSize(times, () => make.tryOrder(order))
    const placed = new Set(answers.flatMap(({ status, data }) => (status === 200 ? [data._id] : [])))
    expect(placed.size).toBeLessThanOrEqual(1)
    orders.push(...placed)
    return answers
  }
  if (step.kind === 'status') {
    const params = { orderId: oneOf(orders, step.nth), status: step.to }
    return [await t.call(api.orders.changeStatus, { params, query: { cash: step.cash } }, staff)]
  }
  if (step.kind === 'cancel') {
    const params = { id: oneOf(orders, step.nth) }
    return [await t.call(api.storeOrders.cancel, { params }, customer)]
  }
  if (step.kind === 'coins') {
    const body = { userId: customer.id, point: step.coins }
    const as = withHeaders(staff, { 'idempotency-key': randomUUID() })
    return batchSize(2, () => t.call(api.wallet.addCoins, { body }, as))
  }
  if (step.kind === 'withdraw') {
    const body = { amount: step.paise / 100, upiId: 'ravi@upi' }
    const answer = await t.call(api.storeWallet.withdraw, { body }, customer)
    if (answer.status === 200) withdrawals.push(answer.data._id)
    return [answer]
  }
  if ('picker' in step) return pick(step, there)
  const { variantId } = product.item()
  if (step.kind === 'count') {
    const body = { variantId, onHand: step.pieces, reason: 'Counted' }
    return batchSize(2, () => t.call(api.stock.count, { body }, staff))
  }
  if (step.kind === 'receive') {
    const body = { variantId, quantity: step.quantity, expiry: `2026-11-2${step.days + 1}` }
    const as = withHeaders(staff, { 'idempotency-key': randomUUID() })
    return batchSize(2, () => t.call(api.stock.receive, { body }, as))
  }
  const body = { withdrawalId: oneOf(withdrawals, step.nth), reason: step.reason }
  const files = Array.from({ length: step.documents }, receipt)
  const answers = await batchSize(step.times, () => t.call(api.withdrawals.approve, { body, files }, staff))
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  return answers
}

test(`the invariants hold after each of ${sequences} random sequences of money calls`, async () => {
  const done = new Set<string>()
  const property = fc.asyncProperty(
    fc.array(step, { minLength: length, maxLength: length }),
    async (steps) => {
      const there = await shop()
      for (const step of steps) {
        for (const { status, message } of await take(step, there)) {
          expect(status, `${JSON.stringify(step)}: ${message}`).toBeLessThan(500)
          done.add(`${step.kind} ${status}`)
        }
      }
      expect(await findInvariantViolations(t.db)).toEqual([])
    },
  )
  await fc.assert(property, { numRuns: sequences })
  // At least some calls must succeed.
  const kinds = [
    'order',
    'status',
    'cancel',
    'coins',
    'withdraw',
    'approve',
    'count',
    'receive',
    'pick',
    'claim',
  ]
  expect([...done]).toEqual(expect.arrayContaining(kinds.map((kind) => `${kind} 200`)))
}, 3_600_000)
