import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, key, moment, paise } from './columns.ts'
import { orders } from './orders.ts'
import { riders } from './riders.ts'

/**
 * Payments of orders by UPI at the door (decision 054). They change only while the order is locked. `void`: the order
 * was canceled before the payment was verified.
 * Belongs to a store.
 * Global: upi_utr_used_once: the banks of India give a UTR once.
 */
export const upiPayments = pgTable(
  'upi_payments',
  {
    id: key(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    riderId: uuid('rider_id')
      .notNull()
      .references(() => riders.id),
    /** Unique over all orders, including void payments. */
    utr: text('utr').notNull().unique('upi_utr_used_once'),
    amount: paise('amount').notNull(),
    state: text('state', { enum: ['unverified', 'verified', 'void'] })
      .notNull()
      .default('unverified'),
    createdAt: createdAt(),
    /** The person who verified it, and the time; '' and null unless it is verified. */
    verifiedBy: text('verified_by').notNull().default(''),
    verifiedAt: moment('verified_at'),
    /** The day of the matching row in the bank statement. */
    creditedOn: date('credited_on', { mode: 'string' }),
  },
  (t) => [
    check('upi_utr', sql`${t.utr} ~ '^[0-9]{12}$'`),
    check('upi_verified', sql`(${t.state} = 'verified') = (${t.verifiedAt} IS NOT NULL)`),
    uniqueIndex('upi_order')
      .on(t.orderId)
      .where(sql`${t.state} <> 'void'`),
    index('upi_unverified_of_rider')
      .on(t.riderId)
      .where(sql`${t.state} = 'unverified'`),
    index('upi_unverified')
      .on(t.id)
      .where(sql`${t.state} = 'unverified'`),
  ],
)
