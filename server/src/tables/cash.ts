import { sql } from 'drizzle-orm'
import { check, date, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, key, paise } from './columns.ts'
import { riders } from './riders.ts'

/** Balances of the store's cash accounts, such as `store:cash`: the sum of their ledger entries. */
export const storeCash = pgTable('store_cash', {
  account: text('account').primaryKey(),
  balance: paise('balance').notNull(),
})

/** What people did with cash, append-only: counts, deposits at the bank, and shortages written off. Amounts are paise. */
export const cashRecords = pgTable(
  'cash_records',
  {
    id: key(),
    kind: text('kind', { enum: ['count', 'bank', 'write-off'] }).notNull(),
    /** Chosen by the screen: a repeated call finds its record. */
    actionId: text('action_id').notNull().unique(),
    /** Null for the bank. */
    riderId: uuid('rider_id').references(() => riders.id),
    /** What was counted, deposited or written off. */
    amount: paise('amount').notNull(),
    /** What the rider should have had. */
    expected: paise('expected').notNull().default(0),
    /** More than that, after it paid an open shortage: not booked until the superadmin decides. */
    surplus: paise('surplus').notNull().default(0),
    /** Pieces by denomination. */
    pieces: jsonb('pieces').$type<Record<string, number | undefined>>(),
    /** The bank's reference, or the reason of a write-off. */
    note: text('note').notNull().default(''),
    /** The day that it counts for (Asia/Kolkata). */
    day: date('day', { mode: 'string' }).notNull(),
    by: text('by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('cash_record_of_rider', sql`(${t.kind} = 'bank') = (${t.riderId} IS NULL)`),
    index('cash_records_rider').on(t.riderId, t.id),
    index('cash_records_day').on(t.day),
    index('cash_records_surplus')
      .on(t.id)
      .where(sql`${t.surplus} > 0`),
  ],
)
