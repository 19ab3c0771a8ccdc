import { gstRegistrations } from '@kirana/domain/invoice'
import { sql } from 'drizzle-orm'
import { check, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { version } from './columns.ts'

/** The company's settings: a single row, created by the first migration. */
export const company = pgTable(
  'company',
  {
    id: smallint('id').primaryKey().default(1),
    name: text('name').notNull().default(''),
    email: text('email').notNull().default(''),
    contact: text('contact').notNull().default(''),
    website: text('website').notNull().default(''),
    gstin: text('gstin').notNull().default(''),
    /** Decides which document an order gets. */
    gstRegistration: text('gst_registration', { enum: gstRegistrations }).notNull().default('unregistered'),
    address: text('address').notNull().default(''),
    /** Paise per coin. */
    pointValue: integer('point_value').notNull().default(100),
    /** Coins granted to the owner of a referral code. */
    pointsPerReferral: integer('points_per_referral').notNull().default(0),
    /** Basis points off a referred first order. */
    referralDiscount: integer('referral_discount').notNull().default(0),
    deliveryTime: text('delivery_time').notNull().default('10 minutes'),
    /** Coins that one staff member may add per day (Asia/Kolkata). */
    dailyCoinsPerStaff: integer('daily_coins_per_staff').notNull().default(1_000_000),
    /** Maximum number of open unpaid orders per customer. */
    openOrdersPerCustomer: integer('open_orders_per_customer').notNull().default(20),
    version: version(),
  },
  (t) => [check('one_company', sql`${t.id} = 1`)],
)
