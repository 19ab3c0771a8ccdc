import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bill, type Charge, type Coupon } from './bill.ts'
import { propertyRuns, longTimeout } from './testing.ts'

const nothing = { coupon: null, referralPercent: 0, charges: [] }
const rupeesOff = (amount: number, minimum = 0): Coupon => ({ amountType: 'rupees', amount, minimum })
const charge = (given: Partial<Charge>): Charge => ({
  title: 'Delivery',
  amountType: 'rupees',
  amount: 2500,
  minimum: 0,
  maximum: 0,
  ...given,
})

test('computes the total from lines, coupon, referral discount and charges', () => {
  const lines = [
    { price: 34_200, quantity: 2 },
    { price: 4999, quantity: 3 },
  ]
  const packing = charge({ title: 'Packing', amountType: 'percentage', amount: 150 })
  expect(
    bill({
      lines,
      coupon: { amountType: 'percentage', amount: 1000, minimum: 50_000 },
      referralPercent: 250,
      charges: [charge({}), packing],
    }),
  ).toEqual({
    lineTotals: [68_400, 14_997],
    subtotal: 83_397,
    discount: 8340,
    referralDiscount: 2085,
    charges: [
      { title: 'Delivery', amount: 2500 },
      { title: 'Packing', amount: 1251 },
    ],
    chargesTotal: 3751,
    roundOff: 0,
    total: 76_723,
  })
})

test('limits both discounts to the subtotal and applies the coupon first', () => {
  const lines = [{ price: 10_000, quantity: 1 }]
  const charges = [charge({})]
  expect(bill({ lines, coupon: rupeesOff(9000), referralPercent: 2000, charges })).toMatchObject({
    discount: 9000,
    referralDiscount: 1000,
    total: 2500,
  })
  expect(bill({ lines, coupon: rupeesOff(50_000), referralPercent: 2000, charges })).toMatchObject({
    discount: 10_000,
    referralDiscount: 0,
    total: 2500,
  })
})

test.each([
  [9999, 0],
  [10_000, 500],
])(
  'with a minimum of ₹100 and a subtotal of %i paise, the coupon discount is %i paise',
  (price, discount) => {
    const lines = [{ price, quantity: 1 }]
    expect(bill({ ...nothing, lines, coupon: rupeesOff(500, 10_000) }).discount).toBe(discount)
  },
)

test.each([
  [9999, 0],
  [10_000, 1],
  [20_000, 1],
  [20_001, 0],
])(
  'with a charge from ₹100 to ₹200 and a subtotal of %i paise, the number of charges is %i',
  (price, times) => {
    const bounded = charge({ minimum: 10_000, maximum: 20_000 })
    const { charges } = bill({ ...nothing, lines: [{ price, quantity: 1 }], charges: [bounded] })
    expect(charges).toHaveLength(times)
  },
)

test('checks the bounds of a charge against the subtotal before discounts', () => {
  const lines = [{ price: 10_000, quantity: 1 }]
  const charges = [charge({ minimum: 10_000 })]
  expect(bill({ lines, coupon: rupeesOff(5000), referralPercent: 0, charges }).total).toBe(7500)
})

test.each([
  [10_049, -49, 10_000],
  [10_050, 50, 10_100],
  [10_000, 0, 10_000],
  [0, 0, 0],
])('rounds a bill of %i paise by %i to the nearest rupee, half up', (price, roundOff, total) => {
  const lines = [{ price, quantity: 1 }]
  expect(bill({ ...nothing, lines, roundsOff: true })).toMatchObject({ roundOff, total })
  expect(bill({ ...nothing, lines })).toMatchObject({ roundOff: 0, total: price })
})

test('rounds after charges', () => {
  const lines = [{ price: 10_049, quantity: 1 }]
  const made = bill({ ...nothing, lines, charges: [charge({ amount: 1 })], roundsOff: true })
  expect(made).toMatchObject({ chargesTotal: 1, roundOff: 50, total: 10_100 })
})

test.each([
  ['percentage' as const, 1000, 5_000, 5_000],
  ['percentage' as const, 1000, 20_000, 10_000],
  ['percentage' as const, 1000, 0, 10_000],
  // Only a percentage has a maximum.
  ['rupees' as const, 9_000, 5_000, 9_000],
])('a coupon (%s, %i) with a maximum of %i takes %i off ₹1,000', (amountType, amount, maximum, discount) => {
  const coupon = { amountType, amount, minimum: 0, maximum }
  expect(bill({ ...nothing, lines: [{ price: 100_000, quantity: 1 }], coupon }).discount).toBe(discount)
})

