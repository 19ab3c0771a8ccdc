import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, key, moment } from './columns.ts'

/**
 * One-time codes on their way to phones: a durable job each. `asked` until the provider has taken the code over (`sent`),
 * has refused it for good (`failed`), or there is no time left (`given-up`). Code and phone are readable only until then.
 */
export const codeMessages = pgTable(
  'code_messages',
  {
    id: key(),
    /** `test`: asked for by the superadmin, and signs nobody in. */
    purpose: text('purpose', { enum: ['sign-in', 'test'] }).notNull(),
    /** Masked but for the last 4 digits. */
    phone: text('phone').notNull(),
    recipient: text('recipient'),
    code: text('code'),
    provider: text('provider').notNull(),
    /** The one tried last. */
    channel: text('channel', { enum: ['sms', 'whatsapp'] }).notNull(),
    state: text('state', { enum: ['asked', 'sent', 'failed', 'given-up'] }).notNull(),
    /** Requests to the provider. */
    attempts: integer('attempts').notNull().default(0),
    /** The provider's id of the message, '' without one. */
    messageId: text('message_id').notNull().default(''),
    /** The class of the last error, '' for none, and the provider's words. */
    error: text('error').notNull().default(''),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
    /** When the next attempt is due; with `claimedAt` while a process makes it. */
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
