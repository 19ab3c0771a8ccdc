import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, key, version } from './columns.ts'

/** Releases of the customer app. The latest row is the current release. Belongs to the company. */
export const releases = pgTable('releases', {
  id: key(),
  buildNumber: integer('build_number').notNull(),
  versionName: text('version_name').notNull(),
  description: text('description').notNull(),
  version: version(),
  createdAt: createdAt(),
})
