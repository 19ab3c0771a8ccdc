import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, key } from './columns.ts'

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
    createdAt: createdAt(),
  },
  (t) => [index('contact_messages_age').on(t.createdAt)],
)
