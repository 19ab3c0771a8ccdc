import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { InvoiceData, InvoiceLine } from './data.ts'
import { read } from '../../testing/invoice-pdf-reader.ts'
import { renderInvoice } from './pdf.ts'

const line = (
  title: string,
  quantity: number,
  price: number,
  more: Partial<InvoiceLine> = {},
): InvoiceLine => ({
  title,
  quantityText: '500 GM',
  quantity,
  price,
  total: price * quantity,
  hsn: '',
  taxRate: null,
  ...more,
})

/** An invoice that adds up for its lines, 20 rupees off and 25 rupees of delivery. */
function invoice(lines: InvoiceLine[], more: Partial<InvoiceData> = {}): InvoiceData {
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0)
  return {
    number: '26-27/0000123',
    issuedAt: new Date('2026-11-20T20:15:00Z'),
    orderId: 'KRN-42',
    orderedAt: new Date('2026-11-20T18:00:00Z'),
    paymentStatus: 'due',
    paymentMethod: 'cod',
    seller: {
      name: 'Kirana Fresh Private Limited',
      address: 'Commerz II\nMumbai 400063',
      gstin: '27AAPFU0939F1ZV',
      email: 'care@kirana.example',
      contact: '+919876543210',
      website: 'https://kirana.example',
    },
    buyer: { fullName: 'Asha Kulkarni', phone: '+919812345678' },
    address: {
      fullName: 'Ravi Kulkarni',
      phone: '+919898989898',
      houseNo: 'Flat 12B',
      landmark: 'City Hospital',
      street: 'MG Road',
      pincode: '400001',
      city: 'Mumbai',
      state: 'Maharashtra',
    },
    lines,
    subtotal,
    discount: 1500,
    couponName: 'DIWALI',
    referralDiscount: 500,
    charges: [{ title: 'Delivery charge', amount: 2500 }],
    total: subtotal + 500,
    ...more,
  }
}

const plain = (pages: string[]) => pages.join('|').replaceAll('|', '')
const draw = async (data: InvoiceData) => read(await renderInvoice(data))

const hindi = ['आशीर्वाद आटा', 'श्री', 'क्षत्रिय', 'ज़ीरा', 'हल्दी पाउडर']

describe('renderInvoice', () => {
  test('shows seller, buyer, dates, lines and totals', async () => {
    const { text, codes } = await draw(
      invoice([line('Tur Dal', 2, 12_345_67, { quantityText: '1 Kilo' }), line('Café Crème', 1, 50)]),
    )
    const all = plain(text)
    for (const part of [
      'TAX INVOICE',
      'Kirana Fresh Private Limited',
      'Commerz II, Mumbai 400063',
      'GSTIN: 27AAPFU0939F1ZV',
      '+91 98765 43210',
      '26-27/0000123',
      '21 Nov 2026',
      '20 Nov 2026',
      'KRN-42',
      'Cash on delivery · Due',
      'Maharashtra (27)',
      'Asha Kulkarni',
      'Ravi Kulkarni',
      'Flat 12B, MG Road',
      'Mumbai, Maharashtra – 400001',
      'Tur Dal',
      'Café Crème',
      '1 Kilo',
      '₹12,345.67',
      '₹24,691.34',
      '₹0.50',
      'Subtotal₹24,691.84',
      'Coupon discount (DIWALI)-₹15.00',
      'Referral discount-₹5.00',
      'Delivery charge₹25.00',
      'Total₹24,696.84',
      'Rupees Twenty-Four Thousand Six Hundred Ninety-Six',
      'Prices include all taxes.',
      'Page 1 of 1',
    ]) {
      expect(all).toContain(part)
    }
    for (const absent of ['Round off', 'CGST', 'HSN', 'undefined', 'NaN']) expect(all).not.toContain(absent)
    expect(codes).not.toContain(0)
  })

  test('shows the taxable value, CGST and SGST when the rate is known', async () => {
    const { text } = await draw(invoice([line('Ghee', 1, 112_000, { hsn: '0405', taxRate: 1200 })]))
    // (1,120 − 20) / 1.12 = 982.14; half of 117.86 each.
    for (const part of ['HSN', '0405', '₹982.14', 'CGST', 'SGST', '₹58.93 (6%)', '12%']) {
      expect(plain(text)).toContain(part)
    }
    expect(plain(text)).not.toContain('Prices include all taxes')
  })

  test('shows how the total was rounded', async () => {
    const data = invoice([line('Salt', 1, 10_030)], { roundOff: -30, total: 10_500 })
    expect(plain((await draw(data)).text)).toContain('Round off-₹0.30')
  })

  test('is not a tax invoice without a GSTIN and omits labels of empty texts', async () => {
    const nobody = { name: '', address: ' \n ', gstin: ' ', email: '', contact: '', website: '' }
    const nowhere = {
      fullName: '',
      phone: '',
      houseNo: '',
      landmark: ' ',
      street: '',
      pincode: '',
      city: '',
      state: '',
    }
    const { text } = await draw(
      invoice([line('Salt', 1, 5000, { taxRate: 500 })], {
        seller: nobody,
        buyer: { fullName: '', phone: '' },
        address: nowhere,
        couponName: '',
      }),
    )
    const all = plain(text)
    expect(all).toContain('INVOICE')
    for (const absent of [
      'TAX INVOICE',
      'GSTIN',
      'CGST',
      '()',
      'undefined',
      'Landmark',
      'Phone',
      'For ',
      'Billed to',
      ', ,',
    ]) {
      expect(all).not.toContain(absent)
    }
  })

  test('continues over pages with the table head on each', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => line(`Product ${index + 1}.`, 1, 1000 + index))
    const { text } = await draw(invoice(lines))
    const tables = text.filter((page) => page.includes('Product '))
    expect(tables.length).toBeGreaterThan(3)
    for (const [index, page] of text.entries()) {
      const all = plain([page])
      expect(all).toContain(`Page ${index + 1} of ${text.length}`)
      expect(all).toContain('26-27/0000123')
    }
    for (const page of tables) expect(page).toContain('Description')
    for (const { title } of lines) expect(plain(text)).toContain(title)
  })

  test('keeps texts of any length inside the page', async () => {
    const endless = 'Supercalifragilistic'.repeat(100)
    const wordy = 'many words और हिन्दी '.repeat(100)
    const data = invoice(
      [line(endless, 99_999, 10_000_000), line(wordy, 1, 1, { quantityText: endless, hsn: endless })],
      {
        seller: {
          name: wordy,
          address: endless,
          gstin: endless,
          email: wordy,
          contact: endless,
          website: endless,
        },
        buyer: { fullName: endless, phone: endless },
        orderId: endless,
        couponName: endless,
        charges: [{ title: endless, amount: 2500 }],
      },
    )
    const { pages } = await draw(data)
    for (const { text, size, x, y, width } of pages.flat()) {
      expect(size, text).toBeGreaterThan(6)
      expect(y, text).toBeGreaterThan(15)
      expect(y, text).toBeLessThan(820)
      expect(x, text).toBeGreaterThanOrEqual(39)
      expect(x + width, text).toBeLessThanOrEqual(556)
    }
  })
})

