import { sql } from 'drizzle-orm'
import { boolean, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, key, version } from './columns.ts'

/** Belongs to the company. */
export const keywords = pgTable(
  'keywords',
  {
    id: key(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    isActive: boolean('is_active').notNull().default(true),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('keywords_name').on(sql`lower(${t.name})`)],
)
