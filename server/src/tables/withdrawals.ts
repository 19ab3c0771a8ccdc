import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, key, moment, paise } from './columns.ts'
import { users } from './users.ts'

/** A customer's request to pay out money. The amount left the balance with it and is held until it is approved. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: key(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    amount: paise('amount').notNull(),
    upiId: text('upi_id').notNull().default(''),
    bankAccount: text('bank_account').notNull().default(''),
    ifsc: text('ifsc').notNull().default(''),
    /** When it was approved: from then on it has its one transaction. */
    doneAt: moment('done_at'),
    createdAt: createdAt(),
  },
  (t) => [index('withdrawals_user').on(t.userId, t.id), check('withdrawal_above_zero', sql`${t.amount} > 0`)],
)

/** A paid-out withdrawal. `documents` are keys of private files, 5 at most. */
export const transactions = pgTable(
  'transactions',
  {
    id: key(),
    withdrawalId: uuid('withdrawal_id')
      .notNull()
      .references(() => withdrawals.id),
    documents: text('documents').array().notNull().default([]),
    /** Who approved it, as people read it: 'Asha (staff)'. */
    by: text('by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('paid_out_once').on(t.withdrawalId),
    check('five_documents_at_most', sql`cardinality(${t.documents}) <= 5`),
  ],
)
