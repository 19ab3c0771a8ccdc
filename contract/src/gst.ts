import { gstRegistrations } from '@kirana/domain/invoice'
import * as z from 'zod/mini'
import { asAccount } from './approvals.ts'
import { boundedText, MAX_NUMBER } from './wire/bounded.ts'
import { download, forStaff, forStaffAnd, get, put } from './wire/route.ts'
import { flag, id, moment, optionalText, percent, signedRupees } from './wire/shapes.ts'

const MONTH = 'Month must be like 2026-11'
const month = boundedText(MAX_NUMBER, MONTH).check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, MONTH))
const byMonth = z.object({ month })

const taxes = { taxable: signedRupees, cgst: signedRupees, sgst: signedRupees, igst: signedRupees }
/** `place` is the GST code of the State of supply; '' if unknown. */
const byRate = { rate: percent, place: z.string(), ...taxes }

/** A document's number, and the address of its PDF. */
const linked = { number: z.string(), link: z.string() }

/**
 * One tax rate of an invoice between States above the limit, or of a credit note for one; `value` is the document's.
 */
const LargeRow = z.object({
  number: z.string(),
  /** The invoice's own number, or that of the credited one. */
  invoice: z.string(),
  day: z.string(),
  place: z.string(),
  value: signedRupees,
  rate: percent,
  taxable: signedRupees,
  igst: signedRupees,
})

/**
 * A return of GST: the invoices and credit notes of a month, or of its quarter if the company files by quarter, by their
 * day in Asia/Kolkata. Amounts are net of credit notes, so they may be below
 * zero. `unknown` is the amount of products without an entered rate.
 */
export const GstMonth = z.object({
  /**
   * The last month of the return, by which the portal names it. `from` is the first one: the same month, or the first
   * of a quarter.
   */
  month: z.string(),
  from: z.string(),
  /** Whether the month is locked: no document can be dated in it. */
  filed: z.boolean(),
  filedAt: z.nullable(moment),
  filedBy: z.string(),
  /** The version of the portal's offline tool and the schema that the JSON follows, and the day on which they were checked. */
  version: z.string(),
  schema: z.string(),
  versionChecked: z.string(),
  /** The company's registration now. */
  registration: z.enum(gstRegistrations),
  /**
   * The GST numbers whose files can be exported: those under which a regular company issued the documents or, without
   * any, the company's own. None if the company is not regular and issued no invoice of the return as a regular one;
   * then the return cannot be filed either. With several, each has its own files, and the tables add them up.
   */
  gstins: z.array(z.string()),
  /** The equation holds if invoices less credit notes equal the sum of all other amounts. */
  equation: z.object({
    invoices: signedRupees,
    creditNotes: signedRupees,
    taxable: signedRupees,
    tax: signedRupees,
    nil: signedRupees,
    exempt: signedRupees,
    nonGst: signedRupees,
    /**
     * The sum of the roundings of bills to whole rupees, less the part that credit notes credited. Not a supply, so
     * without tax.
     */
    rounding: signedRupees,
    unknown: signedRupees,
    holds: z.boolean(),
  }),
  /** The documents that break the equation. */
  broken: z.array(z.object(linked)),
  /** The value of notes that were issued without tax: they are in no table and not in the equation. */
  lateNotes: signedRupees,
  counts: z.object({ invoices: z.int(), creditNotes: z.int() }),
  /** All known rates by place of supply; `value` includes the tax. */
  rates: z.array(z.object({ ...byRate, value: signedRupees })),
  /** Table 7: taxable supplies, except those of large invoices between States. */
  b2cs: z.array(z.object(byRate)),
  /** Table 5: invoices above ₹1,00,000 between States. */
  b2cl: z.array(LargeRow),
  /** Table 9B: notes that credit such invoices, with amounts above zero. */
  cdnur: z.array(LargeRow),
  /** Table 8. */
  nil: z.array(
    z.object({
      isInterState: z.boolean(),
      nil: signedRupees,
      exempt: signedRupees,
      nonGst: signedRupees,
    }),
  ),
  /** Table 12, of consumers. `unit` is the portal's code, `quantity` in that unit; `hsn` is '' if unknown. */
  hsn: z.array(
    z.object({
      hsn: z.string(),
      unit: z.string(),
      quantity: z.number(),
      rate: percent,
      value: signedRupees,
      ...taxes,
    }),
  ),
  /** Table 13: ranges of numbers without gaps. */
  documents: z.array(
    z.object({
      kind: z.enum(['invoice', 'credit-note']),
      from: z.string(),
      to: z.string(),
      total: z.int(),
      canceled: z.int(),
    }),
  ),
  /** The newest 200. */
  creditNotes: z.array(
    z.object({
      ...linked,
      day: z.string(),
      invoice: z.string(),
      invoiceDay: z.string(),
      reason: z.string(),
      /** Issued after 30 November following the financial year of the invoice (section 34(2)). */
      withoutTax: z.boolean(),
      value: signedRupees,
    }),
  ),
  /**
   * Products and charges that lack a rate or a code and are on invoices of the month without it, up to 100. `documents`
   * counts these invoices; `number` and the order are those of the newest. The id is null if the product or charge is
   * deleted.
   */
  warnings: z.array(
    z.object({
      number: z.string(),
      orderId: id,
      orderNumber: z.string(),
      product: z.string(),
      productId: z.nullable(id),
      chargeId: z.nullable(id),
      documents: z.int(),
      missing: z.string(),
    }),
  ),
})
export type GstMonth = z.input<typeof GstMonth>