test.each([
  [{ price: 1.5, quantity: 1 }],
  [{ price: -1, quantity: 1 }],
  [{ price: 100, quantity: 0 }],
  [{ price: 100, quantity: 1.5 }],
  [{ price: Number.MAX_SAFE_INTEGER, quantity: 2 }],
])('rejects the line %j', (line) => {
  expect(() => bill({ ...nothing, lines: [line] })).toThrow(RangeError)
})

test('rejects a negative coupon or charge', () => {
  const lines = [{ price: 100, quantity: 1 }]
  expect(() => bill({ ...nothing, lines, coupon: rupeesOff(-1) })).toThrow(RangeError)
  expect(() => bill({ ...nothing, lines, charges: [charge({ amount: -1 })] })).toThrow(RangeError)
})

const rule = fc.oneof(
  fc.record({ amountType: fc.constant('percentage' as const), amount: fc.nat(10_000) }),
  fc.record({ amountType: fc.constant('rupees' as const), amount: fc.nat(100_000_000) }),
)
const bound = fc.oneof(fc.constant(0), fc.nat(100_000_000), fc.nat(1_000_000))
const orders = fc.record({
  lines: fc.array(fc.record({ price: fc.nat(100_000_000), quantity: fc.integer({ min: 1, max: 1000 }) }), {
    minLength: 1,
    maxLength: 8,
  }),
  coupon: fc.option(
    fc.tuple(rule, bound, bound).map(([given, minimum, maximum]): Coupon => ({ ...given, minimum, maximum })),
  ),
  referralPercent: fc.nat(10_000),
  roundsOff: fc.boolean(),
  charges: fc.array(
    fc.tuple(rule, bound, bound).map(([given, minimum, maximum]): Charge => ({
      ...given,
      title: 'Charge',
      minimum,
      maximum,
    })),
    { maxLength: 3 },
  ),
})

type Given = Parameters<typeof bill>[0]

/** An independent computation of the bill, with BigInt in ten-thousandths of a paisa. */
function oracle({ lines, coupon, referralPercent, charges, roundsOff }: Given) {
  const subtotal = lines.reduce((sum, line) => sum + BigInt(line.price) * BigInt(line.quantity), 0n)
  const share = (percent: number) => (2n * subtotal * BigInt(percent) + 10_000n) / 20_000n
  const worth = (of: { amountType: string; amount: number }) =>
    of.amountType === 'percentage' ? share(of.amount) : BigInt(of.amount)
  let left = subtotal
  if (coupon && BigInt(coupon.minimum) <= subtotal) {
    const most = coupon.amountType === 'percentage' && coupon.maximum ? BigInt(coupon.maximum) : null
    const off = worth(coupon)
    left -= most !== null && off > most ? most : off
  }
  if (left < 0n) left = 0n
  const discount = subtotal - left
  left -= share(referralPercent)
  if (left < 0n) left = 0n
  const referralDiscount = subtotal - discount - left
  const added: bigint[] = []
  for (const one of charges) {
    if (subtotal < BigInt(one.minimum)) continue
    if (one.maximum !== 0 && subtotal > BigInt(one.maximum)) continue
    added.push(worth(one))
  }
  const exactTotal = added.reduce((sum, amount) => sum + amount, left)
  const total = roundsOff ? ((exactTotal + 50n) / 100n) * 100n : exactTotal
  return { subtotal, discount, referralDiscount, added, total }
}

test('equals exact arithmetic for generated orders, and its parts add up to the total', longTimeout, () => {
  fc.assert(
    fc.property(orders, (order) => {
      const made = bill(order)
      const exact = oracle(order)
      expect([made.subtotal, made.discount, made.referralDiscount, made.total].map(BigInt)).toEqual([
        exact.subtotal,
        exact.discount,
        exact.referralDiscount,
        exact.total,
      ])
      const charged = made.charges.map(({ amount }) => amount)
      expect(charged.map(BigInt)).toEqual(exact.added)
      const added = charged.reduce((sum, amount) => sum + amount, 0)
      expect(made.total).toBe(made.subtotal - made.discount - made.referralDiscount + added + made.roundOff)
      expect(made.lineTotals.reduce((sum, amount) => sum + amount, 0)).toBe(made.subtotal)
    }),
    propertyRuns,
  )
})
