import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bill, type BillRules, type Charge, type Coupon, rulesToKeep } from './bill.ts'
import { pickedBill, type PickedLine } from './picked-bill.ts'
import { fewPropertyRuns, longTimeout } from './testing.ts'

const rule = fc.oneof(
  fc.record({ amountType: fc.constant('percentage' as const), amount: fc.nat(10_000) }),
  fc.record({ amountType: fc.constant('rupees' as const), amount: fc.nat(1_000_000) }),
)
const price = fc.oneof(fc.nat(50), fc.nat(100_000), fc.nat(100_000_000))
const bound = fc.oneof(fc.constant(0), fc.nat(500_000))
const lines = fc
  .record({
    price,
    quantity: fc.integer({ min: 1, max: 20 }),
    coins: fc.nat(50),
    weight: fc.option(fc.integer({ min: 1000, max: 5_000_000 })),
    foundOf: fc.nat(20),
    grams: fc.option(fc.integer({ min: 1, max: 100_000 })),
    swap: fc.option(
      fc.record({
        replaces: fc.nat(19),
        quantity: fc.integer({ min: 1, max: 20 }),
        price,
        mrp: fc.oneof(fc.constant(0), price),
        coins: fc.nat(50),
        agreed: fc.option(price),
      }),
    ),
  })
  .map(({ foundOf, grams, swap, ...rest }): PickedLine => {
    const found = foundOf % (rest.quantity + 1)
    const missing = rest.quantity - found
    return {
      ...rest,
      found,
      grams: rest.weight === null ? null : grams,
      swap: swap && missing > 0 ? { ...swap, replaces: 1 + (swap.replaces % missing) } : null,
    }
  })
const orders = fc.record({
  lines: fc.array(lines, { minLength: 1, maxLength: 8 }),
  coupon: fc.option(
    fc.tuple(rule, bound, bound).map(([given, minimum, maximum]) => ({ ...given, minimum, maximum })),
  ),
  referralPercent: fc.nat(10_000),
  roundsOff: fc.boolean(),
  charges: fc.array(
    fc
      .tuple(rule, bound, bound)
      .map(([given, minimum, maximum]): Charge => ({ ...given, title: 'Charge', minimum, maximum })),
    { maxLength: 3 },
  ),
})

const least = (...amounts: bigint[]) => amounts.reduce((least, amount) => (amount < least ? amount : least))

/** An independent computation with BigInt, written from the document's sentences. */
function oracle(order: BillRules & { lines: PickedLine[] }) {
  const halfUp = (numerator: bigint, denominator: bigint) => {
    const rest = numerator % denominator
    return numerator / denominator + (2n * rest >= denominator ? 1n : 0n)
  }
  const of = (rule: { amountType: string; amount: number }, base: bigint) =>
    rule.amountType === 'percentage' ? halfUp(base * BigInt(rule.amount), 10_000n) : BigInt(rule.amount)
  let ordered = 0n
  let subtotal = 0n
  let more = 0n
  let pieces = 0
  let coins = 0
  let placedCoins = 0
  for (const { price, quantity, found, grams, weight, swap, ...one } of order.lines) {
    placedCoins += quantity * one.coins
    ordered += BigInt(price) * BigInt(quantity)
    pieces += found + (swap?.quantity ?? 0)
    coins += found * one.coins + (swap ? swap.quantity * swap.coins : 0)
    const asFound = BigInt(price) * BigInt(found)
    subtotal +=
      grams === null || weight === null
        ? asFound
        : least(halfUp(BigInt(price) * BigInt(grams) * 1000n, BigInt(weight)), asFound)
    if (!swap) continue
    const own = BigInt(swap.price) * BigInt(swap.quantity)
    const most = swap.mrp === 0 ? own : BigInt(swap.mrp) * BigInt(swap.quantity)
    const without = least(own, most, BigInt(price) * BigInt(swap.replaces))
    subtotal += without
    const agreed = least(own, most, BigInt(swap.agreed ?? 0))
    if (agreed > without) more += agreed - without
  }
  const { coupon } = order
  const couponWorth = (given: Coupon, picked: bigint) =>
    given.amountType === 'percentage' && given.maximum
      ? least(of(given, picked), BigInt(given.maximum))
      : of(given, picked)
  const totalOf = (picked: bigint) => {
    let left = picked
    if (coupon && BigInt(coupon.minimum) <= ordered) left -= least(couponWorth(coupon, picked), left)
    left -= least(halfUp(picked * BigInt(order.referralPercent), 10_000n), left)
    for (const charge of order.charges) {
      const isWithin = charge.maximum === 0 || ordered <= BigInt(charge.maximum)
      if (BigInt(charge.minimum) <= ordered && isWithin) left += of(charge, picked)
    }
    return order.roundsOff ? ((left + 50n) / 100n) * 100n : left
  }
  return { subtotal, more, totalOf: pieces === 0 ? () => 0n : totalOf, coins: Math.min(coins, placedCoins) }
}

test('equals exact arithmetic for generated picks, and never exceeds the ordered bill', longTimeout, () => {
  fc.assert(
    fc.property(orders, (order) => {
      const { lines } = order
      const placed = bill(order)
      // Through JSON, as the order keeps them.
      const rules = JSON.parse(JSON.stringify(rulesToKeep(order, placed.subtotal))) as BillRules
      const made = pickedBill({ rules, placedTotal: placed.total, lines })
      const exact = oracle(order)
      const extra = BigInt(made.subtotal) - exact.subtotal
      const total = least(exact.totalOf(BigInt(made.subtotal)), BigInt(placed.total))
      expect([made.total, made.coins].map(BigInt)).toEqual([total, BigInt(exact.coins)])
      // A dearer swap that was agreed to costs as much more as the accepted total allows.
      expect(extra).toBeGreaterThanOrEqual(0n)
      expect(extra).toBeLessThanOrEqual(exact.more)
      if (extra < exact.more && !made.isEmpty)
        expect(exact.totalOf(BigInt(made.subtotal) + 1n)).toBeGreaterThan(BigInt(placed.total))
      expect(made.refund).toBe(placed.total - made.total)
      expect(made.refund).toBeGreaterThanOrEqual(0)
      for (const amount of [made.discount, made.referralDiscount, made.total, ...made.lineTotals])
        expect(amount).toBeGreaterThanOrEqual(0)
      expect(made.discount + made.referralDiscount).toBeLessThanOrEqual(made.subtotal)
      expect(made.total).toBe(
        made.subtotal - made.discount - made.referralDiscount + made.chargesTotal + made.roundOff,
      )
      expect(made.lineTotals.reduce((sum, amount) => sum + amount, 0)).toBe(made.subtotal)

      const whole = lines.map((one) => ({ ...one, found: one.quantity, grams: null, swap: null }))
      const {
        coins: _,
        swapTotals: _swaps,
        refund,
        isEmpty,
        ...asOrdered
      } = pickedBill({
        rules,
        placedTotal: placed.total,
        lines: whole,
      })
      expect({ asOrdered, refund, isEmpty }).toEqual({ asOrdered: placed, refund: 0, isEmpty: false })
    }),
    fewPropertyRuns,
  )
})
