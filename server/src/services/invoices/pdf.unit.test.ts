import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { line, invoiceOf, supply } from '../../testing/invoices/supply.ts'
import { read } from '../../testing/invoices/invoice-pdf-reader.ts'
import type { InvoiceData, Supply } from './data.ts'
import { renderInvoice } from './pdf.ts'

const invoice = (lines: Supply['lines'], more: Partial<InvoiceData> = {}) => invoiceOf(supply(lines), more)

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
      'FSSAI licence no. 11521999000123',
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

  test('shows how the total was rounded', async () => {
    const data = invoice([line('Salt', 1, 10_030)], { roundOff: -30, total: 10_500 })
    expect(plain((await draw(data)).text)).toContain('Round off-₹0.30')
  })

  test('adds up rows of the same code and rate in the tax table', async () => {
    const taxed = { hsn: '2501', rate: 500 }
    const delivery = { sac: '9968', rate: 1800 }
    const ordered = supply([line('Salt', 1, 10_500, taxed), line('Rock salt', 1, 21_000, taxed)], {
      discount: 0,
      referralDiscount: 0,
      charges: [
        { title: 'Delivery fee', amount: 2500, ...delivery },
        { title: 'Handling charge', amount: 500, ...delivery },
      ],
    })
    const all = plain((await draw(invoiceOf(ordered))).text)
    expect(all).toContain('Tax included in the prices, after discounts: ₹19.58')
    expect(all).toContain('25015%₹300.00₹7.50 (2.5%)₹7.50 (2.5%)₹315.00')
    expect(all).toContain('996818%₹25.42₹2.29 (9%)₹2.29 (9%)₹30.00')
    expect(all).toContain('Total₹325.42₹9.79₹9.79₹345.00')
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
    const ordered = supply([line('Salt', 1, 5000, { rate: 500 })], {
      seller: nobody,
      buyer: { fullName: '', phone: '' },
      address: nowhere,
      couponName: '',
    })
    const { text } = await draw(invoiceOf(ordered))
    const all = plain(text)
    expect(all).toContain('BILL')
    for (const absent of [
      'INVOICE',
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
    // Conjuncts, the reph and letters with a nukta are single glyphs, so most words have fewer glyphs than characters.
    expect(inHindi.map(({ glyphs }) => glyphs)).toEqual([7, 3, 2, 4, 4, 4, 5])
  })

  test.each([
    ['Bengali', 'মসুর ডাল ক্ষীর'],
    ['Gujarati', 'તુવેર દાળ શ્રી'],
    ['Gurmukhi', 'ਮਸਰ ਦਾਲ ਸ੍ਰੀ'],
    ['Kannada', 'ತೊಗರಿ ಬೇಳೆ ಶ್ರೀ'],
    ['Malayalam', 'തുവര പരിപ്പ് ക്ഷേമം'],
    ['Oriya', 'ହରଡ଼ ଡାଲି ଶ୍ରୀ'],
    ['Tamil', 'துவரம் பருப்பு தமிழ்'],
    ['Telugu', 'కందిపప్పు శ్రీ'],
  ])('draws %s in its font, with no glyph missing', async (script, title) => {
    const { pages, text, codes } = await draw(invoice([line(`${title} 1 Kilo`, 1, 5000)]))
    const inScript = pages.flat().filter(({ font }) => font.includes(`NotoSans${script}`))
    expect(inScript.length).toBeGreaterThan(0)
    expect(codes).not.toContain(0)
    expect(plain(text)).not.toContain('\uFFFD')
  })

  test('draws U+FFFD for missing glyphs and drops direction and control characters', async () => {
    const { text, codes } = await draw(invoice([line('اردو 🙂 \u202Etxet\u0000\u0007 tea\u200d', 1, 2000)]))
    expect(plain(text)).toContain('\uFFFD\uFFFD\uFFFD\uFFFD \uFFFD txet tea')
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
      (data) => ({ ...data, lines: data.lines.map((one) => ({ ...one, quantity: 2 })) }),
    ],
    ['discounts above the subtotal', (data) => ({ ...data, discount: 99_500, total: -92_500 })],
    ['a rounding of a rupee', (data) => ({ ...data, roundOff: 100, total: data.total + 100 })],
    ['half a paisa', (data) => ({ ...data, discount: 1500.5, total: data.total - 0.5 })],
    ['no lines', (data) => ({ ...data, lines: [] })],
    [
      'a paisa too much tax',
      (data) => ({ ...data, lines: data.lines.map((one) => ({ ...one, cgst: one.cgst + 1 })) }),
    ],
  ])('throws for %s', async (_, spoil) => {
    await expect(renderInvoice(spoil(invoice([line('Salt', 1, 5000, { rate: 500 })])))).rejects.toThrow(
      'The invoice of KRN-42 does not add up',
    )
  })
})
