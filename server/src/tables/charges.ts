import { amountTypes } from '@kirana/domain/vocabulary'
import { bigint, boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, key, paise, version } from './columns.ts'

/**
 * Extra charges on bills whose lines total `minimum` to `maximum` paise; a maximum of 0 means no upper bound. `amount`
 * is paise for rupees, basis points for a percentage. Belongs to a store.
 */
export const charges = pgTable('charges', {
  id: key(),
  title: text('title').notNull(),
  amountType: text('amount_type', { enum: amountTypes }).notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  minimum: paise('minimum').notNull().default(0),
  maximum: paise('maximum').notNull().default(0),
  /** Services accounting code of 4 or 6 digits; '' if unknown. Its GST rates are in `charge_rates`. */
  sac: text('sac').notNull().default(''),
  isActive: boolean('is_active').notNull().default(true),
  version: version(),
  createdAt: createdAt(),
})
