import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

const filePurposes = ['product', 'category', 'subcategory', 'banner', 'manual-order', 'withdrawal'] as const
export type FilePurpose = (typeof filePurposes)[number]

/** What `GET /file/get/:key` may give out. A file's bytes lie in the file store under the same key. */
export const files = pgTable('files', {
  /** Also the file's name: of a public picture the beginning of its SHA-256, of a private file a UUID v7. */
  key: text('key').primaryKey(),
  /** What it was first kept for; a public picture may serve others too. */
  purpose: text('purpose', { enum: filePurposes }).notNull(),
  type: text('type', { enum: ['image/webp', 'application/pdf'] }).notNull(),
  size: integer('size').notNull(),
  sha256: text('sha256').notNull(),
  isPrivate: boolean('is_private').notNull(),
  createdAt: createdAt(),
})
