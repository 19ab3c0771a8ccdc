import { expect, test } from 'vitest'
import { bill, type BillRules } from './bill.ts'
import { pickedBill, type PickedLine } from './picked-bill.ts'

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
  agreed: null,
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
    swapTotals: [0, 4550, 0],
    subtotal: 14_046,
    discount: 1405,
    referralDiscount: 0,
    charges: [
      { title: 'Delivery', amount: 2500 },
      { title: 'Handling', amount: 281 },
    ],
    chargesTotal: 2781,
    roundOff: 0,
    total: 15_422,
    coins: 6,
    refund: 5800,
    isEmpty: false,
  })
})

test('keeps a coupon and a charge if the ordered items met their minimum and bounds, although the picked ones do not', () => {
  const rules: BillRules = {
    coupon: { amountType: 'rupees', amount: 5000, minimum: 20_000 },
    referralPercent: 0,
    charges: [{ title: 'Large order', amountType: 'rupees', amount: 100, minimum: 20_000, maximum: 30_000 }],
  }
  const lines = [line({ price: 10_000, quantity: 2, found: 1 })]
  expect(picked(lines, rules)).toMatchObject({ discount: 5000, chargesTotal: 100, total: 5100 })
})

test('a coupon in rupees takes off no more than what was picked', () => {
  const rules: BillRules = { ...example, coupon: { amountType: 'rupees', amount: 15_000, minimum: 0 } }
  const lines = [line({ price: 10_000, quantity: 2, found: 1 })]
  expect(picked(lines, rules)).toMatchObject({ discount: 10_000, total: 2700 })
})

test.each([
  ['cheaper', { price: 3000 }, 3000],
  ['dearer', { price: 6000 }, 4000],
  ['dearer, although agreed, when nothing else is missing', { price: 6000, agreed: 6000 }, 4000],
  ['never above its MRP', { price: 6000, mrp: 3500, agreed: 6000 }, 3500],
  ['two cheap ones', { price: 1500, quantity: 2 }, 3000],
  ['two dear ones', { price: 2500, quantity: 2 }, 4000],
])('a swap that is %s', (_, given, cost) => {
  expect(picked([line({ price: 4000, found: 0, swap: swap(given) })])).toMatchObject({ subtotal: cost })
})

test.each([
  ['its own price when enough else is missing', 3000, 5200, 5200],
  ['no more than was agreed', 3000, 4600, 4600],
  ['no less than without the agreement', 3000, 100, 4000],
  ['as much as keeps the bill within what was accepted', 500, 5200, 4500],
])('a dearer swap that the customer agreed to costs %s', (_, missing, agreed, cost) => {
  const lines = [
    line({ price: 4000, found: 0, swap: swap({ price: 5200, agreed }) }),
    line({ price: missing, found: 0 }),
  ]
  expect(picked(lines)).toMatchObject({ swapTotals: [cost, 0], total: cost })
})

test('dearer swaps use the money of missing items in the order of the lines', () => {
  const dearer = line({ price: 4000, found: 0, swap: swap({ price: 5000, agreed: 5000 }) })
  const lines = [dearer, dearer, line({ price: 1200, found: 0 })]
  expect(picked(lines)).toMatchObject({ swapTotals: [5000, 4200, 0], total: 9200, refund: 0 })
})

test.each([
  [920, 3496],
  [1000, 3800],
  [1200, 3800],
  [1, 4],
])('%i of 1,000 ordered grams cost %i paise', (grams, cost) => {
  expect(picked([line({ price: 3800, weight: 1_000_000, grams })]).subtotal).toBe(cost)
})

test('a swap never gives more coins than the order was placed with', () => {
  const dozen = swap({ quantity: 12, price: 100, coins: 13 })
  const milk = line({ price: 2000, coins: 2, found: 0, swap: dozen })
  expect(picked([milk]).coins).toBe(2)
  expect(picked([milk, line({ price: 2000, quantity: 3, coins: 5, found: 1 })]).coins).toBe(17)
})

test('a weighed line never costs more than the pieces that were found', () => {
  const lines = [line({ price: 2000, quantity: 2, found: 1, weight: 500_000, grams: 700 })]
  expect(picked(lines).subtotal).toBe(2000)
})

test('nothing is charged if nothing was found', () => {
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

test('rounds again for what was picked, and never above the accepted total', () => {
  const rounded = { ...noRules, roundsOff: true }
  const lines = [line({ price: 3349, quantity: 3, found: 2 })]
  expect(picked(lines, rounded)).toMatchObject({ subtotal: 6698, roundOff: 2, total: 6700, refund: 3300 })
  // The example above, with charges that bring both bills next to half a rupee.
  const halves: BillRules = {
    coupon: { amountType: 'percentage', amount: 5000, minimum: 0 },
    referralPercent: 3000,
    charges: [{ title: 'Delivery', amountType: 'rupees', amount: 49, minimum: 0, maximum: 0 }],
    roundsOff: true,
  }
  const few = [line({ price: 1, quantity: 5, found: 4 })]
  expect(totalOf(few, halves)).toBe(0)
  expect(picked(few, halves)).toMatchObject({ referralDiscount: 1, roundOff: -50, total: 0 })
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
