import PDFDocument from 'pdfkit'
import type { InvoiceData } from './invoice-pdf-data.ts'
import { assertAddsUp } from './invoice-pdf-data.ts'
import { faces } from './invoice-pdf-fonts.ts'
import { drawHead, drawShortHead, titleOf } from './invoice-pdf-head.ts'
import { drawFeet, sheet } from './invoice-pdf-sheet.ts'
import { drawLines } from './invoice-pdf-table.ts'
import { taxInside } from './invoice-pdf-tax.ts'
import { joined, tidy, writer } from './invoice-pdf-text.ts'
import { drawClosing, drawSums, drawTax } from './invoice-pdf-totals.ts'

/**
 * The invoice as a PDF, A4 (CGST Rules, rule 46). Amounts are paise; the same data gives the same bytes.
 * @throws Error when the invoice does not add up
 */
export async function renderInvoice(invoice: InvoiceData): Promise<Buffer> {
  assertAddsUp(invoice)
  const fonts = await faces()
  const name = joined([titleOf(invoice), invoice.number], ' ')
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en-IN',
    displayTitle: true,
    // pdfkit would open Helvetica, which has no ₹.
    font: '',
    // The file's id comes from these, so nothing in it depends on when it is drawn.
    info: { Title: name, Author: tidy(invoice.seller.name), CreationDate: invoice.issuedAt },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const { promise: drawn, resolve, reject } = Promise.withResolvers<void>()
  doc.on('end', resolve)
  doc.on('error', reject)

  const write = writer(doc, fonts)
  const page = sheet(doc, write, (next) => drawShortHead(next, invoice))
  const tax = taxInside(invoice)
  drawHead(page, invoice)
  drawLines(page, invoice, tax !== null)
  drawSums(page, invoice)
  if (tax !== null) drawTax(page, tax)
  drawClosing(page, invoice)
  drawFeet(doc, write, joined([name, invoice.seller.name], '  ·  '))
  doc.end()
  await drawn
  return Buffer.concat(chunks)
}
