import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  claimDueBy,
  claimNumberText,
  claimRefund,
  claimState,
  claimsUrgentUntil,
  type DeliveredOrder,
  exceedsClaimShare,
  isClaimInTime,
  linesClaimedBeyond,
  refundedClaimRefusal,
  replacedPieces,
  worthOfPieces,
} from './claims.ts'
import { longTimeout, propertyRuns } from './testing.ts'

test('three pieces for ₹89.99 give back 30.00, 29.99 and 30.00', () => {
  expect([0, 1, 2].map((before) => worthOfPieces(8_999, 3, before, 1))).toEqual([3_000, 2_999, 3_000])
  expect(worthOfPieces(8_999, 3, 0, 3)).toBe(8_999)
})

test.each([
  [0, 0, 0, 0],
  [100, 3, 2, 2],
  [100, 3, -1, 1],
  [0.5, 3, 0, 1],
])('rejects impossible pieces (%d paise, %d pieces, %d and %d)', (amount, pieces, before, count) => {
  expect(() => worthOfPieces(amount, pieces, before, count)).toThrow(RangeError)
})

test('a line with more claimed pieces than its rows delivered is found', () => {
  const rows = [1, 1, 2].map((line) => ({ line, pieces: 2 }))
  const claimed = (pieces: number) => [1, 2, 3].map((line) => ({ line, pieces }))
  expect(linesClaimedBeyond(rows, claimed(0))).toEqual([])
  expect(linesClaimedBeyond(rows, claimed(4))).toEqual([
    { line: 2, pieces: 4 },
    { line: 3, pieces: 4 },
  ])
})

test.each([
  // Thursday: Fri, Sat, Mon, Tue, Wed, Thu, Fri.
  ['2026-11-26T10:00:00+05:30', '2026-12-04T18:29:59.999Z'],
  // A Sunday counts as the day of opening, too.
  ['2026-11-22T23:59:59+05:30', '2026-11-30T18:29:59.999Z'],
  // Half an hour later in Kolkata than in UTC: the day is Monday.
  ['2026-11-22T18:30:00Z', '2026-12-01T18:29:59.999Z'],
])('a claim of %s is due by %s', (openedAt, dueBy) => {
  expect(claimDueBy(new Date(openedAt)).toISOString()).toBe(dueBy)
})

test('a claim is in time until the end of the day of delivery in Kolkata', () => {
  const delivered = new Date('2026-11-21T09:00:00+05:30')
  expect(isClaimInTime(delivered, new Date('2026-11-21T23:59:59.999+05:30'))).toBe(true)
  expect(isClaimInTime(delivered, new Date('2026-11-22T00:00:00+05:30'))).toBe(false)
})

test('a claim is urgent one business day before it is due', () => {
  const saturday = new Date('2026-11-28T09:00:00+05:30')
  expect(claimsUrgentUntil(saturday)).toEqual(new Date('2026-11-30T23:59:59.999+05:30'))
})

test.each([
  [2, 10, 2_000, false],
  [3, 10, 2_000, true],
  [1, 0, 2_000, true],
  [4, 4, 10_000, false],
])('%d claims of %d deliveries exceed %d basis points: %s', (claims, deliveries, share, isMarked) => {
  expect(exceedsClaimShare({ claims, deliveries }, share)).toBe(isMarked)
})

test('formats the number of a claim', () => {
  expect(claimNumberText(123)).toBe('CL-000123')
  expect(() => claimNumberText(0)).toThrow(RangeError)
})

const order: DeliveredOrder = {
  // Line 1: two found pieces and three that replace others; line 2: one.
  rows: [
    { line: 1, pieces: 2, paid: 999, coins: 4 },
    { line: 1, pieces: 3, paid: 500, coins: 0 },
    { line: 2, pieces: 1, paid: 700, coins: 2 },
  ],
  charges: 250,
  roundOff: 0,
  coins: 6,
  coinsTaken: 0,
  refunded: [],
}

test('refunds found pieces before those that replace others', () => {
  const refund = claimRefund(order, [{ line: 1, pieces: 3 }])
  expect(refund).toEqual({
    rows: [
      { pieces: 2, amount: 999, coins: 4 },
      { pieces: 1, amount: 167, coins: 0 },
      { pieces: 0, amount: 0, coins: 0 },
    ],
    charges: 0,
    roundOff: 0,
    amount: 1_166,
    coins: 4,
    completes: false,
  })
})

test('charges are refunded with the last delivered piece', () => {
  const rest = { ...order, coins: 2, coinsTaken: 4, refunded: [{ line: 1, pieces: 5 }] }
  expect(claimRefund(rest, [{ line: 2, pieces: 1 }])).toMatchObject({
    charges: 250,
    amount: 950,
    coins: 2,
    completes: true,
  })
})

test('the last piece refunds all of the rounding, every other piece none of it', () => {
  const rounded = { ...order, roundOff: -49 }
  expect(claimRefund(rounded, [{ line: 1, pieces: 5 }])).toMatchObject({ roundOff: 0, amount: 1_499 })
  const rest = { ...rounded, refunded: [{ line: 1, pieces: 5 }] }
  expect(claimRefund(rest, [{ line: 2, pieces: 1 }])).toMatchObject({ roundOff: -49, amount: 901 })
})

