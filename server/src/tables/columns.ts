import { bigint, timestamp, uuid } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'

/** The primary key of nearly every table: a UUID v7, so that ids sort by time and give nothing away. */
export const key = () => uuid('id').primaryKey().$defaultFn(v7)

/** Whole paise. */
export const paise = (name: string) => bigint(name, { mode: 'number' })

/** A moment, kept in UTC. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const createdAt = () => moment('created_at').notNull().defaultNow()
