import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const filePurposes = [
  'product',
  'category',
  'subcategory',
  'banner',
  'manual-order',
  'withdrawal',
] as const
export type FilePurpose = (typeof filePurposes)[number]

/** What `GET /file/get/:key` may give out. A file's bytes lie in the file store under the same key. */
export const files = pgTable('files', {
  /** Also the file's name: of a public picture the beginning of its SHA-256, of a private file a UUID v7. */
  key: text().primaryKey(),
  /** What it was first kept for; a public picture may serve others too. */
  purpose: text({ enum: filePurposes }).notNull(),
  type: text({ enum: ['image/webp', 'application/pdf'] }).notNull(),
  size: integer().notNull(),
  sha256: text().notNull(),
  isPrivate: boolean('is_private').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
