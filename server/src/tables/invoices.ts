import { integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { orders } from './orders.ts'

/** The last invoice number of each financial year; its row lock keeps the numbers consecutive. */
export const invoiceSeries = pgTable('invoice_series', {
  year: text('year').primaryKey(),
  last: integer('last').notNull(),
})

/** One invoice per order, never changed. `seller` is a copy of the company details at the time of issue. */
export const invoices = pgTable(
  'invoices',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => orders.id),
    year: text('year').notNull(),
    number: integer('number').notNull(),
    seller: jsonb('seller')
      .$type<{
        name: string
        address: string
        gstin: string
        email: string
        contact: string
        website: string
      }>()
      .notNull(),
    issuedAt: createdAt(),
  },
  (t) => [unique('invoice_number').on(t.year, t.number)],
)
