import { dayInKolkata } from '@kirana/domain/calendar'
import type { CreditedRow } from '@kirana/domain/credit'
import { zeroKinds } from '@kirana/domain/gst'
import {
  creditNoteNumber,
  financialYear,
  firstYearCreditedWithTax,
  gstRegistrations,
  invoiceNumber,
} from '@kirana/domain/invoice'
import { paymentMethods, paymentStatuses } from '@kirana/domain/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { rowsOf, whole } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import * as z from 'zod/mini'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { creditNoteSeries, invoiceSeries, type Seller } from '../../tables/invoices.ts'
import { storedAddress } from '../shared/address.ts'
import { billedLines } from '../shared/billed-lines.ts'
import { documentOf, earlierDocument, type InvoiceData, type InvoiceDocument, type Supply } from './data.ts'
import { fssaiNow, notesOf, partialNote, partOf, withoutTax } from './partial-notes.ts'
import { nextNumber } from './series.ts'

/** The rate in basis points of product `p` that is in force on `day`; null if none was entered. */
export const rateOn = (day: SQL): SQL => sql`(
  SELECT r.rate FROM product_rates r WHERE r.product_id = p.id AND r.first_day <= ${day}
  ORDER BY r.first_day DESC, r.id DESC LIMIT 1)`

/**
 * The order `o` as JSON (`Supply`), with the current company and HSN codes, and the rates in force on the day of `now`
 * in Kolkata.
 */
export function supplyOf(now: Date): SQL {
  const day = sql`${dayInKolkata(now)}::date`
  return sql`json_build_object('orderId', o.order_id, 'orderedAt', o.placed_at, 'paymentMethod', o.payment_method,
    'buyer', json_build_object('fullName', o.customer_name, 'phone', o.customer_phone), 'address', o.address,
    'subtotal', o.subtotal, 'discount', o.discount, 'couponName', o.coupon_name,
    'referralDiscount', o.referral_discount, 'roundOff', o.round_off, 'total', o.total,
    'lines', (SELECT json_agg(json_build_object('title', l.title, 'quantityText', l.quantity_text, 'quantity', l.quantity,
        'price', l.price, 'total', l.total, 'hsn', p.hsn, 'rate', ${rateOn(day)}, 'zeroKind', p.zero_kind)
        ORDER BY l.position)
      FROM ${billedLines(sql`o.id`)} l JOIN products p ON p.id = l.product_id),
    'charges', (SELECT coalesce(json_agg(json_build_object('title', c->>'title', 'amount', c->'amount',
        'sac', coalesce(c->>'sac', ''), 'rate', (
          SELECT coalesce(to_json(r.rate), '"goods"') FROM charge_rates r
          WHERE r.charge_id = (c->>'id')::uuid AND r.first_day <= ${day}
          ORDER BY r.first_day DESC, r.id DESC LIMIT 1)) ORDER BY n), '[]')
      FROM jsonb_array_elements(o.charges) WITH ORDINALITY AS charge(c, n)),
    'seller', (SELECT json_build_object('name', name, 'address', address, 'gstin', gstin, 'fssai', fssai, 'email', email,
      'contact', contact, 'website', website) FROM company),
    'registration', (SELECT gst_registration FROM company))`
}

export const storedSeller = z.strictObject({
  name: z.string(),
  address: z.string(),
  gstin: z.string(),
  fssai: z.optional(z.string()),
  email: z.string(),
  contact: z.string(),
  website: z.string(),
}) satisfies z.ZodMiniType<Seller>

/** The schema of the JSON of `supplyOf`. */
export const storedSupply = z.strictObject({
  orderId: z.string(),
  orderedAt: z.string(),
  paymentMethod: z.enum(paymentMethods),
  buyer: z.strictObject({ fullName: z.string(), phone: z.string() }),
  address: storedAddress,
  subtotal: z.int(),
  discount: z.int(),
  couponName: z.string(),
  referralDiscount: z.int(),
  roundOff: z.int(),
  total: z.int(),
  lines: z.array(
    z.strictObject({
      title: z.string(),
      quantityText: z.string(),
      quantity: z.int(),
      price: z.int(),
      total: z.int(),
      hsn: z.string(),
      rate: z.nullable(z.int()),
      zeroKind: z.enum(zeroKinds),
    }),
  ),
  charges: z.array(
    z.strictObject({
      title: z.string(),
      amount: z.int(),
      sac: z.string(),
      rate: z.nullable(z.union([z.int(), z.literal('goods')])),
    }),
  ),
  seller: storedSeller,
  registration: z.enum(gstRegistrations),
}) satisfies z.ZodMiniType<Supply>

