import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { InvoiceData } from './data.ts'
import { stateCode, taxInside } from './tax.ts'

type Options = {
  totals: [total: number, rate: number | null][]
  discount?: number
  gstin?: string
  state?: string
}

function invoice({
  totals,
  discount = 0,
  gstin = '27AAPFU0939F1ZV',
  state = 'Maharashtra',
}: Options): InvoiceData {
  const lines = totals.map(([total, taxRate]) => ({
    title: 'x',
    quantityText: '1 L',
    quantity: 1,
    price: total,
    total,
    hsn: '',
    taxRate,
  }))
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0)
  const empty = { fullName: '', phone: '', houseNo: '', landmark: '', street: '', pincode: '', city: '' }
  return {
    number: '1',
    issuedAt: new Date(0),
    orderId: '',
    orderedAt: new Date(0),
    paymentStatus: 'paid',
    paymentMethod: 'wallet',
    seller: { name: '', address: '', gstin, email: '', contact: '', website: '' },
    buyer: { fullName: '', phone: '' },
    address: { ...empty, state },
    lines,
    subtotal,
    discount,
    couponName: '',
    referralDiscount: 0,
    charges: [],
    total: subtotal - discount,
  }
}

test('takes the tax out of a price that includes it', () => {
  expect(taxInside(invoice({ totals: [[11_800, 1800]] }))).toEqual({
    names: ['CGST', 'SGST'],
    rows: [{ hsn: '', rate: 1800, taxable: 10_000, each: 900 }],
  })
})

test.each([
  ['27AAPFU0939F1ZV', 'maharashtra', ['CGST', 'SGST']],
  ['27AAPFU0939F1ZV', 'Karnataka', ['IGST']],
  ['27AAPFU0939F1ZV', 'Somewhere', ['CGST', 'SGST']],
  ['04AAPFU0939F1ZV', 'Chandigarh', ['CGST', 'UTGST']],
  ['no number', 'Karnataka', ['CGST', 'SGST']],
])('chooses the taxes for supplier %s and delivery to %s', (gstin, state, names) => {
  expect(taxInside(invoice({ totals: [[100, 500]], gstin, state }))?.names).toEqual(names)
})

test('computes no tax without a GSTIN or a known rate', () => {
  expect(taxInside(invoice({ totals: [[100, 500]], gstin: ' ' }))).toBeNull()
  expect(taxInside(invoice({ totals: [[100, null]] }))).toBeNull()
})

test('finds a state’s code in any spelling', () => {
  expect(stateCode('JAMMU & KASHMIR')).toBe('01')
  expect(stateCode('')).toBeNull()
})

test('splits the price of the goods into taxable values and taxes without losing a paisa', () => {
  const amount = fc.integer({ min: 0, max: 100_000_000 })
  const rate = fc.constantFrom(0, 25, 300, 500, 1200, 1800, 2800, 4000)
  fc.assert(
    fc.property(
      fc.array(fc.tuple(amount, rate), { minLength: 1, maxLength: 20 }),
      fc.nat(1000),
      (totals, part) => {
        const subtotal = totals.reduce((sum, [total]) => sum + total, 0)
        const discount = Math.floor((subtotal / 1000) * part)
        const rows = taxInside(invoice({ totals, discount }))?.rows ?? []
        expect(rows.reduce((sum, { taxable, each }) => sum + taxable + 2 * each, 0)).toBe(subtotal - discount)
        for (const { taxable, each } of rows) expect(Math.min(taxable, each)).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})
