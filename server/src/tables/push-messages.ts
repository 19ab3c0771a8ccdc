import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { createdAt, key, moment } from './columns.ts'

/**
 * A message pushed to one phone or to all, a durable job: whoever takes it up goes on after `cursor`, the last customer
 * who was dealt with. `reach` is how many it was meant for; `dead` counts tokens that were no longer any good.
 */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: key(),
    audience: text('audience', { enum: ['one', 'all'] }).notNull(),
    /** The token of the one phone; '' for all. */
    token: text('token').notNull().default(''),
    title: text('title').notNull(),
    body: text('body').notNull(),
    /** `recorded`: push is not configured, so nothing was sent. */
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
  ],
)
