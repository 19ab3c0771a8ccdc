import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, key } from './columns.ts'
import { staff } from './people.ts'
import { users } from './users.ts'

/**
 * Internal notes of staff about a customer. They are personal data, which is exported and erased with the customer.
 * Belongs to a customer.
 */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: key(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('customer_notes_user').on(t.userId, t.id)],
)
