import { describe, expect, test } from 'vitest'
import { cashMove, cashRounding, cashTotal, countOutcome, sumOfCount } from './cash.ts'

const delivered = {
  to: 'delivered',
  total: 16_000,
  roundsCash: false,
  before: 'none',
  after: 'cash',
  rider: null,
} as const
const corrected = {
  to: 'confirmed',
  total: 16_000,
  roundsCash: false,
  before: 'cash',
  after: 'none',
  rider: null,
} as const
const held = { isReversed: false, amount: 16_000, riderId: 'r1', isCounted: false }

describe('the cash of an order', () => {
  test('goes to the rider who took it, or to the till', () => {
    expect(cashMove({ ...delivered, rider: 'r1' }, null)).toEqual({
      kind: 'collected',
      holder: { riderId: 'r1' },
      amount: 16_000,
    })
    expect(cashMove(delivered, null)?.holder.riderId).toBeNull()
  })

  test('is returned by its present holder', () => {
    expect(cashMove(corrected, held)).toEqual({ kind: 'reversed', holder: { riderId: 'r1' }, amount: 16_000 })
    expect(cashMove(corrected, { ...held, isCounted: true })?.holder.riderId).toBeNull()
  })

  test('is posted again to the holder from whom it was reversed', () => {
    expect(cashMove(delivered, { ...held, isReversed: true })?.holder.riderId).toBe('r1')
    expect(cashMove(delivered, { ...held, isReversed: true, riderId: null })?.holder.riderId).toBeNull()
  })

  test('of an earlier release reverses nothing', () => {
    expect(cashMove(corrected, null)).toBeNull()
    expect(cashMove(corrected, { ...held, isReversed: true })).toBeNull()
  })

  test('does not move when an order is canceled, and a free order has none', () => {
    expect(cashMove({ ...corrected, to: 'canceled', after: 'cash' }, held)).toBeNull()
    expect(cashMove({ ...delivered, total: 0 }, null)).toBeNull()
  })
})

describe('rounding of cash', () => {
  test.each([
    [16_000, 0],
    [16_049, -49],
    [16_050, 50],
    [16_099, 1],
    [50, 50],
    [49, 0],
    [0, 0],
  ])('of %i paise adds %i', (total, added) => {
    expect(cashRounding({ total, roundsCash: true })).toBe(added)
    expect(cashTotal({ total, roundsCash: true })).toBe(total + added)
    expect(cashRounding({ total, roundsCash: false })).toBe(0)
  })

  test('decides what is collected; a correction returns what was collected', () => {
    const bill = { total: 16_050, roundsCash: true }
    expect(cashMove({ ...delivered, ...bill }, null)?.amount).toBe(16_100)
    expect(cashMove({ ...corrected, ...bill }, { ...held, amount: 16_100 })?.amount).toBe(16_100)
  })
})

describe('a count', () => {
  test('adds up its denominations', () => {
    expect(sumOfCount({ 500: 3, 100: 2, 0.5: 1 })).toBe(170_050)
    expect(sumOfCount({})).toBe(0)
  })

  test('of ₹4,950 against ₹5,000 is ₹50 short', () => {
    expect(countOutcome(500_000, 495_000, 0)).toEqual({
      toTill: 495_000,
      shortage: 5_000,
      repaid: 0,
      surplus: 0,
      difference: -5_000,
    })
  })

  test('with a surplus repays a shortage first', () => {
    expect(countOutcome(500_000, 508_000, 5_000)).toEqual({
      toTill: 500_000,
      shortage: 0,
      repaid: 5_000,
      surplus: 3_000,
      difference: 8_000,
    })
  })
})
