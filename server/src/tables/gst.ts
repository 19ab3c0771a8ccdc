import { sql } from 'drizzle-orm'
import { check, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/**
 * Months of GST that are filed: a trigger rejects documents that are dated in one. Unlocking a month removes its row.
 * Belongs to the company.
 */
export const gstFilings = pgTable(
  'gst_filings',
  {
    /** '2026-11', in Asia/Kolkata. */
    month: text('month').primaryKey(),
    by: text('by').notNull(),
    filedAt: createdAt(),
  },
  (t) => [check('gst_filing_month', sql`${t.month} ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'`)],
)
