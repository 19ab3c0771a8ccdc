import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { createdAt, key, moment } from './columns.ts'

/**
 * Push messages to one phone or to all. A broadcast is a durable job: a worker resumes after `cursor`, the last
 * processed customer. `reach` is the number of recipients, `dead` the number of expired push tokens.
 * Belongs to the company.
 */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: key(),
    audience: text('audience', { enum: ['one', 'all'] }).notNull(),
    /** The push token of a message to one phone; '' for a broadcast. */
    token: text('token').notNull().default(''),
    /**
     * The customer of a message to one phone, whose token may change; null for a broadcast and for some older messages.
     */
    userId: uuid('user_id'),
    title: text('title').notNull(),
    body: text('body').notNull(),
    /** `recorded`: stored but not sent, because push was not configured. */
    status: text('status', { enum: ['sending', 'done', 'recorded'] }).notNull(),
    reach: integer('reach').notNull(),
    sent: integer('sent').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    dead: integer('dead').notNull().default(0),
    cursor: uuid('cursor'),
    by: text('by').notNull(),
    createdAt: createdAt(),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    index('push_messages_open')
      .on(t.id)
      .where(sql`${t.status} = 'sending'`),
    index('push_messages_age').on(t.createdAt),
    index('push_messages_token')
      .on(t.token)
      .where(sql`${t.audience} = 'one'`),
    index('push_messages_user')
      .on(t.userId)
      .where(sql`${t.userId} IS NOT NULL`),
  ],
)
