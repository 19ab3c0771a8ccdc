import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns.ts'

const filePurposes = [
  'product',
  'category',
  'subcategory',
  'banner',
  'manual-order',
  'prescription',
  'withdrawal',
  'claim',
  'drop',
] as const
export type FilePurpose = (typeof filePurposes)[number]

/** Files served by `GET /file/get/:key`. The file store has the bytes under the same key. Belongs to the company. */
export const files = pgTable('files', {
  /** The file name: a UUID v7 for each upload. Earlier releases named public images by a prefix of their SHA-256. */
  key: text('key').primaryKey(),
  purpose: text('purpose', { enum: filePurposes }).notNull(),
  type: text('type', { enum: ['image/webp', 'application/pdf'] }).notNull(),
  size: integer('size').notNull(),
  sha256: text('sha256').notNull(),
  isPrivate: boolean('is_private').notNull(),
  createdAt: createdAt(),
})

/** Files whose bytes are retained after their row in `files` is deleted (RECOVERY_DAYS). Belongs to the company. */
export const removedFiles = pgTable(
  'removed_files',
  {
    key: text('key').primaryKey(),
    removedAt: moment('removed_at').notNull().defaultNow(),
  },
  (t) => [index('removed_files_at').on(t.removedAt)],
)

/**
 * The id of this database, which is noted in its file storage: a single row, created by a migration. Copies and restored
 * backups of the database have the same id (decision 086). Belongs to the processes.
 */
export const databaseIdentity = pgTable(
  'database_identity',
  {
    id: smallint('id').primaryKey().default(1),
    uuid: uuid('uuid').notNull().defaultRandom(),
  },
  (t) => [check('one_identity', sql`${t.id} = 1`)],
)
