import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'

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

/**
 * Keys whose bytes are being stored or removed (docs/decisions/021-bytes-outside-transactions.md). A key that is neither
 * has no row, at the latest two hours after its last change.
 */
export const fileClaims = pgTable(
  'file_claims',
  {
    key: text('key').primaryKey(),
    /** Uploads that have stored or are storing the bytes, and whose transaction has not committed. */
    holders: uuid('holders')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The bytes are being removed: no upload may count on them. */
    isRemoving: boolean('is_removing').notNull().default(false),
    /** Incremented by every change, so that a removal notices changes since it looked for rows. */
    version: integer('version').notNull().default(1),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (t) => [index('file_claims_changed').on(t.changedAt)],
)
