import { integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { orders } from './orders.ts'

/** The last number given in each financial year; its row lock makes the numbers consecutive. */
export const invoiceSeries = pgTable('invoice_series', {
  year: text('year').primaryKey(),
  last: integer('last').notNull(),
})

/** Issued once an order, never changed. `seller` is the company as it stood at that moment. */
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
