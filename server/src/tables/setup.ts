import { sql } from 'drizzle-orm'
import { check, pgTable, smallint } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** When the checklist of a new store was hidden, by role: at most one row. Belongs to the company. */
export const setup = pgTable(
  'setup',
  {
    id: smallint('id').primaryKey().default(1),
    hiddenForStaffAt: moment('hidden_for_staff_at'),
    hiddenForSuperadminAt: moment('hidden_for_superadmin_at'),
  },
  (t) => [check('one_setup', sql`${t.id} = 1`)],
)
