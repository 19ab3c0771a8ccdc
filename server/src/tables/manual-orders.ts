import { manualOrderStatuses } from '@kirana/domain/vocabulary'
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, key } from './columns.ts'
import { users } from './users.ts'

/**
 * Photographed shopping lists, and prescriptions, which are retained longer. `photos` and `documents` are keys of
 * private files.
 * Belongs to a store.
 */
export const manualOrders = pgTable(
  'manual_orders',
  {
    id: key(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: manualOrderStatuses }).notNull().default('waiting'),
    photos: text('photos').array().notNull(),
    documents: text('documents').array().notNull().default([]),
    isPrescription: boolean('is_prescription').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    index('manual_orders_status').on(t.status, t.id),
    index('manual_orders_user').on(t.userId, t.id),
    index('manual_orders_age').on(t.isPrescription, t.createdAt),
  ],
)
