import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, key } from './columns.ts'
import { products } from './products.ts'

/**
 * GST rates of products in basis points, each in force from its first day (Asia/Kolkata) until the next one; of two
 * with the same first day, the later row applies. A trigger rejects changes. Belongs to the company.
 */
export const productRates = pgTable(
  'product_rates',
  {
    id: key(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    firstDay: date('first_day').notNull(),
    rate: integer('rate').notNull(),
    by: text('by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('product_rates_day').on(t.productId, t.firstDay, t.id),
    check('product_rate_in_range', sql`${t.rate} BETWEEN 0 AND 10000`),
  ],
)

/**
 * GST rates of charges; null means the rate of the goods. `chargeId` is not a foreign key, because rates are kept after
 * their charge is deleted. Belongs to a store.
 */
export const chargeRates = pgTable(
  'charge_rates',
  {
    id: key(),
    chargeId: uuid('charge_id').notNull(),
    firstDay: date('first_day').notNull(),
    rate: integer('rate'),
    by: text('by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('charge_rates_day').on(t.chargeId, t.firstDay, t.id),
    check('charge_rate_in_range', sql`${t.rate} BETWEEN 0 AND 10000`),
  ],
)
