import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, key } from './columns.ts'

/** What somebody wrote to the store. The ticket that they were told is made of `number`. */
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
