import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, key, moment, paise } from './columns.ts'
import { users } from './users.ts'

/** Withdrawal requests. The amount is deducted from the balance on request and held until it is approved. */
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
    /** The time of approval; from then on it has exactly one payout in `transactions`. */
    doneAt: moment('done_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('withdrawals_user').on(t.userId, t.id),
    index('withdrawals_open')
      .on(t.id)
      .where(sql`${t.doneAt} IS NULL`),
    index('withdrawals_amount').on(t.amount, t.id),
    check('withdrawal_above_zero', sql`${t.amount} > 0`),
  ],
)

/** Payouts of approved withdrawals. `documents` are keys of up to 5 private files. */
export const transactions = pgTable(
  'transactions',
  {
    id: key(),
    withdrawalId: uuid('withdrawal_id')
      .notNull()
      .references(() => withdrawals.id),
    documents: text('documents').array().notNull().default([]),
    /** The reason for a payout without documents; '' with documents and for payouts older than this rule. */
    reason: text('reason').notNull().default(''),
    /** The approver, for display: 'Asha (staff)'. */
    by: text('by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('paid_out_once').on(t.withdrawalId),
    // What one person paid out within a day.
    index('transactions_by').on(t.by, t.createdAt),
    check('five_documents_at_most', sql`cardinality(${t.documents}) <= 5`),
  ],
)
