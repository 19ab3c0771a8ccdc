import { expect, test } from 'vitest'
import { read } from '../../testing/invoices/invoice-pdf-reader.ts'
import { invoiceOf, line, supply } from '../../testing/invoices/supply.ts'
import type { InvoiceData } from './data.ts'
import { renderInvoice } from './pdf.ts'

const plain = (pages: string[]) => pages.join('|').replaceAll('|', '')
const draw = async (data: InvoiceData) => read(await renderInvoice(data))

test('shows the taxable value, CGST and SGST when the rates are known', async () => {
  const charges = [{ title: 'Delivery', amount: 2_500, sac: '9968', rate: 'goods' as const }]
  const lines = [line('Ghee', 1, 112_000, { hsn: '0405', rate: 500 })]
  const { text } = await draw(invoiceOf(supply(lines, { charges })))
  // 1,100 × 5 / 210 = 26.190… and 25 × 5 / 210 = 0.595…: both halves are rounded alike, the rest is the taxable value.
  for (const part of [
    'TAX INVOICE',
    'HSN',
    '04055%₹1,047.62₹26.19 (2.5%)₹26.19 (2.5%)₹1,100.00',
    '99685%₹23.80₹0.60 (2.5%)₹0.60 (2.5%)₹25.00',
    'Total₹1,071.42₹26.79₹26.79₹1,125.00',
    'Tax included in the prices, after discounts: ₹53.58',
    'Ghee, 500 GM',
    '₹20.00',
  ]) {
    expect(plain(text)).toContain(part)
  }
  expect(plain(text)).not.toContain('Prices include all taxes')
})

test('shows IGST for a delivery into another State', async () => {
  const address = { ...supply([]).address, state: 'Karnataka' }
  const lines = [line('Ghee', 1, 21_000, { hsn: '0405', rate: 500 })]
  const ordered = supply(lines, { address, charges: [], discount: 0, referralDiscount: 0 })
  const all = plain((await draw(invoiceOf(ordered))).text)
  for (const part of ['Karnataka (29)', 'IGST', '04055%₹200.00₹10.00 (5%)₹210.00'])
    expect(all).toContain(part)
  expect(all).not.toContain('SGST')
})

test.each([
  ['Karnataka', '400001', 'Karnataka (29)', 'IGST'],
  ['', '560001', 'Karnataka (29)', 'IGST'],
  ['Bengaluru', '560001', 'Karnataka (29)', 'IGST'],
  ['', '400001', 'Maharashtra (27)', 'CGST'],
  // A district on a border: the company's own State.
  ['', '605001', 'Maharashtra (27)', 'CGST'],
])('the place of supply of State “%s” and pincode %s is %s', async (state, pincode, place, tax) => {
  const address = { ...supply([]).address, state, pincode }
  const lines = [line('Ghee', 1, 21_000, { hsn: '0405', rate: 500 })]
  const { placeOfSupply, taxNames } = invoiceOf(
    supply(lines, { address, charges: [], discount: 0, referralDiscount: 0 }),
  )
  expect([`${placeOfSupply.name} (${placeOfSupply.code})`, taxNames?.[0]]).toEqual([place, tax])
})

test('shows a bag of taxable, exempt and unknown lines, each as it is', async () => {
  const lines = [
    line('Soap', 1, 10_500, { hsn: '3401', rate: 500 }),
    line('Milk', 1, 6_000, { hsn: '0401', rate: 0 }),
    line('Gift', 1, 5_000),
  ]
  const ordered = supply(lines, { charges: [], discount: 0, referralDiscount: 0 })
  const all = plain((await draw(invoiceOf(ordered))).text)
  for (const part of [
    'INVOICE-CUM-BILL OF SUPPLY',
    '34015%₹100.00₹2.50 (2.5%)₹2.50 (2.5%)₹105.00',
    '0401Nil₹60.00₹0.00₹0.00₹60.00',
    '––––₹50.00',
    'Total₹160.00₹2.50₹2.50₹215.00',
    'Prices include all taxes.',
  ])
    expect(all).toContain(part)
})

test('shows no tax on a bill of supply of exempt goods', async () => {
  const lines = [line('Milk', 1, 6_000, { hsn: '0401', rate: 0 })]
  const ordered = supply(lines, { charges: [], discount: 0, referralDiscount: 0 })
  const all = plain((await draw(invoiceOf(ordered))).text)
  for (const part of ['BILL OF SUPPLY', '0401', 'GSTIN: 27AAPFU0939F1ZV']) expect(all).toContain(part)
  for (const absent of ['CGST', 'CUM', 'Prices include all taxes']) expect(all).not.toContain(absent)
})

test('a free delivery makes no taxable supply of exempt goods', async () => {
  const lines = [line('Milk', 1, 6_000, { hsn: '0401', rate: 0 })]
  const charges = [{ title: 'Delivery', amount: 0, sac: '9968', rate: 1_800 }]
  const ordered = supply(lines, { charges, discount: 0, referralDiscount: 0 })
  const all = plain((await draw(invoiceOf(ordered))).text)
  expect(all).toContain('BILL OF SUPPLY')
  for (const absent of ['CGST', 'CUM']) expect(all).not.toContain(absent)
})

test('has the statement that a composition dealer must make, and shows no tax', async () => {
  const lines = [line('Soap', 1, 10_500, { hsn: '3401', rate: 500 })]
  const all = plain((await draw(invoiceOf(supply(lines, { registration: 'composition' })))).text)
  for (const part of [
    'BILL OF SUPPLY',
    'GSTIN: 27AAPFU0939F1ZV',
    'Composition taxable person, not eligible to collect tax on supplies',
  ])
    expect(all).toContain(part)
  for (const absent of ['CGST', 'TAX INVOICE', 'Prices include all taxes']) expect(all).not.toContain(absent)
})

test.each([
  ['a GSTIN that fails its check digit', '27ABCDE1234F1Z5', 'regular'],
  ['a company that says it is not registered', '27AAPFU0939F1ZV', 'unregistered'],
] as const)('is a bill without GSTIN and tax for %s', async (_, gstin, registration) => {
  const ordered = supply([line('Soap', 1, 10_500, { hsn: '3401', rate: 500 })], { registration })
  const all = plain((await draw(invoiceOf({ ...ordered, seller: { ...ordered.seller, gstin } }))).text)
  for (const part of ['BILL', 'Prices include all taxes.']) expect(all).toContain(part)
  for (const absent of ['GSTIN', gstin, 'CGST', 'INVOICE', 'SUPPLY']) expect(all).not.toContain(absent)
})

test('a credit note names its invoice', async () => {
  const credits = {
    number: '26-27/0000122',
    issuedAt: new Date('2026-11-18T12:00:00Z'),
    reason: 'Order canceled',
  }
  const note = { title: 'Credit Note', number: 'CN26-27/0000001', credits }
  const all = plain((await draw(invoiceOf(supply([line('Salt', 1, 5_000, { rate: 500 })]), note))).text)
  for (const part of [
    'CREDIT NOTE',
    'Credit note number',
    'CN26-27/0000001',
    'For invoice',
    '26-27/0000122',
    '18 Nov 2026',
    'Order canceled',
    'computer-generated credit note',
    '₹55.00',
  ])
    expect(all).toContain(part)
  for (const absent of ['TAX INVOICE', 'Payment']) expect(all).not.toContain(absent)
})