test('never refunds more than the bill, even if the last pieces cost less than the rounding', () => {
  const rows = [
    { line: 1, pieces: 1, paid: 130, coins: 0 },
    { line: 2, pieces: 1, paid: 10, coins: 0 },
  ]
  const cheap = { ...order, rows, charges: 0, roundOff: -40 }
  expect(claimRefund(cheap, [{ line: 1, pieces: 1 }])).toMatchObject({ roundOff: -30, amount: 100 })
  const rest = { ...cheap, refunded: [{ line: 1, pieces: 1 }] }
  expect(claimRefund(rest, [{ line: 2, pieces: 1 }])).toMatchObject({ roundOff: -10, amount: 0 })
})

test('rejects more pieces than were delivered', () => {
  expect(() => claimRefund(order, [{ line: 2, pieces: 2 }])).toThrow(RangeError)
  expect(() => claimRefund(order, [{ line: 3, pieces: 1 }])).toThrow(RangeError)
  const twice = [
    { line: 2, pieces: 1 },
    { line: 2, pieces: 1 },
  ]
  expect(() => claimRefund(order, twice)).toThrow(RangeError)
})

test('replaces the pieces after those that were decided, found ones first', () => {
  const { rows } = order
  const three = [{ line: 1, pieces: 3 }]
  expect(replacedPieces({ rows, decided: [] }, three)).toEqual([2, 1, 0])
  expect(replacedPieces({ rows, decided: [{ line: 1, pieces: 1 }] }, three)).toEqual([1, 2, 0])
  expect(() => replacedPieces({ rows, decided: three }, three)).toThrow(RangeError)
})

test.each([
  [{ pieces: 2, refunded: 1, replaced: 0, refused: 0 }, 'open'],
  [{ pieces: 2, refunded: 1, replaced: 1, refused: 0 }, 'refunded'],
  [{ pieces: 2, refunded: 0, replaced: 1, refused: 1 }, 'replaced'],
  [{ pieces: 2, refunded: 0, replaced: 0, refused: 2 }, 'refused'],
])('a claim with the line %o is %s', (line, state) => {
  expect(claimState([line])).toBe(state)
})

test('an order with refunded pieces can only be canceled', () => {
  expect(refundedClaimRefusal('delivered', 'canceled')).toBeNull()
  expect(refundedClaimRefusal('delivered', 'dispatched')).toMatch(/only be canceled/)
  expect(refundedClaimRefusal('canceled', 'delivered')).toMatch(/stays canceled/)
})

/** R(n) with rational numbers: the largest whole number that is not more than the exact half-up value. */
const oracle = (amount: number, pieces: number, n: number) => {
  const doubled = 2n * BigInt(amount) * BigInt(n) + BigInt(pieces)
  return (doubled - (doubled % (2n * BigInt(pieces)))) / (2n * BigInt(pieces))
}

const row = fc.record({
  line: fc.integer({ min: 1, max: 4 }),
  pieces: fc.integer({ min: 1, max: 20 }),
  paid: fc.oneof(fc.nat(500), fc.nat(1_000_000_000)),
  coins: fc.nat(100),
})

test(
  'pieces refunded in any portions equal an oracle in BigInt and give back exactly what was paid',
  longTimeout,
  () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 8 }),
        fc.nat(10_000),
        fc.nat(1_000),
        fc.infiniteStream(fc.nat()),
        (rows, charges, coins, random) => {
          const next = () => Number(random.next().value)
          const left = new Map<number, number>()
          for (const { line, pieces } of rows) left.set(line, (left.get(line) ?? 0) + pieces)
          const refunded: { line: number; pieces: number }[] = []
          let [money, taken] = [0, 0]
          while (left.size > 0) {
            const lines = [...left.keys()]
            const line = lines[next() % lines.length] ?? 0
            const pieces = 1 + (next() % (left.get(line) ?? 1))
            const refund = claimRefund(
              { rows, charges, roundOff: 0, coins: coins - taken, coinsTaken: taken, refunded },
              [{ line, pieces }],
            )
            const before = refunded.reduce((sum, r) => (r.line === line ? sum + r.pieces : sum), 0)
            let start = 0
            for (const [i, { line: of, pieces: all, paid }] of rows.entries()) {
              if (of !== line) continue
              const [from, to] = [before, before + pieces].map((n) => Math.min(Math.max(n - start, 0), all))
              start += all
              expect(BigInt(refund.rows[i]?.amount ?? -1)).toBe(
                oracle(paid, all, to ?? 0) - oracle(paid, all, from ?? 0),
              )
            }
            money += refund.amount
            taken += refund.coins
            expect(taken).toBeLessThanOrEqual(coins)
            refunded.push({ line, pieces })
            const rest = (left.get(line) ?? 0) - pieces
            if (rest > 0) left.set(line, rest)
            else left.delete(line)
            const paidInAll = rows.reduce((sum, { paid }) => sum + paid, 0)
            expect(money).toBeLessThanOrEqual(paidInAll + charges)
          }
          expect(money).toBe(rows.reduce((sum, { paid }) => sum + paid, charges))
          expect(taken).toBe(coins)
        },
      ),
      propertyRuns,
    )
  },
)