/** `credit` is the amount that was refunded before, in paise. A credit note for it is issued immediately. */
export type InvoiceToIssue = { orderId: string; supply: Supply; credit: number }

/**
 * Issues an invoice with the next number of the financial year, unless the order has one that is not credited. The
 * series' row stays locked until the commit, so the numbers have no gaps. The lock order is the same in all
 * transactions: wallets, the series of credit notes, the series of invoices.
 * @throws HttpError 422 if the order does not add up, so that no invoice can be issued
 */
export async function issueInvoice(tx: Db, { orderId, supply, credit }: InvoiceToIssue, now: Date) {
  const year = financialYear(now)
  const { seller, document } = documentToIssue(supply)
  const id = v7()
  const note =
    credit > 0
      ? sql`, ${partialNote({ id, year, issuedAt: now.toISOString(), document, notes: [], roundedOff: 0 }, credit, { reason: 'Refunded before', now, from: sql`missing` })}`
      : sql``
  await send(
    tx,
    sql`WITH missing AS MATERIALIZED (
        SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM invoices WHERE order_id = ${orderId} AND is_current)
      )${note}, series AS (
        ${nextNumber(invoiceSeries, year, sql`FROM missing ${credit > 0 ? sql`WHERE (SELECT count(*) FROM note_series) >= 0` : sql``}`)}
      )
      INSERT INTO invoices (id, order_id, year, number, seller, document, created_at)
      SELECT ${id}::uuid, ${orderId}::uuid, year, last, ${JSON.stringify(seller)}::jsonb,
        ${JSON.stringify(document)}::jsonb, ${now.toISOString()}::timestamptz FROM series`,
  )
}

/** Creates the document of an order. @throws HttpError 422 if it does not add up */
export function documentToIssue(supply: Supply) {
  try {
    return documentOf(supply)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new HttpError(422, `No invoice can be issued. ${reason}`, { code: 'invoice' })
  }
}

/** SQL for the financial year of a time, '26-27', as `financialYear`. */
const yearOf = (time: SQL) => sql`(to_char(kolkata_day(${time}) - interval '3 months', 'YY') || '-'
  || to_char(kolkata_day(${time}) + interval '9 months', 'YY'))`

/**
 * Closes an order's invoice, if there is one, with a credit note for the remaining amount, which gets the next number
 * of the financial year. The series' row stays locked until the commit. The note is not dated before its invoice, even
 * if the clock was set back, or if this change waited for one that came later.
 * @see CGST Act 2017, section 34(1)
 */
export function creditInvoice(tx: Db, orderId: string, reason: string, now: Date) {
  return send(
    tx,
    sql`WITH credited AS (
        UPDATE invoices SET is_current = false WHERE order_id = ${orderId} AND is_current
        RETURNING id, year, document, greatest(created_at, ${now.toISOString()}::timestamptz) AS noted_at
      ), left_over AS (
        SELECT id, noted_at, ${yearOf(sql`noted_at`)} AS noted_year, year < ${firstYearCreditedWithTax(now)} AS without_tax,
          coalesce((document->>'roundOff')::bigint, 0)
          - (SELECT coalesce(sum(n.round_off), 0) FROM credit_notes n WHERE n.invoice_id = credited.id) AS round_off
        FROM credited WHERE NOT EXISTS (
          SELECT FROM credit_notes n WHERE n.invoice_id = credited.id
          HAVING sum(n.amount) >= (credited.document->>'total')::bigint)
      ), note_series AS (
        ${nextNumber(creditNoteSeries, sql`noted_year`, sql`FROM left_over`)}
      )
      INSERT INTO credit_notes (id, invoice_id, year, number, reason, fssai, round_off, without_tax, created_at)
      SELECT ${v7()}, left_over.id, year, last, ${reason}, ${fssaiNow}, round_off, without_tax, noted_at FROM left_over, note_series`,
  )
}

