import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** What is known of a stored file; its bytes lie in the file store under `key`. */
export const files = pgTable('files', {
  key: text('key').primaryKey(),
  purpose: text('purpose').notNull(),
  type: text('type').notNull(),
  size: integer('size').notNull(),
  sha256: text('sha256').notNull(),
  isPrivate: boolean('is_private').notNull(),
  createdAt: createdAt(),
})
