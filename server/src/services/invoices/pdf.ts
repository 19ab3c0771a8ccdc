import PDFDocument from 'pdfkit'
import type { InvoiceData } from './data.ts'
import { assertAddsUp } from './data.ts'
import { faces } from './fonts.ts'
import { drawHead, drawShortHead } from './head.ts'
import { drawFeet, sheet } from './sheet.ts'
import { drawLines } from './table.ts'
import { joined, tidy, writer } from './text.ts'
import { drawClosing, drawSums, drawTax } from './totals.ts'

/**
 * Renders the invoice or credit note as a PDF, A4. Amounts are paise. The same data always results in the same bytes.
 * @throws Error when the invoice does not add up
 * @see CGST Rules 2017, rules 46 and 53
 */
export async function renderInvoice(invoice: InvoiceData): Promise<Buffer> {
  assertAddsUp(invoice)
  const fonts = await faces(invoice)
  const name = joined([invoice.title, invoice.number], ' ')
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en-IN',
    displayTitle: true,
    // Without this, pdfkit opens Helvetica, which has no ₹.
    font: '',
    // The file's id is derived from these, so nothing depends on the time of rendering.
    info: { Title: name, Author: tidy(invoice.seller.name), CreationDate: invoice.issuedAt },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const { promise: drawn, resolve, reject } = Promise.withResolvers<void>()
  doc.on('end', resolve)
  doc.on('error', reject)

  const write = writer(doc, fonts)
  const page = sheet(doc, write, (next) => drawShortHead(next, invoice))
  drawHead(page, invoice)
  drawLines(page, invoice)
  drawSums(page, invoice)
  if (invoice.taxNames !== null) drawTax(page, invoice, invoice.taxNames)
  drawClosing(page, invoice)
  drawFeet(doc, write, joined([name, invoice.seller.name], '  ·  '))
  doc.end()
  await drawn
  return Buffer.concat(chunks)
}
