import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, paise } from './columns.ts'
import { users } from './users.ts'

/** The balances of a customer: always the sum of the ledger's entries, never below zero. */
export const wallets = pgTable(
  'wallets',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    coins: bigint('coins', { mode: 'number' }).notNull().default(0),
    money: paise('money').notNull().default(0),
    /** Coins turned into money for withdrawals so far. */
    withdrawnCoins: bigint('withdrawn_coins', { mode: 'number' }).notNull().default(0),
    /** Money withdrawn so far. */
    withdrawnMoney: paise('withdrawn_money').notNull().default(0),
  },
  (t) => [check('wallet_not_below_zero', sql`${t.coins} >= 0 AND ${t.money} >= 0`)],
)

/** What happened to a wallet. `key` makes each happening unique: a second one with it is refused. Append-only. */
export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    key: text('key').notNull().unique(),
    kind: text('kind').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    orderId: uuid('order_id'),
    /** Who caused it, as people read it: 'Asha (staff)', 'customer'. */
    by: text('by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('ledger_user').on(t.userId, t.id), index('ledger_order').on(t.orderId)],
)

/** The two or more sides of a transaction, summing to zero. Coins or paise, as the account says. Append-only. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    transactionId: bigint('transaction_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerTransactions.id),
    line: smallint('line').notNull(),
    account: text('account').notNull(),
    /** The customer whose account it is; null for the store's accounts. */
    userId: uuid('user_id').references(() => users.id),
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.transactionId, t.line] }), index('ledger_entries_user').on(t.userId)],
)
