import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CreditedRow } from '@kirana/domain/credit'
import { supplyKinds, zeroKinds } from '@kirana/domain/gst'
import { createdAt, key, paise } from './columns.ts'
import { orders } from './orders.ts'

const seriesColumns = {
  year: text('year').primaryKey(),
  last: integer('last').notNull(),
  /**
   * The name of a series that a restore has started, such as '26KX3F', to which `last` belongs; null for the series
   * named by the year.
   */
  series: text('series'),
}

/**
 * The last invoice number of each financial year's current series; its row lock keeps the numbers consecutive.
 * Belongs to the company.
 */
export const invoiceSeries = pgTable('invoice_series', seriesColumns)

/** The last number of credit notes, like that of invoices. Belongs to the company. */
export const creditNoteSeries = pgTable('credit_note_series', seriesColumns)

/** The seller as printed on an invoice. */
export type Seller = {
  name: string
  address: string
  gstin: string
  /** FSSAI licence number, '' without one; absent on invoices of earlier releases. */
  fssai?: string | undefined
  email: string
  contact: string
  website: string
}

/**
 * Invoices; an order that is reopened after its cancelation gets another one. A trigger rejects changes of any column
 * but `isCurrent`. `seller` and `document` (`InvoiceDocument`) are the complete content; `document` is null for
 * invoices of earlier releases, which are drawn from their order. Belongs to the company.
 */
export const invoices = pgTable(
  'invoices',
  {
    id: key(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /**
     * The series: the financial year, '26-27', or a series that a restore has started within it, '26KX3F' (decision
     * 066).
     */
    year: text('year').notNull(),
    number: integer('number').notNull(),
    seller: jsonb('seller').$type<Seller>().notNull(),
    document: jsonb('document'),
    /** Paise; null without a document. */
    total: paise('total').generatedAlwaysAs(sql`(document ->> 'total')::bigint`),
    /** Whether it is the order's valid invoice; false once the order is canceled. */
    isCurrent: boolean('is_current').notNull().default(true),
    issuedAt: createdAt(),
  },
  (t) => [
    unique('invoice_number').on(t.year, t.number),
    index('invoices_order').on(t.orderId),
    index('invoices_issued').on(t.issuedAt, t.id),
    uniqueIndex('invoice_current')
      .on(t.orderId)
      .where(sql`${t.isCurrent}`),
  ],
)

/**
 * Credit notes, never changed. `amount` and `rows` are null for a note that closes its invoice: it credits the rest
 * after the earlier notes. A trigger rejects notes that add up to more than their invoice. Belongs to the company.
 */
export const creditNotes = pgTable(
  'credit_notes',
  {
    id: key(),
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id),
    year: text('year').notNull(),
    number: integer('number').notNull(),
    reason: text('reason').notNull(),
    /** The seller's FSSAI licence number on the day of the note; '' without one. */
    fssai: text('fssai').notNull().default(''),
    amount: paise('amount'),
    /** The credited part of the rounding of the invoice, signed; also for a note that closes its invoice. */
    roundOff: paise('round_off').notNull().default(0),
    /**
     * Whether the note is too late to lower the tax (CGST Act, section 34(2)): its `rows` have no tax, and it has no
     * `tax_rows`.
     */
    withoutTax: boolean('without_tax').notNull().default(false),
    /** The credited amounts of each row of the invoice's document: its lines, then the parts of its charges. */
    rows: jsonb('rows').$type<CreditedRow[]>(),
    issuedAt: createdAt(),
  },
  (t) => [
    unique('credit_note_number').on(t.year, t.number),
    index('credit_notes_invoice').on(t.invoiceId),
    index('credit_notes_issued').on(t.issuedAt, t.id),
    uniqueIndex('credit_note_closing')
      .on(t.invoiceId)
      .where(sql`${t.amount} IS NULL`),
    check('credit_note_rows', sql`(${t.amount} IS NULL) = (${t.rows} IS NULL) AND ${t.amount} > 0`),
  ],
)

/**
 * The tax rows of invoices and credit notes, for GST returns. Triggers write them with the document, and they never
 * change. A note's amounts are negative, so that sums are net. Amounts are paise. Belongs to the company.
 */
export const taxRows = pgTable(
  'tax_rows',
  {
    /** The invoice or credit note. */
    documentId: uuid('document_id').notNull(),
    /** The position in the order of a note's `rows`: the lines of the invoice, then the parts of its charges. */
    position: smallint('position').notNull(),
    /** The invoice itself, or the one that the note credits. */
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id),
    isNote: boolean('is_note').notNull(),
    /** The day of the document in Asia/Kolkata. */
    day: date('day', { mode: 'string' }).notNull(),
    /** GST code of the State of supply; '' if unknown. */
    place: text('place').notNull(),
    title: text('title').notNull(),
    /** HSN or SAC; '' if unknown. */
    hsn: text('hsn').notNull(),
    /** Basis points; null if unknown. */
    rate: integer('rate'),
    /** Null unless the rate is 0. */
    zeroKind: text('zero_kind', { enum: zeroKinds }),
    supply: text('supply', { enum: supplyKinds }).notNull().default('intra'),
    /** The unit of the pack: 'GM'; '' if unknown and for charges. */
    unit: text('unit').notNull().default(''),
    /** Thousandths of the unit: 3 packs of 500 GM are 1500000. */
    quantity: paise('quantity').notNull().default(0),
    paid: paise('paid').notNull(),
    taxable: paise('taxable').notNull(),
    cgst: paise('cgst').notNull(),
    sgst: paise('sgst').notNull(),
    igst: paise('igst').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.documentId, t.position] }),
    index('tax_rows_invoice').on(t.invoiceId),
    index('tax_rows_by_day').on(t.day, t.documentId, t.position),
    // Large invoices and rows with missing data are rare. The index finds them without reading the month's other rows.
    index('tax_rows_large')
      .on(t.day)
      .where(sql`${t.supply} = 'large'`),
    index('tax_rows_missing')
      .on(t.day)
      .where(sql`(${t.rate} IS NULL OR ${t.hsn} = '') AND ${t.paid} > 0`),
    check('tax_row_zero_kind', sql`(coalesce(${t.rate}, 1) = 0) = (${t.zeroKind} IS NOT NULL)`),
  ],
)

/** The last number of delivery challans, like that of invoices. Belongs to the company. */
export const challanSeries = pgTable('challan_series', seriesColumns)

/**
 * Delivery challans, which replacements have instead of an invoice; never changed. If the items of the order change, it
 * gets another challan; the newest is valid.
 * Belongs to the company.
 * @see CGST Rules 2017, rule 55
 */
export const challans = pgTable(
  'challans',
  {
    id: key(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    year: text('year').notNull(),
    number: integer('number').notNull(),
    seller: jsonb('seller').$type<Seller>().notNull(),
    document: jsonb('document').notNull(),
    issuedAt: createdAt(),
  },
  (t) => [unique('challan_number').on(t.year, t.number), index('challans_order').on(t.orderId)],
)
