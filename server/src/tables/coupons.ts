import { amountTypes } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, key, moment, paise, version } from './columns.ts'

/** `amount` is paise for rupees, basis points for a percentage. */
export const coupons = pgTable(
  'coupons',
  {
    id: key(),
    name: text('name').notNull(),
    amountType: text('amount_type', { enum: amountTypes }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    minimum: paise('minimum').notNull().default(0),
    days: integer('days').notNull(),
    expireAt: moment('expire_at').notNull(),
    isPublic: boolean('is_public').notNull().default(true),
    isActive: boolean('is_active').notNull().default(true),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('coupons_name').on(sql`lower(${t.name})`)],
)
