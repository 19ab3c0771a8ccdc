import { sql } from 'drizzle-orm'
import { boolean, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, key, version } from './columns.ts'
import { files } from './files.ts'
import { sections } from './sections.ts'

/** Belongs to the company. */
export const categories = pgTable(
  'categories',
  {
    id: key(),
    name: text('name').notNull(),
    image: text('image')
      .notNull()
      .references(() => files.key),
    sectionId: uuid('section_id')
      .notNull()
      .references(() => sections.id),
    isActive: boolean('is_active').notNull().default(true),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('categories_name').on(t.sectionId, sql`lower(${t.name})`)],
)
