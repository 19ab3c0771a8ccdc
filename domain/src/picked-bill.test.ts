import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bill, type BillRules, type Charge, rulesToKeep } from './bill.ts'
import { packWeight, pickedBill, type PickedLine } from './picked-bill.ts'
import { fewPropertyRuns, longTimeout } from './testing.ts'

const line = (given: Partial<PickedLine> & { price: number }): PickedLine => ({
  quantity: 1,
  coins: 0,
  weight: null,
  found: given.quantity ?? 1,
  grams: null,
  swap: null,
  ...given,
})
const swap = (given: Partial<NonNullable<PickedLine['swap']>>) => ({
  replaces: 1,
  quantity: 1,
  price: 0,
  mrp: 0,
  coins: 0,
  hasConsent: false,
  ...given,
})
const noRules: BillRules = { coupon: null, referralPercent: 0, charges: [] }
const totalOf = (lines: PickedLine[], rules = noRules) => bill({ lines, ...rules }).total
const picked = (lines: PickedLine[], rules = noRules) =>
  pickedBill({ rules, placedTotal: totalOf(lines, rules), lines })

/** The example of the document that fixes these rules. */
const example: BillRules = {
  coupon: { amountType: 'percentage', amount: 1000, minimum: 20_000 },
  referralPercent: 0,
  charges: [
    { title: 'Delivery', amountType: 'rupees', amount: 2500, minimum: 0, maximum: 0 },
    { title: 'Handling', amountType: 'percentage', amount: 200, minimum: 0, maximum: 0 },
  ],
}

test('computes the bill of an order with a missing, a swapped and a weighed item to the paisa', () => {
  const lines = [
    line({ price: 6000, quantity: 2, found: 1, coins: 2 }),
    line({ price: 4550, found: 0, coins: 5, swap: swap({ price: 5200, mrp: 5500, coins: 3 }) }),
    line({ price: 3800, weight: 1_000_000, grams: 920, coins: 1 }),
  ]
  expect(totalOf(lines, example)).toBe(21_222)
  expect(picked(lines, example)).toEqual({
    lineTotals: [6000, 4550, 3496],
    subtotal: 14_046,
    discount: 1405,
    referralDiscount: 0,
    charges: [
      { title: 'Delivery', amount: 2500 },
      { title: 'Handling', amount: 281 },
    ],
    chargesTotal: 2781,
    total: 15_422,
    coins: 6,
    refund: 5800,
    isEmpty: false,
  })
})

test('keeps a coupon whose minimum and a charge whose bounds only the ordered items met', () => {
  const rules: BillRules = {
    coupon: { amountType: 'rupees', amount: 5000, minimum: 20_000 },
    referralPercent: 0,
    charges: [{ title: 'Large order', amountType: 'rupees', amount: 100, minimum: 20_000, maximum: 30_000 }],
  }
  const lines = [line({ price: 10_000, quantity: 2, found: 1 })]
  expect(picked(lines, rules)).toMatchObject({ discount: 5000, chargesTotal: 100, total: 5100 })
})

test('caps a coupon in rupees at what was picked', () => {
  const rules: BillRules = { ...example, coupon: { amountType: 'rupees', amount: 15_000, minimum: 0 } }
  const lines = [line({ price: 10_000, quantity: 2, found: 1 })]
  expect(picked(lines, rules)).toMatchObject({ discount: 10_000, total: 2700 })
})

test.each([
  ['cheaper', { price: 3000 }, 3000],
  ['dearer', { price: 6000 }, 4000],
  ['dearer, with consent', { price: 6000, hasConsent: true }, 6000],
  ['never above its MRP', { price: 6000, mrp: 3500, hasConsent: true }, 3500],
  ['two cheap ones', { price: 1500, quantity: 2 }, 3000],
  ['two dear ones', { price: 2500, quantity: 2 }, 4000],
])('a swap that is %s', (_, given, cost) => {
  expect(picked([line({ price: 4000, found: 0, swap: swap(given) })])).toMatchObject({ subtotal: cost })
})

test.each([
  [920, 3496],
  [1000, 3800],
  [1200, 3800],
  [1, 4],
])('%i of 1,000 ordered grams cost %i paise', (grams, cost) => {
  expect(picked([line({ price: 3800, weight: 1_000_000, grams })]).subtotal).toBe(cost)
})

