import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { paise } from './columns.ts'

const day = () => date('day', { mode: 'string' }).notNull()

/**
 * The sums of past business days, by the day on which the orders were placed. A day is missing until it is added up,
 * and outdated while `report_changes` has rows of it; the reports then read its orders. All amounts are paise.
 * Belongs to a store.
 */
export const reportDays = pgTable(
  'report_days',
  {
    day: day().primaryKey(),
    orders: integer('orders').notNull(),
    /** Bills less refunds beyond missing items. */
    sales: paise('sales').notNull(),
    refunded: paise('refunded').notNull().default(0),
    subtotal: paise('subtotal').notNull(),
    discount: paise('discount').notNull(),
    referralDiscount: paise('referral_discount').notNull(),
    charges: paise('charges').notNull(),
    roundOff: paise('round_off').notNull().default(0),
    delivered: integer('delivered').notNull(),
    deliveredSales: paise('delivered_sales').notNull(),
    canceled: integer('canceled').notNull(),
    canceledTotal: paise('canceled_total').notNull(),
    newCustomers: integer('new_customers').notNull(),
    newSales: paise('new_sales').notNull(),
    /** Orders by hour of the day. */
    hours: integer('hours').array().notNull(),
  },
  (t) => [check('every_hour', sql`cardinality(${t.hours}) = 24`)],
)

/** Belongs to a store. */
export const reportProducts = pgTable(
  'report_products',
  {
    day: day(),
    productId: uuid('product_id').notNull(),
    orders: integer('orders').notNull(),
    quantity: integer('quantity').notNull(),
    sales: paise('sales').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.productId] }),
    index('report_products_product').on(t.productId, t.day),
  ],
)

/** Belongs to a store. */
export const reportCoupons = pgTable(
  'report_coupons',
  {
    day: day(),
    couponId: uuid('coupon_id').notNull(),
    name: text('name').notNull(),
    orders: integer('orders').notNull(),
    discount: paise('discount').notNull(),
    sales: paise('sales').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.couponId] })],
)

/**
 * The number of orders by preparation time in minutes and packer, and by delivery time and promised time. Stores
 * counts, because medians cannot be added up. Belongs to the processes.
 */
export const reportSteps = pgTable(
  'report_steps',
  {
    day: day(),
    step: text('step', { enum: ['prepared', 'delivered'] }).notNull(),
    by: text('by').notNull(),
    promise: text('promise').notNull(),
    minutes: smallint('minutes').notNull(),
    orders: integer('orders').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.step, t.by, t.promise, t.minutes] })],
)

/**
 * Days whose orders have changed since they were added up. Rows are only inserted, so that orders do not wait for each
 * other. Belongs to the processes.
 */
export const reportChanges = pgTable(
  'report_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    day: day(),
  },
  (t) => [index('report_changes_day').on(t.day)],
)

/** Tables that can be computed again from the orders. */
export const reportTables = [
  'report_days',
  'report_products',
  'report_coupons',
  'report_steps',
  'report_changes',
] as const
