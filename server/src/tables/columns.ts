import { bigint, integer, timestamp, uuid } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'

/** The primary key of nearly every table: a UUID v7, which sorts by time and does not reveal row counts. */
export const key = () => uuid('id').primaryKey().$defaultFn(v7)

/** Whole paise. */
export const paise = (name: string) => bigint(name, { mode: 'number' })

/** A timestamp in UTC. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Incremented by every edit, to reject edits of an outdated version (decision 015). */
export const version = () => integer('version').notNull().default(1)

export const createdAt = () => moment('created_at').notNull().defaultNow()
