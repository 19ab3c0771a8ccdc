import * as z from 'zod/mini'
import { boundedText, MAX_NUMBER } from './wire/bounded.ts'
import { download, forStaff, get } from './wire/route.ts'
import { id, percent, signedRupees } from './wire/shapes.ts'

const MONTH = 'Month must be like 2026-11'
const byMonth = z.object({
  month: boundedText(MAX_NUMBER, MONTH).check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, MONTH)),
})

const taxes = { taxable: signedRupees, cgst: signedRupees, sgst: signedRupees, igst: signedRupees }

/**
 * A month of invoices and credit notes by their day in Asia/Kolkata. Amounts are net of credit notes, so they may be below
 * zero. `unknown` is what was paid at rates that nobody has entered.
 */
export const GstMonth = z.object({
  month: z.string(),
  /** Invoices less credit notes are taxable values, taxes, nil-rated and unknown amounts, if the equation holds. */
  equation: z.object({
    invoices: signedRupees,
    creditNotes: signedRupees,
    taxable: signedRupees,
    tax: signedRupees,
    nil: signedRupees,
    unknown: signedRupees,
    holds: z.boolean(),
  }),
  /** The documents that break the equation. */
  broken: z.array(z.object({ number: z.string(), link: z.string() })),
  /** By rate and place of supply (GST code of the State); `value` is tax included. */
  rates: z.array(z.object({ rate: percent, place: z.string(), value: signedRupees, ...taxes })),
  counts: z.object({ invoices: z.int(), creditNotes: z.int() }),
  /** Rows at unknown rates: the newest documents that have them. */
  warnings: z.array(
    z.object({
      number: z.string(),
      orderId: id,
      orderNumber: z.string(),
      product: z.string(),
      missing: z.string(),
    }),
  ),
})
export type GstMonth = z.input<typeof GstMonth>

export const gst = {
  month: get(
    forStaff('gst'),
    '/gst/month/:month',
    'The month of GST: its equation, taxable values and taxes by rate, and what is missing',
    { params: byMonth, data: GstMonth },
  ),
  register: download(
    forStaff('gst'),
    '/gst/month/:month/register',
    'The sales register of a month as CSV, one row for each item of an invoice or credit note; audited. 409 unless the ' +
      'company is Regular and the equation holds',
    { fresh: true, params: byMonth },
  ),
}
