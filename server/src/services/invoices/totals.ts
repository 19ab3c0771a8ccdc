import { formatRupees, type Paise } from '@kirana/domain/money'
import { rowsOf, type Taxed, taxTotals } from '@kirana/domain/tax'
import type { InvoiceData, InvoiceDocument } from './data.ts'
import type { Sheet } from './sheet.ts'
import { ACCENT, BAND, body, LEFT, label, RIGHT, RULE, strong, WIDTH } from './sheet.ts'
import type { Column } from './table.ts'
import { drawTable, percent, rateText } from './table.ts'
import type { Style } from './text.ts'
import { INK, lineHeight, tidy } from './text.ts'
import { amountInWords } from './words.ts'

const BOX = 250
const AMOUNT = 96

/** Draws a label and an amount below the table's right half. Only labels wrap. */
function drawSum(page: Sheet, name: string, amount: string, style: Style, band = false): void {
  const { doc, write } = page
  const names = write.wrap(name, BOX - AMOUNT - 10, style, 3)
  const height = Math.max(1, names.length) * lineHeight(style) + 5
  page.room(height)
  const x = RIGHT - BOX
  if (band) doc.rect(x, page.y, BOX, height).fill(BAND)
  write.lines(names, x + 5, page.y + 3, BOX - AMOUNT - 10, style)
  write.line(amount, RIGHT - AMOUNT - 5, page.y + 3, AMOUNT, style, 'right')
  page.y += height
}

type Sum = [name: string, amount: Paise]

/** The sums of the bill, without discounts and rounding of zero. */
function sumsOf(invoice: InvoiceData): Sum[] {
  const { charges, couponName, discount, referralDiscount, roundOff = 0, subtotal } = invoice
  const coupon = tidy(couponName)
  const sums: (Sum | false)[] = [
    ['Subtotal', subtotal],
    discount > 0 && [coupon === '' ? 'Discount' : `Coupon discount (${coupon})`, -discount],
    referralDiscount > 0 && ['Referral discount', -referralDiscount],
    ...charges.map(({ title, amount }): Sum => [tidy(title) || 'Charge', amount]),
    roundOff !== 0 && ['Round off', roundOff],
  ]
  return sums.filter((sum) => sum !== false)
}

export function drawSums(page: Sheet, invoice: InvoiceData): void {
  const { write } = page
  const sums = sumsOf(invoice)
  // Keeps the sums on one page, unless there are very many charges.
  page.room(Math.min(40 + sums.length * 20, 400))
  page.y += 6
  const top = page.y
  write.line('Amount in words', LEFT, top + 3, WIDTH - BOX, label)
  const left = write.block(amountInWords(invoice.total), LEFT, top + 15, WIDTH - BOX - 20, strong, 6)

  for (const [name, amount] of sums) drawSum(page, name, formatRupees(amount), body)
  page.y += 2
  drawSum(page, 'Total', formatRupees(invoice.total), { size: 12, weight: 700, color: ACCENT }, true)
  page.y = Math.max(page.y, left) + 12
}

type TaxRow = Taxed & { code: string; isTotal?: boolean }

const sumOf = (rows: readonly Taxed[], of: Pick<TaxRow, 'code' | 'rate' | 'isTotal'>): TaxRow => {
  const { paid, taxable, cgst, sgst, igst } = taxTotals(rows)
  return { ...of, paid, taxable, cgst, sgst, igst }
}

/** The rows of lines and charges, added up by HSN or SAC and rate, and the total. */
function taxRows({ lines, charges }: InvoiceDocument): TaxRow[] {
  const groups = new Map<string, TaxRow[]>()
  const rows = [
    ...lines.map((line) => ({ ...line, code: tidy(line.hsn) })),
    ...charges.flatMap(({ sac, parts }) => parts.map((part) => ({ ...part, code: tidy(sac) }))),
  ]
  for (const row of rows) {
    const key = `${row.rate} ${row.code}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  const added = [...groups.values()].flatMap((group) => (group[0] ? [sumOf(group, group[0])] : []))
  return [...added, sumOf(rows, { code: 'Total', rate: null, isTotal: true })]
}

/** The tax in the prices by HSN or SAC and rate; adds up to the total in both directions. */
export function drawTax(page: Sheet, document: InvoiceDocument, names: readonly string[]): void {
  const rows = taxRows(document)
  const taxOf: Record<string, (row: TaxRow) => number> = {
    IGST: ({ igst }) => igst,
    CGST: ({ cgst }) => cgst,
  }
  const known = (amount: (row: TaxRow) => number) => (row: TaxRow) =>
    row.rate === null && !row.isTotal ? '–' : formatRupees(amount(row))
  const columns: Column<TaxRow>[] = [
    { head: 'HSN/SAC', width: 80, lines: 2, text: ({ code }) => code || '–' },
    { head: 'GST rate', width: 0, text: ({ rate, isTotal }) => (isTotal ? '' : rateText(rate)) },
    { head: 'Taxable value', width: 90, align: 'right', text: known(({ taxable }) => taxable) },
    ...names.map((name): Column<TaxRow> => {
      const amount = known(taxOf[name] ?? (({ sgst }) => sgst))
      const share = ({ rate }: TaxRow) => (rate ? ` (${percent(rate / names.length)})` : '')
      return { head: name, width: 95, align: 'right', text: (row) => `${amount(row)}${share(row)}` }
    }),
    { head: 'Total', width: 85, align: 'right', text: ({ paid }) => formatRupees(paid) },
  ]
  const { cgst, sgst, igst } = taxTotals(rows.slice(0, -1))
  page.room(80)
  page.write.line(
    `Tax included in the prices, after discounts: ${formatRupees(cgst + sgst + igst)}`,
    LEFT,
    page.y,
    WIDTH,
    label,
  )
  page.y += 13
  drawTable(page, columns, rows, { size: 8 }, { band: BAND, color: INK })
  page.y += 8
}

export function drawClosing(page: Sheet, invoice: InvoiceData): void {
  const { doc, write } = page
  const kind = invoice.credits ? 'credit note' : invoice.replaces ? 'delivery challan' : 'invoice'
  const rows = rowsOf({ lines: invoice.lines, charges: invoice.charges.map(({ parts }) => parts) })
  const notes = [
    invoice.credits?.withoutTax &&
      'Issued after 30 November following the financial year of the invoice: it lowers no tax.',
    !invoice.credits?.withoutTax &&
      invoice.registration !== 'composition' &&
      rows.some(({ rate }) => rate === null) &&
      'Prices include all taxes.',
    `This is a computer-generated ${kind} and is valid without a handwritten signature.`,
  ].filter((note) => typeof note === 'string')
  const width = WIDTH - BOX + 20
  const seller = tidy(invoice.seller.name)
  page.room(62)
  const top = page.y + 4
  let y = top
  for (const note of notes) y = write.block(note, LEFT, y, width, label, 3)

  const x = RIGHT - 190
  if (seller !== '') write.lines(write.wrap(`For ${seller}`, 190, strong, 2), x, top, 190, strong)
  doc
    .moveTo(x, top + 42)
    .lineTo(RIGHT, top + 42)
    .lineWidth(0.6)
    .stroke(RULE)
  write.line('Authorised signatory', x, top + 45, 190, label)
  page.y = Math.max(y, top + 58)
}