const Stored = z.strictObject({
  year: z.string(),
  number: z.int(),
  issuedAt: z.string(),
  paymentStatus: z.enum(paymentStatuses),
  seller: storedSeller,
  document: z.nullable(whole<InvoiceDocument>()),
  /** Only for invoices of earlier releases, otherwise null. */
  supply: z.nullable(storedSupply),
})
type Stored = z.output<typeof Stored>
const invoiceRow = z.strictObject({ invoice: Stored })
const noteRow = z.strictObject({
  invoice: Stored,
  note: z.strictObject({
    year: z.string(),
    number: z.int(),
    issuedAt: z.string(),
    reason: z.string(),
    fssai: z.string(),
    withoutTax: z.boolean(),
    rows: z.nullable(z.array(whole<CreditedRow>())),
    roundOff: z.int(),
    /** The rows of the earlier notes. */
    earlier: z.array(z.array(whole<CreditedRow>())),
  }),
})

const stored = sql`'year', i.year, 'number', i.number, 'issuedAt', i.created_at, 'paymentStatus', o.payment_status,
  'seller', i.seller, 'document', i.document`
const ofOwner = (owner: string | null) => (owner === null ? sql`` : sql`AND o.user_id = ${owner}`)

function toInvoice({ year, number, issuedAt, paymentStatus, seller, document, supply }: Stored): InvoiceData {
  // The stored document, or for invoices of earlier releases the content of their order.
  const content = document ?? (supply && earlierDocument({ ...supply, seller }))
  if (!content) throw new Error(`Invoice ${year}/${number} has neither a document nor an order`)
  return {
    ...content,
    number: invoiceNumber(year, number),
    issuedAt: new Date(issuedAt),
    paymentStatus,
    seller,
  }
}

/**
 * Reads an invoice by its own id, or the one of an order by the order's: the current one, or the last of a canceled
 * order. Null if it does not exist or does not belong to `owner`.
 */
export async function readInvoice(db: Db, id: string, owner: string | null): Promise<InvoiceData | null> {
  const rows = await rowsOf(db, invoiceRow).execute(sql`
    SELECT json_build_object(${stored}, 'supply', CASE WHEN i.document IS NULL THEN ${supplyOf(new Date(0))} END) AS invoice
    FROM invoices i JOIN orders o ON o.id = i.order_id
    WHERE (i.id = ${id} OR (i.order_id = ${id} AND (i.is_current OR o.status = 'canceled'))) ${ofOwner(owner)}
    ORDER BY i.is_current DESC, i.created_at DESC LIMIT 1`)
  return rows[0] ? toInvoice(rows[0].invoice) : null
}

/**
 * Reads a credit note, which has the content of its invoice or a part of it. Null if it does not exist or does not
 * belong to `owner`.
 */
export async function readCreditNote(db: Db, id: string, owner: string | null): Promise<InvoiceData | null> {
  const rows = await rowsOf(db, noteRow).execute(sql`
    SELECT json_build_object(${stored}, 'supply', CASE WHEN i.document IS NULL THEN ${supplyOf(new Date(0))} END) AS invoice,
      json_build_object('year', n.year, 'number', n.number, 'issuedAt', n.created_at, 'reason', n.reason, 'fssai', n.fssai,
        'withoutTax', n.without_tax, 'rows', n.rows, 'roundOff', n.round_off, 'earlier', ${notesOf(sql`c.id <> n.id`)}) AS note
    FROM credit_notes n JOIN invoices i ON i.id = n.invoice_id JOIN orders o ON o.id = i.order_id
    WHERE n.id = ${id} ${ofOwner(owner)}`)
  const [row] = rows
  if (!row) return null
  const { number, issuedAt, ...invoice } = toInvoice(row.invoice)
  const { note } = row
  const isPart = note.rows !== null || note.earlier.length > 0
  const part = isPart ? partOf(invoice, note.earlier, note) : invoice
  return {
    ...invoice,
    ...(note.withoutTax ? withoutTax(part) : part),
    title: 'Credit Note',
    seller: { ...invoice.seller, fssai: note.fssai },
    number: creditNoteNumber(note.year, note.number),
    issuedAt: new Date(note.issuedAt),
    credits: { number, issuedAt, reason: note.reason, withoutTax: note.withoutTax },
  }
}
