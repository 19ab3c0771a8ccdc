import { contactStates } from '@kirana/domain/grievance'
import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, key, moment, version } from './columns.ts'
import { staff } from './people.ts'

/** Messages to the store. The ticket given to the sender is derived from `number`. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: key(),
    number: bigint('number', { mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    email: text('email').notNull().default(''),
    phone: text('phone').notNull(),
    message: text('message').notNull(),
    state: text('state', { enum: contactStates }).notNull().default('new'),
    /** Who has taken it in work. */
    ownerId: uuid('owner_id').references(() => staff.id),
    /** When somebody acknowledged the message by taking it in work, and when it was answered. */
    startedAt: moment('started_at'),
    answeredAt: moment('answered_at'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    index('contact_messages_age').on(t.createdAt),
    index('contact_messages_phone').on(t.phone),
    index('contact_messages_new')
      .on(t.id)
      .where(sql`${t.state} = 'new'`),
  ],
)
