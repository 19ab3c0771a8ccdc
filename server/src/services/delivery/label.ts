import { toCollect } from '@kirana/domain/drops'
import { formatRupees } from '@kirana/domain/money'
import { payers, paymentMethods } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import PDFDocument from 'pdfkit'
import encodeQR from 'qr'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { faces } from '../invoices/fonts.ts'
import { writer } from '../invoices/text.ts'

const Label = z.strictObject({
  orderNumber: z.string(),
  phone: z.string(),
  pincode: z.string(),
  place: z.string(),
  paymentMethod: z.enum(paymentMethods),
  paidBy: z.enum(payers),
  total: z.int(),
  roundsCash: z.boolean(),
})
type Label = z.output<typeof Label>

/** The content of the label on an order's bag; amounts are paise. @throws HttpError 404 */
export async function labelData(db: Db, orderId: string): Promise<Label> {
  const rows = await rowsOf(db, z.strictObject({ label: Label })).execute(sql`
    SELECT json_build_object('orderNumber', o.order_id,
      'phone', coalesce(nullif(o.address->>'phone', ''), o.customer_phone), 'pincode', o.address->>'pincode',
      'place', concat_ws(', ', nullif(o.address->>'street', ''), nullif(o.address->>'city', '')),
      'paymentMethod', o.payment_method, 'paidBy', o.paid_by, 'total', o.total,
      'roundsCash', o.rounds_cash) AS label
    FROM orders o WHERE o.id = ${orderId}`)
  return requireRow(rows, 'Order').label
}

const MM = 72 / 25.4
/** The size of a label on the roll, and its margin. */
const [WIDTH, HEIGHT, MARGIN] = [80 * MM, 60 * MM, 4 * MM]
const CODE = 30 * MM

/**
 * Draws the label of a bag as PDF, 80 × 60 mm: without a name, and with only enough digits of the phone to distinguish
 * two bags.
 */
export async function renderLabel(label: Label): Promise<Buffer> {
  const fonts = await faces(label)
  // Without `font: ''`, pdfkit opens Helvetica, which has no ₹.
  const doc = new PDFDocument({ size: [WIDTH, HEIGHT], margin: 0, lang: 'en-IN', font: '' })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const { promise: drawn, resolve, reject } = Promise.withResolvers<void>()
  doc.on('end', resolve)
  doc.on('error', reject)

  const rows = encodeQR(label.orderNumber, 'raw', { border: 1 })
  const module = CODE / rows.length
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) doc.rect(MARGIN + x * module, MARGIN + y * module, module, module)
  doc.fill('#000')

  const write = writer(doc, fonts)
  const left = MARGIN + CODE + 3 * MM
  const width = WIDTH - left - MARGIN
  write.line(label.orderNumber, left, MARGIN, width, { size: 14, weight: 700 })
  write.line(`Phone … ${label.phone.slice(-4)}`, left, MARGIN + 24, width, { size: 12 })
  write.line(label.pincode, left, MARGIN + 42, width, { size: 12, weight: 700 })
  write.block(label.place, left, MARGIN + 60, width, { size: 9 }, 2)
  const amount = toCollect(label)
  const below = MARGIN + CODE + 2 * MM
  const whole = WIDTH - 2 * MARGIN
  write.line(amount > 0 ? 'Collect' : 'Paid', MARGIN, below, whole, { size: 11 })
  write.line(amount > 0 ? formatRupees(amount) : 'Nothing to collect', MARGIN, below + 14, whole, {
    size: 30,
    weight: 700,
  })
  doc.end()
  await drawn
  return Buffer.concat(chunks)
}
