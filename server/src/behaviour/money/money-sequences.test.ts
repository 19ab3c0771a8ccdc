import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { onlineApp } from '../../testing/payments/online.ts'
import { newShop, newStore, type Store } from '../../testing/sequences/shop.ts'
import { sequence, type Step } from '../../testing/sequences/steps.ts'
import { take } from '../../testing/sequences/take.ts'
import { expectShown } from '../../testing/shown.ts'
import { plannedInvariants } from '../../testing/violations.ts'

// The provider always answers here, however busy the machine is.
const o = await onlineApp({ providerTimeoutMs: 120_000 })
const invariants = await plannedInvariants(o.t.db)
afterAll(async () => {
  await invariants.drop()
  await o.stop()
})

/** `npm run test:sequences` runs many more, on both engines. */
const sequences = Number(process.env['SEQUENCES'] ?? 20)
/** The number of sequences that share a store, because an empty store takes longer to create than most sequences. */
const perStore = 10

const done = new Set<string>()

/** Payments for which the store has recorded more refunds than the provider, or the provider more than was paid. */
async function refundedTooOften() {
  const { rows } = await o.t.db.execute<{ id: string; refunded: number }>(`
    SELECT p.payment_id AS id, sum(r.amount)::int AS refunded FROM payments p JOIN refunds r ON r.payment = p.id
    WHERE r.state = 'done' GROUP BY p.id`)
  const stored = new Map(rows.map(({ id, refunded }) => [id, refunded]))
  return [...o.razorpay.payments.values()].filter(({ id, amount }) => {
    const there = o.razorpay.refundedOf(id)
    return there > amount || (stored.get(id) ?? 0) > there
  })
}

const ids = (orders: readonly { id: string }[]) => orders.map(({ id }) => id)

/**
 * Plays a sequence in a shop of a store. The invariants are checked after each step; what staff read is checked after the
 * last one, and after each one if `readsAll`, which takes longer than the steps themselves.
 */
async function play(steps: readonly Step[], store: Store, readsAll: boolean) {
  const there = await newShop(o, store)
  for (const [index, one] of steps.entries()) {
    for (const { status, message, what = one.kind } of await take(one, there)) {
      // The call is answered 503 if the provider is unavailable, which never happens here.
      expect(status, `${JSON.stringify(one)}: ${message}`).toBeLessThan(500)
      done.add(`${what} ${status}`)
    }
    if (readsAll || index === steps.length - 1) await expectShown(o, ids(there.orders), store.staff[0])
    expect(await invariants.find(), JSON.stringify(one)).toEqual([])
  }
  expect(await refundedTooOften()).toEqual([])
}

test(`the invariants hold after each step of ${sequences} random sequences of calls about money`, async () => {
  let played = 0
  let store: Store | null = null
  const property = fc.asyncProperty(sequence, async (steps) => {
    const present: Store = store && played % perStore > 0 ? store : await newStore(o)
    // A store that violates an invariant is not used again.
    store = null
    await play(steps, present, sequences <= 20 || played % perStore === 0)
    store = present
    played += 1
  })
  await fc.assert(property, { numRuns: sequences })
  // At least one call of each kind must succeed. The rare kinds need many sequences.
  const kinds = `order status cancel together coins withdraw approve count receive pick pay webhook${
    sequences >= 100 ? ' swap weigh door complain erase' : ''
  }`
  expect(kinds.split(' ').filter((kind) => !done.has(`${kind} 200`))).toEqual([])
}, 36_000_000)
