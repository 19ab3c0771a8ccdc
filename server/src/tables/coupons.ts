import { amountTypes } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import { bigint, boolean, date, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, key, moment, paise, version } from './columns.ts'

/** `amount` is paise for rupees, basis points for a percentage. Belongs to the company. */
export const coupons = pgTable(
  'coupons',
  {
    id: key(),
    name: text('name').notNull(),
    amountType: text('amount_type', { enum: amountTypes }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    minimum: paise('minimum').notNull().default(0),
    /** Maximum discount of a percentage, in paise; 0: no bound. */
    maximumDiscount: paise('maximum_discount').notNull().default(0),
    /** The first day on which it can be used (Asia/Kolkata); null: the day of its creation. */
    firstDay: date('first_day', { mode: 'string' }),
    /** Days after the first one on which it can still be used. */
    days: integer('days').notNull(),
    expireAt: moment('expire_at').notNull(),
    /** Maximum number of orders that use it; 0: any number. */
    totalUses: integer('total_uses').notNull().default(0),
    /** Maximum number of orders of one customer that use it; 0: any number. */
    usesPerCustomer: integer('uses_per_customer').notNull().default(1),
    /** Number of orders that use it, without canceled ones. Only the trigger of `coupon_uses` writes it. */
    uses: integer('uses').notNull().default(0),
    isPublic: boolean('is_public').notNull().default(true),
    isActive: boolean('is_active').notNull().default(true),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('coupons_name').on(sql`lower(${t.name})`)],
)
