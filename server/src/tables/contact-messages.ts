import { ACKNOWLEDGE_HOURS, contactStates, RESOLVE_DAYS } from '@kirana/domain/grievance'
import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, key, moment, version } from './columns.ts'
import { staff } from './people.ts'

/** In UTC, because an index cannot have an expression that depends on the time zone of the session. */
const received = sql`created_at AT TIME ZONE 'UTC'`

/**
 * The next deadline of a message in UTC (`contactDueAt`). For answered messages it is far in the future, so that they
 * come last, the newest first.
 */
export const contactDeadline = sql`CASE state
  WHEN 'new' THEN ${received} + interval '${sql.raw(String(ACKNOWLEDGE_HOURS))} hours'
  WHEN 'in-work' THEN ${received} + interval '${sql.raw(String(RESOLVE_DAYS))} days'
  ELSE timestamp '9999-12-31' - (${received} - timestamp '2000-01-01') END`

/**
 * Messages to the store. The ticket given to the sender is derived from `number`.
 * Belongs to a store.
 * Global: contact_messages_number_unique, contact_messages_number_seq: customers may give the ticket to any store.
 */
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
    /** The staff member who works on it. */
    ownerId: uuid('owner_id').references(() => staff.id),
    /** When staff acknowledged the message by setting it to in-work, and when it was answered. */
    startedAt: moment('started_at'),
    answeredAt: moment('answered_at'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    index('contact_messages_age').on(t.createdAt),
    index('contact_messages_phone').on(t.phone),
    index('contact_messages_state').on(t.state, t.number),
    index('contact_messages_due').on(sql`(${contactDeadline})`, t.number),
    index('contact_messages_new')
      .on(t.id)
      .where(sql`${t.state} = 'new'`),
  ],
)