describe('scripts', () => {
  test('draws Hindi in the Devanagari font, shaped and with no glyph missing', async () => {
    const { pages, codes } = await draw(invoice(hindi.map((title) => line(`${title} Premium`, 1, 1000))))
    const drawn = pages.flat()
    for (const { text, font } of drawn) {
      if (/\p{Script=Devanagari}/u.test(text)) expect(font).toContain('NotoSansDevanagari')
      if (/[A-Za-z0-9₹]/.test(text)) expect(font).toMatch(/NotoSans-/)
    }
    expect(codes).not.toContain(0)
    const inHindi = drawn.filter(({ font }) => font.includes('Devanagari'))
    // Conjuncts, the reph and a letter with its nukta are one glyph each, so most words have fewer glyphs than characters.
    expect(inHindi.map(({ glyphs }) => glyphs)).toEqual([7, 3, 2, 4, 4, 4, 5])
  })

  test('draws U+FFFD for missing glyphs and drops direction and control characters', async () => {
    const { text, codes } = await draw(invoice([line('தமிழ் 🙂 \u202Etxet\u0000\u0007 tea\u200d', 1, 2000)]))
    expect(plain(text)).toContain('\uFFFD\uFFFD\uFFFD \uFFFD txet tea')
    expect(codes).not.toContain(0)
  })
})

describe('the file', () => {
  const digest = (pdf: Buffer) => createHash('sha256').update(pdf).digest('hex')

  test('has equal bytes for equal invoices', async () => {
    const data = invoice(hindi.map((title) => line(title, 1, 1000)))
    const first = await renderInvoice(data)
    await renderInvoice(invoice([line('कृष्ण क र् ज\u093c ffi é', 1, 2000)]))
    expect(digest(await renderInvoice(structuredClone(data)))).toBe(digest(first))
    expect(digest(await renderInvoice({ ...data, number: '26-27/0000124' }))).not.toBe(digest(first))
  })

  test.each<[string, (data: InvoiceData) => InvoiceData]>([
    ['a total that is a paisa off', (data) => ({ ...data, total: data.total + 1 })],
    [
      'a subtotal that is not its lines',
      (data) => ({ ...data, subtotal: data.subtotal + 1, total: data.total + 1 }),
    ],
    [
      'a line that is not price times quantity',
      (data) => ({ ...data, lines: [{ ...line('Salt', 2, 500), total: 500 }, line('Oil', 1, 4500)] }),
    ],
    ['discounts above the subtotal', (data) => ({ ...data, discount: 99_500, total: -92_500 })],
    ['a rounding of a rupee', (data) => ({ ...data, roundOff: 100, total: data.total + 100 })],
    ['half a paisa', (data) => ({ ...data, discount: 1500.5, total: data.total - 0.5 })],
    ['no lines', (data) => ({ ...data, lines: [] })],
  ])('throws for %s', async (_, spoil) => {
    await expect(renderInvoice(spoil(invoice([line('Salt', 1, 5000)])))).rejects.toThrow(
      'Invoice 26-27/0000123',
    )
  })
})
