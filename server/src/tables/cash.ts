import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, date, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, key, paise } from './columns.ts'
import { riders } from './riders.ts'

/**
 * Balances of the store's cash accounts, such as `store:cash`: the sum of their ledger entries. Belongs to a store.
 */
export const storeCash = pgTable('store_cash', {
  account: text('account').primaryKey(),
  balance: paise('balance').notNull(),
})

/**
 * `count`: of a rider's cash; `bank`: brought there; `write-off`: of a shortage; `in` and `out`: of the till; `float`: from the
 * till to a rider; `surplus-kept` and `surplus-returned`: what the superadmin decided; `close`: the till counted at the end of a day.
 */
const cashRecordKinds = [
  'count',
  'bank',
  'write-off',
  'in',
  'out',
  'float',
  'surplus-kept',
  'surplus-returned',
  'close',
] as const

/**
 * What people did with cash, append-only. Amounts are paise.
 * Belongs to a store.
 * Global: cash_records_action_id_unique: the key is made by the device.
 */
export const cashRecords = pgTable(
  'cash_records',
  {
    id: key(),
    kind: text('kind', { enum: cashRecordKinds }).notNull(),
    /** Chosen by the screen: a repeated call finds its record. */
    actionId: text('action_id').notNull().unique(),
    /** Null for what concerns the till alone. */
    riderId: uuid('rider_id').references(() => riders.id),
    /** What was counted, moved or written off. */
    amount: paise('amount').notNull(),
    /** What the rider or the till should have had. */
    expected: paise('expected').notNull().default(0),
    /** More than that, after it paid an open shortage: not booked until the superadmin decides. */
    surplus: paise('surplus').notNull().default(0),
    /** Pieces by denomination. */
    pieces: jsonb('pieces').$type<Record<string, number | undefined>>(),
    /** The bank's reference, or the reason. */
    note: text('note').notNull().default(''),
    /** The day that it counts for (Asia/Kolkata). */
    day: date('day', { mode: 'string' }).notNull(),
    by: text('by').notNull(),
    createdAt: createdAt(),
    /** The count whose surplus is decided. */
    countId: uuid('count_id')
      .unique('cash_surplus_decided_once')
      .references((): AnyPgColumn => cashRecords.id),
  },
  (t) => [
    check(
      'cash_record_of_rider',
      sql`(${t.kind} IN ('bank', 'in', 'out', 'close')) = (${t.riderId} IS NULL)`,
    ),
    check('cash_record_decides', sql`(${t.kind} LIKE 'surplus-%') = (${t.countId} IS NOT NULL)`),
    index('cash_records_rider').on(t.riderId, t.id),
    index('cash_records_day').on(t.day),
    index('cash_records_write_off')
      .on(t.by, t.createdAt)
      .where(sql`${t.kind} = 'write-off'`),
    index('cash_records_surplus')
      .on(t.id)
      .where(sql`${t.surplus} > 0`),
  ],
)
