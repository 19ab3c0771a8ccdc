import { sql } from 'drizzle-orm'
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, key, version } from './columns.ts'

/** Belongs to the company. */
export const sections = pgTable(
  'sections',
  { id: key(), name: text('name').notNull(), version: version(), createdAt: createdAt() },
  (t) => [uniqueIndex('sections_name').on(sql`lower(${t.name})`)],
)
