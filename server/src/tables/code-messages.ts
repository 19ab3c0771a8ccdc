import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, key, moment } from './columns.ts'

/**
 * One-time codes to be sent, each a durable job. `asked` until the provider has accepted the code (`sent`) or rejected
 * it permanently (`failed`), or no time is left (`given-up`). Code and phone are deleted then.
 * Belongs to the processes.
 */
export const codeMessages = pgTable(
  'code_messages',
  {
    id: key(),
    /** `test`: requested by the superadmin; cannot be used to sign in. */
    purpose: text('purpose', { enum: ['sign-in', 'test'] }).notNull(),
    /** Masked except for the last 4 digits. */
    phone: text('phone').notNull(),
    recipient: text('recipient'),
    code: text('code'),
    provider: text('provider').notNull(),
    /** The channel of the last attempt. */
    channel: text('channel', { enum: ['sms', 'whatsapp'] }).notNull(),
    state: text('state', { enum: ['asked', 'sent', 'failed', 'given-up'] }).notNull(),
    /** Requests to the provider. */
    attempts: integer('attempts').notNull().default(0),
    /** The provider's id of the message, '' without one. */
    messageId: text('message_id').notNull().default(''),
    /** The class of the last error, '' for none, and the provider's text. */
    error: text('error').notNull().default(''),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
    /** The time of the next attempt; `claimedAt` is set while a process makes it. */
    dueAt: moment('due_at').notNull(),
    claimedAt: moment('claimed_at'),
    giveUpAt: moment('give_up_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    check(
      'readable_only_while_asked',
      sql`${t.state} = 'asked' OR (${t.recipient} IS NULL AND ${t.code} IS NULL)`,
    ),
    index('code_messages_open')
      .on(t.dueAt)
      .where(sql`${t.state} = 'asked'`),
    index('code_messages_recipient')
      .on(t.recipient)
      .where(sql`${t.state} = 'asked'`),
    index('code_messages_age').on(t.createdAt, t.state),
  ],
)
