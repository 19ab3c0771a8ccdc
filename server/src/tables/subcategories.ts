import { sql } from 'drizzle-orm'
import { boolean, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { categories } from './categories.ts'
import { createdAt, key, version } from './columns.ts'
import { files } from './files.ts'

/** Belongs to the company. */
export const subcategories = pgTable(
  'subcategories',
  {
    id: key(),
    name: text('name').notNull(),
    image: text('image')
      .notNull()
      .references(() => files.key),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => categories.id),
    isActive: boolean('is_active').notNull().default(true),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('subcategories_name').on(t.categoryId, sql`lower(${t.name})`)],
)