test('a weighed line never costs more than the pieces that were found', () => {
  const lines = [line({ price: 2000, quantity: 2, found: 1, weight: 500_000, grams: 700 })]
  expect(picked(lines).subtotal).toBe(2000)
})

test('where nothing was found nothing is charged', () => {
  const lines = [line({ price: 6000, quantity: 2, found: 0, coins: 4 })]
  expect(picked(lines, example)).toMatchObject({
    total: 0,
    charges: [],
    discount: 0,
    coins: 0,
    refund: 14_740,
    isEmpty: true,
  })
})

test('rounding two percentages never adds to the bill', () => {
  const rules: BillRules = {
    coupon: { amountType: 'percentage', amount: 5000, minimum: 0 },
    referralPercent: 3000,
    charges: [],
  }
  const lines = [line({ price: 1, quantity: 5, found: 4 })]
  expect(totalOf(lines, rules)).toBe(0)
  expect(picked(lines, rules)).toMatchObject({ subtotal: 4, discount: 2, referralDiscount: 2, total: 0 })
})

test('refuses to compute the bill of an order without rules', () => {
  expect(() => pickedBill({ rules: null, placedTotal: 100, lines: [line({ price: 100 })] })).toThrow(
    'This order was placed before its rules were kept. Its bill cannot be computed again',
  )
})

test.each([
  [line({ price: 100, found: 2 })],
  [line({ price: 100, found: -1 })],
  [line({ price: 100, found: 1, swap: swap({}) })],
  [line({ price: 100, grams: 10 })],
  [line({ price: 100, weight: 1000, grams: 0 })],
  [line({ price: 100, weight: 1000, grams: 1.5 })],
  [line({ price: 100, found: 0, swap: swap({ price: -1 }) })],
  [line({ price: 100, found: 0, swap: swap({ quantity: 0 }) })],
])('rejects the line %j', (one) => {
  expect(() => picked([one])).toThrow(RangeError)
})

test.each([
  [500_000, 'GM', 500_000],
  [1000, 'Kilo', 1_000_000],
  [250, 'Kilo', 250_000],
  [500_000, 'MG', 500],
  [1, 'MG', null],
  [1000, 'L', null],
  [6000, 'PCS', null],
])('%i thousandths of a %s weigh %j mg', (amount, unit, weight) => {
  expect(packWeight(amount, unit)).toBe(weight)
})

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
        hasConsent: fc.constant(false),
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
  coupon: fc.option(fc.tuple(rule, bound).map(([given, minimum]) => ({ ...given, minimum }))),
  referralPercent: fc.nat(10_000),
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
  let pieces = 0
  let coins = 0
  for (const { price, quantity, found, grams, weight, swap, ...one } of order.lines) {
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
    subtotal += least(own, most, BigInt(price) * BigInt(swap.replaces))
  }
  if (pieces === 0) return { subtotal, total: 0n, coins }
  const { coupon } = order
  let left = subtotal
  if (coupon && BigInt(coupon.minimum) <= ordered) left -= least(of(coupon, subtotal), left)
  left -= least(halfUp(subtotal * BigInt(order.referralPercent), 10_000n), left)
  for (const charge of order.charges) {
    const isWithin = charge.maximum === 0 || ordered <= BigInt(charge.maximum)
    if (BigInt(charge.minimum) <= ordered && isWithin) left += of(charge, subtotal)
  }
  return { subtotal, total: left, coins }
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
      const total = least(exact.total, BigInt(placed.total))
      expect([made.subtotal, made.total, made.coins].map(BigInt)).toEqual([
        exact.subtotal,
        total,
        BigInt(exact.coins),
      ])
      expect(made.refund).toBe(placed.total - made.total)
      expect(made.refund).toBeGreaterThanOrEqual(0)
      for (const amount of [made.discount, made.referralDiscount, made.total, ...made.lineTotals])
        expect(amount).toBeGreaterThanOrEqual(0)
      expect(made.discount + made.referralDiscount).toBeLessThanOrEqual(made.subtotal)
      expect(made.total).toBe(made.subtotal - made.discount - made.referralDiscount + made.chargesTotal)
      expect(made.lineTotals.reduce((sum, amount) => sum + amount, 0)).toBe(made.subtotal)

      const whole = lines.map((one) => ({ ...one, found: one.quantity, grams: null, swap: null }))
      const {
        coins: _,
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
