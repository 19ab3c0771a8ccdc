import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, key, version } from './columns.ts'

/**
 * The delivery area. Belongs to a store.
 * Global: pincodes_pincode_unique: one store delivers to an address.
 */
export const pincodes = pgTable('pincodes', {
  id: key(),
  pincode: text('pincode').notNull().unique(),
  description: text('description').notNull().default(''),
  isActive: boolean('is_active').notNull().default(true),
  version: version(),
  createdAt: createdAt(),
})
