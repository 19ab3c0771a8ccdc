import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, key, moment, paise } from './columns.ts'
import { users } from './users.ts'

/**
 * Withdrawal requests. The amount is deducted from the balance on request and held until it is paid out or, after a
 * refusal, returned to the wallet. Belongs to a customer.
 */
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
    /** When a second person approved the payout in advance; null without such an approval. */
    approvedAt: moment('approved_at'),
    /** The staff member or superadmin who approved it. Another person must make the payout. */
    approvedBy: uuid('approved_by'),
    approvedName: text('approved_name').notNull().default(''),
    /** When it was paid out or refused; it then has exactly one row in `transactions`. */
    doneAt: moment('done_at'),
    refusedAt: moment('refused_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('withdrawals_user').on(t.userId, t.id),
    index('withdrawals_open')
      .on(t.id)
      .where(sql`${t.doneAt} IS NULL AND ${t.refusedAt} IS NULL`),
    index('withdrawals_amount').on(t.amount, t.id),
    check('withdrawal_above_zero', sql`${t.amount} > 0`),
    check('paid_or_refused', sql`${t.doneAt} IS NULL OR ${t.refusedAt} IS NULL`),
    check('approved_by_somebody', sql`(${t.approvedAt} IS NULL) = (${t.approvedBy} IS NULL)`),
  ],
)

/**
 * How withdrawals ended: payouts and refusals. `documents` are keys of up to 5 private files.
 * Belongs to a customer.
 * Global: utr_used_once: the banks of India give a UTR once.
 */
export const transactions = pgTable(
  'transactions',
  {
    id: key(),
    withdrawalId: uuid('withdrawal_id')
      .notNull()
      .references(() => withdrawals.id),
    documents: text('documents').array().notNull().default([]),
    /** Whether it was refused and the money returned to the wallet. */
    isRefused: boolean('is_refused').notNull().default(false),
    /**
     * The reason for having no document, or for the refusal; '' with documents and for payouts older than this rule.
     */
    reason: text('reason').notNull().default(''),
    /** The bank's reference of the transfer (UTR), '' if none was given. */
    utr: text('utr').notNull().default(''),
    /** The person who paid or refused it, for display: 'Asha (staff)'. */
    by: text('by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('paid_out_once').on(t.withdrawalId),
    // For the payouts of one person within a day.
    index('transactions_by').on(t.by, t.createdAt),
    // For the history by days.
    index('transactions_day').on(t.createdAt, t.id),
    uniqueIndex('utr_used_once')
      .on(t.utr)
      .where(sql`${t.utr} <> ''`),
    check('five_documents_at_most', sql`cardinality(${t.documents}) <= 5`),
  ],
)