/** The options of the calls that return a file of a month, and the end of their summaries. */
const exported = {
  fresh: true,
  params: byMonth,
  query: z.object({ gstin: optionalText(15) }),
  replica: true,
} as const
const REFUSED =
  '; audited. 409 unless its documents were issued by a regular company and the equation holds. If the return has ' +
  'several `gstins`, `gstin` says whose documents'

export const gst = {
  month: get(
    forStaffAnd('superadmin', 'gst'),
    '/gst/month/:month',
    'The month of GST, or its quarter if the company files by quarter: its equation, the tables of GSTR-1, its ' +
      'credit notes, and what is missing',
    { params: byMonth, data: GstMonth },
  ),
  setFiled: put(
    forStaffAnd('superadmin', 'gst'),
    '/gst/month/filed',
    'Marks a month that is over, or its quarter, as filed: no document can be dated in it any more, and later ' +
      'credit notes fall into the running month. 409 before the month is over, or if it cannot be exported. ' +
      'Unlocking it again is for the superadmin (403 to others) and needs a reason',
    {
      query: z.object(asAccount),
      fresh: true,
      body: z.object({ month, filed: flag, reason: optionalText(500) }).check(
        z.refine<{ filed: boolean; reason: string }>(({ filed, reason }) => filed || reason !== '', {
          error: 'Say why the month is unlocked',
          path: ['reason'],
        }),
      ),
      message: 'Month updated successfully',
    },
  ),
  register: download(
    forStaff('gst'),
    '/gst/month/:month/register',
    `The sales register of a month as CSV, one row for each item of an invoice or credit note${REFUSED}`,
    exported,
  ),
  gstr1: download(
    forStaff('gst'),
    '/gst/month/:month/gstr1',
    `GSTR-1 of a month as the JSON of the portal's offline tool${REFUSED}`,
    exported,
  ),
  workbook: download(
    forStaff('gst'),
    '/gst/month/:month/workbook',
    `The tables of a month as a workbook (xlsx), one sheet each${REFUSED}`,
    exported,
  ),
  tally: download(
    forStaff('gst'),
    '/gst/month/:month/tally',
    `The invoices and credit notes of a month as vouchers for Tally (XML)${REFUSED}`,
    exported,
  ),
}
