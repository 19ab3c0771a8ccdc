import { type DeliveryStatusName, deliveryStatusNames } from '@kirana/contract/wire/shapes'
import { claimDestinations } from '@kirana/domain/claims'
import { shortReasons } from '@kirana/domain/vocabulary'
import fc from 'fast-check'

/** The steps that random sequences of calls about money are drawn from. `nth` chooses one of the existing objects. */

const statuses = Object.keys(deliveryStatusNames) as DeliveryStatusName[]
const who = fc.nat(1)
const nth = fc.nat(5)
const times = fc.integer({ min: 1, max: 2 })

/** A kind of step with its random fields. */
const does = <K extends string, F>(kind: K, fields: { [P in keyof F]: fc.Arbitrary<F[P]> }) =>
  fc.record(fields).map((random) => ({ kind, ...random }))

/** The result of picking the one line of an order; a swap has up to 40 pieces for each that is missing. */
const picked = fc.record({
  found: fc.nat(4),
  rest: fc.constantFrom('short', 'swap', 'agreed swap', 'same again', 'open'),
  pieces: fc.constantFrom(1, 1, 1, 2, 40),
  reason: fc.constantFrom(...shortReasons),
  grams: fc.option(fc.integer({ min: 1, max: 2_500 })),
})
export type Picked = typeof picked extends fc.Arbitrary<infer S> ? S : never

const status = does('status', {
  nth,
  staff: who,
  to: fc.constantFrom(...statuses),
  cash: fc.constantFrom('collected' as const, undefined),
  // Without this, an order whose pick has recorded lines stays Confirmed.
  discardPick: fc.constantFrom('true' as const, undefined),
  undo: fc.constantFrom('true' as const, 'pick' as const, undefined, undefined),
})
// Changes an order to a status and back, which single random changes rarely do.
const turn = does('status', {
  nth,
  staff: who,
  to: fc.constantFrom('Delivered', 'Delivered', 'Canceled', 'Canceled', 'Confirmed', 'Out for Delivary'),
  cash: fc.constantFrom('collected' as const, 'collected' as const, undefined),
  discardPick: fc.constant(undefined),
  undo: fc.constant(undefined),
})
const cancel = does('cancel', { nth })
const claim = does('claim', { nth, picker: who, takeOver: fc.boolean() })
const line = does('line', { nth, picker: who, set: picked })
const done = does('done', { nth, picker: who, times })
// Runs a complete pick, which single random steps rarely do.
const pick = does('pick', { nth, picker: who, set: picked })
// The webhooks are delivered at once, or wait to be delivered, repeated or lost.
const pay = does('pay', {
  nth,
  how: fc.constantFrom('right', 'right', 'right', 'less', 'fail'),
  isHeard: fc.boolean(),
})
const webhook = does('webhook', { nth, fate: fc.constantFrom('once', 'once', 'twice', 'lost') })

// Refunds a part of what is left of a payment; its webhook is delivered or lost like that of a payment.
const dashboardRefund = does('dashboard', {
  nth,
  percent: fc.constantFrom(1, 30, 100),
  isPending: fc.boolean(),
})
// The outcome at the bank of a refund that is on its way.
const bank = does('bank', { nth, status: fc.constantFrom('processed', 'processed', 'failed') })

// A rider takes the order from the shelf to the customer.
const door = does('door', {
  nth,
  paidBy: fc.constantFrom('cash' as const, 'cash' as const, 'upi' as const, 'none' as const),
  received: fc.option(fc.nat(600)),
  toWallet: fc.boolean(),
  verifies: fc.option(fc.boolean()),
  fails: fc.constantFrom(false, false, false, true),
})
const complain = does('complain', {
  nth,
  pieces: fc.integer({ min: 1, max: 2 }),
  decision: fc.constantFrom(...claimDestinations, 'replace' as const, 'refuse' as const),
  restocks: fc.boolean(),
})

const changeOfOrder = fc.oneof(status, cancel, claim, line, done, pick)
export type ChangeOfOrder = typeof changeOfOrder extends fc.Arbitrary<infer S> ? S : never

const order = does('order', {
  who,
  payment: fc.constantFrom('cod' as const, 'wallet' as const, 'online' as const, 'online' as const),
  quantity: fc.integer({ min: 1, max: 4 }),
  coupon: fc.boolean(),
  refer: fc.boolean(),
  times,
})

const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })

const step = fc.oneof(
  often(8, order),
  often(4, status),
  often(3, cancel),
  often(3, does('walk', { nth, walk: fc.array(turn, { minLength: 4, maxLength: 8, size: 'max' }) })),
  // Two members of staff, or one of them and the customer, change one order at once.
  often(3, does('together', { nth, first: changeOfOrder, second: changeOfOrder })),
  often(1, does('coins', { who, coins: fc.integer({ min: 1, max: 300 }) })),
  often(3, does('withdraw', { who, paise: fc.integer({ min: 50, max: 15_000 }) })),
  often(1, does('count', { pieces: fc.option(fc.nat(20), { freq: 5 }) })),
  often(1, does('receive', { quantity: fc.integer({ min: 1, max: 5 }), days: fc.nat(3) })),
  // One more day, after which received pieces expire.
  often(1, does('wait', { minutes: fc.constantFrom(3, 16, 1_500) })),
  often(1, claim),
  often(1, line),
  often(1, done),
  often(12, pick),
  often(4, door),
  often(4, complain),
  often(6, pay),
  often(4, webhook),
  often(2, dashboardRefund),
  often(2, bank),
  often(1, does('run', {})),
  often(
    4,
    does('approve', { nth, documents: fc.nat(2), reason: fc.constantFrom('Paid in cash', ''), times }),
  ),
  often(1, does('erase', { who })),
)

/** Most steps do something to an order, so each sequence starts with one. */
export const sequence = fc
  .tuple(order, fc.array(step, { minLength: 10, maxLength: 20, size: 'max' }))
  .map(([first, steps]) => [first, ...steps])

export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
