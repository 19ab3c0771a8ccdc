import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

const filePurposes = ['product', 'category', 'subcategory', 'banner', 'manual-order', 'withdrawal'] as const
export type FilePurpose = (typeof filePurposes)[number]

/** Files served by `GET /file/get/:key`. The file store has the bytes under the same key. */
export const files = pgTable('files', {
  /** The file name: a prefix of the SHA-256 for public images, a UUID v7 for private files. */
  key: text('key').primaryKey(),
  /** The purpose of the first upload; identical public images share one file. */
  purpose: text('purpose', { enum: filePurposes }).notNull(),
  type: text('type', { enum: ['image/webp', 'application/pdf'] }).notNull(),
  size: integer('size').notNull(),
  sha256: text('sha256').notNull(),
  isPrivate: boolean('is_private').notNull(),
  createdAt: createdAt(),
})
