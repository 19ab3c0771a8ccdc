import type { Week } from '@kirana/domain/opening'
import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** A day on which no opening hours begin, 'YYYY-MM-DD' in Asia/Kolkata. */
export type ClosedDay = { date: string; reason: string }

/** Opening hours: at most one row; without it the store is always open. Belongs to a store. */
export const opening = pgTable(
  'opening',
  {
    id: smallint('id').primaryKey().default(1),
    /** Seven days, Monday first; null means open round the clock. */
    week: jsonb('week').$type<Week>(),
    closedDays: jsonb('closed_days').$type<ClosedDay[]>().notNull().default([]),
    /** Incremented by each change of the hours and closed days, to reject edits of an outdated version. */
    version: integer('version').notNull().default(0),
    /** Whether the store is closed manually: until `closedUntil`, or until it is reopened if that is null. */
    isClosed: boolean('is_closed').notNull().default(false),
    closedUntil: moment('closed_until'),
    closedAt: moment('closed_at'),
    closedBy: text('closed_by').notNull().default(''),
    /** Minutes added to the delivery estimate; 0 when the store is not busy. */
    busyMinutes: smallint('busy_minutes').notNull().default(0),
  },
  (t) => [check('one_opening', sql`${t.id} = 1`)],
)
