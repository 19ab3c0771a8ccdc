import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, key } from './columns.ts'

/** Releases of the customers' app; the newest one is the latest. */
export const releases = pgTable('releases', {
  id: key(),
  buildNumber: integer('build_number').notNull(),
  versionName: text('version_name').notNull(),
  description: text('description').notNull(),
  createdAt: createdAt(),
})
