import type { StockRow } from '@kirana/contract/stock'
import { expect, test } from 'vitest'
import {
  changeLine,
  emptyDraft,
  isKeyOld,
  problemOf,
  sentReceipt,
  withOtherExpiry,
  withPiece,
} from './draft.ts'

const row = (variantId: string): StockRow => ({
  variantId,
  productId: 'p',
  title: 'Milk',
  productQuantity: '500 ML',
  image: '',
  onHand: null,
  reserved: null,
  available: null,
  shelf: '',
  lowAt: 0,
  byWeight: false,
  barcodes: [],
  nextExpiry: null,
  version: 1,
})
const today = '2026-11-21'

test('a second scan adds a piece to the last line of its variant, and another expiry gets a separate line', () => {
  const { draft: one, key } = withPiece(emptyDraft, row('milk'))
  const { draft: two } = withPiece(one, row('curd'))
  const { draft: three, key: again } = withPiece(two, row('milk'))
  expect(again).toBe(key)
  expect(three.lines.map(({ variantId, quantity }) => [variantId, quantity])).toEqual([
    ['milk', '2'],
    ['curd', '1'],
  ])
  const [milk] = three.lines
  if (!milk) throw new Error('No line')
  const { draft: split, key: other } = withOtherExpiry(three, milk)
  expect(split.lines.map(({ variantId }) => variantId)).toEqual(['milk', 'milk', 'curd'])
  const { key: latest } = withPiece(split, row('milk'))
  expect(latest).toBe(other)
})

test('a line has a problem until it can be received', () => {
  const { draft, key } = withPiece(emptyDraft, row('milk'))
  const problem = (change: object) => {
    const [line] = changeLine(draft, key, change).lines
    return line && problemOf(line, today)
  }
  expect(problem({})).toBeNull()
  for (const quantity of ['', '0', '1.5', '-1', 'x', '1000001'])
    expect(problem({ quantity }), quantity).toMatchObject({ field: 'quantity' })
  expect(problem({ expiry: '310226' })).toMatchObject({ field: 'expiry' })
  expect(problem({ expiry: '201126' })).toMatchObject({ field: 'expiry', question: true })
  expect(problem({ expiry: '201126', isSure: true })).toBeNull()
  const far = problem({ expiry: '221136', isSure: true })
  expect(far).toMatchObject({ field: 'expiry' })
  expect(far).not.toHaveProperty('question')
  expect(problem({ cost: 'x' })).toMatchObject({ field: 'cost' })
  expect(sentReceipt(changeLine(draft, key, { quantity: '24', expiry: '1226', cost: '40.5' })).items).toEqual(
    [{ variantId: 'milk', quantity: 24, expiry: '2026-12-31', cost: '40.5' }],
  )
})

test('the key of a sent receipt is old after a day, or if its age is unknown', () => {
  const now = Date.parse('2026-11-23T08:00:00+05:30')
  const old = (at: string) => isKeyOld({ input: '', key: 'k', at: Date.parse(at) }, now)
  expect(old('2026-11-22T08:00:01+05:30')).toBe(false)
  expect(old('2026-11-22T07:59:59+05:30')).toBe(true)
  expect(isKeyOld({ input: '', key: 'k' }, now)).toBe(true)
})
