import { formatDate } from '@kirana/domain/calendar'
import { claimNumberText } from '@kirana/domain/claims'
import { fssaiLine } from '@kirana/domain/fssai'
import { COMPOSITION_SENTENCE } from '@kirana/domain/invoice'
import { formatPhone } from '@kirana/domain/phone'
import type { PaymentMethod, PaymentStatus } from '@kirana/domain/vocabulary'
import type { InvoiceData } from './data.ts'
import type { Sheet } from './sheet.ts'
import { ACCENT, BAND, body, LEFT, label, RIGHT, strong, WIDTH } from './sheet.ts'
import { joined, lineHeight, tidy } from './text.ts'

const methods: Record<PaymentMethod, string> = { cod: 'Cash on delivery', wallet: 'Wallet', online: 'Online' }
const statuses: Record<PaymentStatus, string> = { due: 'Due', paid: 'Paid', failed: 'Failed' }

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const labelled = (name: string, value: string) => (value === '' ? '' : `${name}: ${value}`)

function drawSeller(page: Sheet, invoice: InvoiceData): void {
  const { write } = page
  const { seller } = invoice
  const width = WIDTH - 190
  const right = RIGHT - 180
  write.line(
    invoice.title.toUpperCase(),
    right,
    page.y,
    180,
    { size: 17, weight: 700, color: ACCENT },
    'right',
  )
  const copy = invoice.replaces ? 'Original for consignee' : 'Original for recipient'
  write.line(copy, right, page.y + 25, 180, label, 'right')

  const floor = page.y + 40
  page.y = write.block(seller.name, LEFT, page.y, width, { size: 17, weight: 700 }, 3)
  page.y = write.block(joined(seller.address.split(/[\r\n]+/), ', '), LEFT, page.y, width, body, 5)
  const contacts = [formatPhone(tidy(seller.contact)), seller.email, seller.website]
  page.y = write.block(joined(contacts, '  ·  '), LEFT, page.y, width, body, 3)
  page.y = write.block(labelled('GSTIN', tidy(seller.gstin)), LEFT, page.y + 2, width, strong, 2)
  page.y = write.block(fssaiLine(seller.fssai ?? ''), LEFT, page.y, width, strong, 1)
  page.y = Math.max(page.y, floor) + 8
  if (invoice.registration !== 'composition') return
  page.y = write.block(capital(COMPOSITION_SENTENCE), LEFT, page.y, WIDTH, strong, 2) + 8
}

type Pair = [name: string, value: string]

function numbersOf({ number, issuedAt, credits, replaces }: InvoiceData): Pair[] {
  const issued = formatDate(issuedAt)
  if (replaces)
    return [
      ['Challan number', number],
      ['Challan date', issued],
      ['Reason', `Replacement for claim ${claimNumberText(replaces.claim)}, free of charge`],
      ['For order', replaces.order],
    ]
  if (!credits)
    return [
      ['Invoice number', number],
      ['Invoice date', issued],
    ]
  return [
    ['Credit note number', number],
    ['Credit note date', issued],
    ['Reason', credits.reason],
    ['For invoice', credits.number],
    ['Invoice date', formatDate(credits.issuedAt)],
  ]
}

function drawDetails(page: Sheet, invoice: InvoiceData): void {
  const { doc, write } = page
  const { code, name } = invoice.placeOfSupply
  const place = code === '' ? name : `${tidy(name)} (${code})`
  // A credit note never changes, but the status of the payment may change later, so it is not printed. A replacement
  // costs nothing.
  const payment =
    invoice.credits || invoice.replaces
      ? ''
      : `${methods[invoice.paymentMethod]} · ${statuses[invoice.paymentStatus]}`
  const details: Pair[] = [
    ...numbersOf(invoice),
    ['Order ID', invoice.orderId],
    ['Order date', formatDate(new Date(invoice.orderedAt))],
    ['Payment', payment],
    ['Place of supply', place],
  ]
  const filled = details.filter(([, value]) => tidy(value) !== '')
  const step = WIDTH / 3
  const cells = filled.map(([name, value]) => ({ name, lines: write.wrap(value, step - 20, strong, 2) }))
  for (let first = 0; first < cells.length; first += 3) {
    const row = cells.slice(first, first + 3)
    const height = 16 + Math.max(...row.map(({ lines }) => lines.length)) * lineHeight(strong) + 4
    doc.rect(LEFT, page.y, WIDTH, height).fill(BAND)
    for (const [index, { name, lines }] of row.entries()) {
      const x = LEFT + 10 + index * step
      write.line(name, x, page.y + 5, step - 20, label)
      write.lines(lines, x, page.y + 16, step - 20, strong)
    }
    page.y += height
  }
  page.y += 12
}

function drawPeople(page: Sheet, invoice: InvoiceData): void {
  const { write } = page
  const { address, buyer } = invoice
  const place = joined([address.city, address.state], ', ')
  const where = joined(
    [
      joined([address.houseNo, address.street], ', '),
      labelled('Landmark', tidy(address.landmark)),
      joined([place, address.pincode], ' – '),
    ],
    '\n',
  )
  const width = WIDTH / 2 - 12
  const person = (title: string, name: string, phone: string, x: number) => {
    if (joined([name, phone, where], '') === '') return page.y
    write.line(title, x, page.y, width, label)
    let y = write.block(name, x, page.y + 12, width, strong, 2)
    for (const part of where.split('\n')) y = write.block(part, x, y, width, body, 4)
    return write.block(labelled('Phone', formatPhone(tidy(phone))), x, y, width, body, 2)
  }
  const left = person('Billed to', buyer.fullName, buyer.phone, LEFT)
  const right = person('Delivered to', address.fullName, address.phone, LEFT + WIDTH / 2 + 12)
  page.y = Math.max(left, right) + 14
}

/** Seller, title, details, buyer and delivery address. */
export function drawHead(page: Sheet, invoice: InvoiceData): void {
  drawSeller(page, invoice)
  drawDetails(page, invoice)
  drawPeople(page, invoice)
}

/** The head of every page but the first. */
export function drawShortHead(page: Sheet, invoice: InvoiceData): void {
  const { write } = page
  write.block(invoice.seller.name, LEFT, page.y, WIDTH / 2 - 12, strong, 1)
  const what = `${invoice.title} ${invoice.number} (continued)`
  write.line(what, LEFT + WIDTH / 2, page.y, WIDTH / 2, body, 'right')
  page.y += 22
}
