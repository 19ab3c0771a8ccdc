import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, key } from './columns.ts'
import { files } from './files.ts'

/** Belongs to the company. */
export const banners = pgTable('banners', {
  id: key(),
  image: text('image')
    .notNull()
    .references(() => files.key),
  createdAt: createdAt(),
})
