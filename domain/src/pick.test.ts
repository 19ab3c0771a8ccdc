import { expect, test } from 'vitest'
import {
  billedAs,
  billedLines,
  type ChosenSwap,
  lineState,
  pickedStock,
  type PickLine,
  pickProblem,
} from './pick.ts'
import { pickedBill } from './picked-bill.ts'

const line = (given: Partial<PickLine> = {}): PickLine => ({
  line: 1,
  productId: 'p',
  variantId: 'v',
  title: 'Rice',
  quantityText: '1 Kilo',
  ordered: 2,
  price: 4_550,
  coins: 1,
  weight: 1_000_000,
  found: 0,
  short: 0,
  reason: '',
  swap: null,
  grams: null,
  ...given,
})
const swap = (quantity: number, price = 5_200, given: Partial<ChosenSwap> = {}): ChosenSwap => ({
  variantId: 'w',
  productId: 'q',
  title: 'Basmati',
  quantityText: '500 GM',
  quantity,
  price,
  mrp: 0,
  coins: 3,
  agreed: null,
  reason: '',
  ...given,
})

test.each([
  ['open', {}],
  ['open', { found: 1 }],
  ['found', { found: 2 }],
  ['short', { found: 1, short: 1 }],
  ['swapped', { found: 1, swap: swap(1) }],
  ['weighed', { found: 2, grams: 1_900 }],
  ['short', { found: 1, short: 1, grams: 950 }],
] as const)('a line is %s (%#)', (state, given) => expect(lineState(line(given))).toBe(state))

const half = 'Rice must weigh from 500 to 2,000 g'
const dear = 'Basmati for ₹136.51 replaces Rice for ₹91.00. Give a reason'

test.each<[Partial<PickLine>, string | null, string?]>([
  [{ found: 2 }, null],
  [{ found: 2, short: 1 }, 'Only 2 of Rice ordered', 'pick'],
  [{ found: 1, short: 1, swap: swap(1) }, 'No piece of Rice is left to swap', 'pick'],
  [{ found: 2, grams: 100, weight: null }, 'Rice is not sold by weight', 'pick'],
  [{ found: 0, grams: 100 }, 'Only pieces that were found can be weighed', 'pick'],
  // From half to double of the ordered weight of the pieces that are not missing.
  [{ found: 1, short: 1, grams: 500 }, null],
  [{ found: 1, short: 1, grams: 499 }, half, 'weight'],
  [{ found: 1, short: 1, grams: 2_000 }, null],
  [{ found: 1, short: 1, grams: 2_001 }, half, 'weight'],
  [{ found: 1, grams: 1_000, swap: swap(1) }, null],
  [{ found: 2, grams: 999 }, 'Rice must weigh from 1,000 to 4,000 g', 'weight'],
  // One and a half times 2 × ₹45.50 is ₹136.50.
  [{ swap: swap(1, 13_650) }, null],
  [{ swap: swap(1, 13_651) }, dear, 'swap-reason'],
  [{ swap: swap(1, 13_651, { reason: 'Only the large pack is left' }) }, null],
  [{ swap: swap(24, 1) }, null],
  [{ swap: swap(25, 1, { reason: 'Why not' }) }, 'At most 24 pieces can replace 2 × Rice', 'swap'],
  [{ found: 1, swap: swap(13, 1) }, 'At most 12 pieces can replace 1 × Rice', 'swap'],
  [{ swap: swap(1, 1, { variantId: 'v' }) }, 'Rice cannot be swapped for the same product and size', 'swap'],
])('says why a line cannot be set (%#)', (given, message, code) =>
  expect(pickProblem(line(given))).toEqual(message === null ? null : { code, message }),
)

test('open pieces count as found, and a weight once all are', () => {
  expect(billedAs(line({ found: 1, grams: 950 }))).toMatchObject({ found: 2, grams: null })
  expect(billedAs(line({ found: 1, short: 1, grams: 950 }))).toMatchObject({ found: 1, grams: 950 })
})

test('price × quantity is the total of every billed line', () => {
  const lines = [
    line({ found: 2 }),
    line({ line: 2, found: 2, grams: 1_840 }),
    // 2 × 45.50 for three smaller ones is 91, which three do not divide.
    line({ line: 3, swap: swap(3) }),
    line({ line: 4, found: 1, swap: swap(1) }),
    line({ line: 5, short: 2 }),
  ]
  const rules = { coupon: null, referralPercent: 0, charges: [] }
  const bill = pickedBill({ rules, placedTotal: 1_000_000, lines: lines.map(billedAs) })
  const billed = billedLines(lines, bill)
  expect(
    billed.map(({ line: of, quantityText, quantity, total, pieces }) => [
      of,
      quantityText,
      quantity,
      total,
      pieces,
    ]),
  ).toEqual([
    [1, '1 Kilo', 2, 9_100, 2],
    [2, '1840 GM', 1, 8_372, 2],
    [3, '3 × 500 GM', 1, 9_100, 3],
    [4, '1 Kilo', 1, 4_550, 1],
    [4, '500 GM', 1, 4_550, 1],
  ])
  for (const { price, quantity, total } of billed) expect(price * quantity).toBe(total)
})

test('a reason acts on all missing pieces of a line, replaced ones too', () => {
  const lines = [
    line({ found: 1, short: 1, reason: 'not there' }),
    line({ line: 2, variantId: 'x', found: 1, reason: 'damaged', swap: swap(2) }),
    line({ line: 3, variantId: 'w', found: 1, short: 1, reason: 'other' }),
  ]
  const rest = { damaged: 0, isGone: false, swapped: 0 }
  expect(pickedStock(lines)).toEqual([
    { ...rest, variantId: 'v', found: 1, reason: 'not there', isGone: true },
    { ...rest, variantId: 'x', found: 1, reason: 'damaged', damaged: 1 },
    { ...rest, variantId: 'w', found: 1, reason: 'other', swapped: 2 },
  ])
})
