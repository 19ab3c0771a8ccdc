import { orderMoneyKinds, tillKinds, upiKinds } from '@kirana/domain/wallet'
import { sql } from 'drizzle-orm'
import { bigint, check, date, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, paise } from './columns.ts'
import { staff } from './people.ts'
import { riders } from './riders.ts'
import { users } from './users.ts'

/** The balances of a customer: the sum of the ledger entries, never negative. Belongs to a customer. */
export const wallets = pgTable(
  'wallets',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    coins: bigint('coins', { mode: 'number' }).notNull().default(0),
    money: paise('money').notNull().default(0),
    /** Total of coins converted to money for withdrawals. */
    withdrawnCoins: bigint('withdrawn_coins', { mode: 'number' }).notNull().default(0),
    /** Total of money withdrawn. */
    withdrawnMoney: paise('withdrawn_money').notNull().default(0),
  },
  (t) => [check('wallet_not_below_zero', sql`${t.coins} >= 0 AND ${t.money} >= 0`)],
)

/**
 * Transactions of the books, append-only. The unique `key` prevents posting the same transaction twice. `userId` is the
 * customer whose wallet changes, `riderId` the rider whose cash changes; null if there is none, as for online payments.
 * Belongs to a customer.
 * Global: ledger_transactions_key_unique, ledger_transactions_id_seq: the key names its cause, the id gives the order
 * of postings within a wallet.
 */
export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    key: text('key').notNull().unique(),
    kind: text('kind').notNull(),
    userId: uuid('user_id').references(() => users.id),
    riderId: uuid('rider_id').references(() => riders.id),
    orderId: uuid('order_id'),
    /** The person who caused it, for display: 'Asha (staff)', 'customer'. */
    by: text('by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('ledger_user').on(t.userId, t.id),
    index('ledger_order').on(t.orderId),
    // For the day book: payments of orders from wallets, and refunds to wallets.
    index('ledger_order_money')
      .on(t.createdAt)
      .where(sql`${t.kind} IN (${sql.raw(orderMoneyKinds.map((kind) => `'${kind}'`).join(', '))})`),
    // For the day book: payments by UPI to riders.
    index('ledger_upi')
      .on(t.createdAt)
      .where(sql`${t.kind} IN (${sql.raw(upiKinds.map((kind) => `'${kind}'`).join(', '))})`),
    // For the movements of the till on a day.
    index('ledger_till')
      .on(t.createdAt)
      .where(sql`${t.kind} IN (${sql.raw(tillKinds.map((kind) => `'${kind}'`).join(', '))})`),
    index('ledger_rider')
      .on(t.riderId, t.id)
      .where(sql`${t.riderId} IS NOT NULL`),
  ],
)

/**
 * The two or more entries of a transaction, append-only. They sum to zero, in coins or paise depending on the account.
 * Belongs to a customer.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    transactionId: bigint('transaction_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerTransactions.id),
    line: smallint('line').notNull(),
    account: text('account').notNull(),
    /** The owner of a customer account; null for the store's accounts. */
    userId: uuid('user_id').references(() => users.id),
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.transactionId, t.line] }), index('ledger_entries_user').on(t.userId)],
)

/** Coins added per staff member and day (Asia/Kolkata), for the daily limit. Belongs to the company. */
export const staffCoinDays = pgTable(
  'staff_coin_days',
  {
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    day: date('day', { mode: 'string' }).notNull(),
    coins: bigint('coins', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.day] })],
)
