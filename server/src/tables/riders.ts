import { dropStates } from '@kirana/domain/drops'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, key, moment, paise, version } from './columns.ts'
import { orders } from './orders.ts'

/**
 * Riders, who are not staff, with the sums of their cash in paise (decision 047). The row is the lock of a rider's
 * cash. It is locked after orders and before customers. Belongs to a store.
 * Global: riders_phone_unique: a rider signs in with the phone.
 */
export const riders = pgTable(
  'riders',
  {
    id: key(),
    name: text('name').notNull(),
    phone: text('phone').notNull().unique(),
    isActive: boolean('is_active').notNull().default(true),
    /** Maximum cash that the rider may have; 0 means no cash. */
    cashLimit: paise('cash_limit').notNull(),
    /** '' without a PIN. */
    pinHash: text('pin_hash').notNull().default(''),
    version: version(),
    createdAt: createdAt(),
    collected: paise('collected').notNull().default(0),
    deposited: paise('deposited').notNull().default(0),
    inHand: paise('in_hand').notNull().default(0),
    shortage: paise('shortage').notNull().default(0),
    writtenOff: paise('written_off').notNull().default(0),
  },
  (t) => [
    check(
      'rider_cash_adds_up',
      sql`${t.collected} = ${t.deposited} + ${t.inHand} + ${t.shortage} + ${t.writtenOff}`,
    ),
    check('rider_cash_not_below_zero', sql`${t.inHand} >= 0 AND ${t.shortage} >= 0 AND ${t.writtenOff} >= 0`),
    check('rider_cash_limit', sql`${t.cashLimit} >= 0`),
  ],
)

/**
 * Attempts to deliver a bag, each by one rider. The drops of an order change only while the order is locked.
 * Belongs to a store.
 */
export const drops = pgTable(
  'drops',
  {
    id: key(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** The number of the drop within its order, from 1. */
    attempt: smallint('attempt').notNull(),
    riderId: uuid('rider_id')
      .notNull()
      .references(() => riders.id),
    state: text('state', { enum: dropStates }).notNull(),
    assignedBy: text('assigned_by').notNull(),
    assignedAt: moment('assigned_at').notNull(),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
    /** The person who ended it: the rider, or staff who set the order's status or took the bag back. */
    endedBy: text('ended_by').notNull().default(''),
    /** The reason for the failure; '' if it did not fail. */
    failReason: text('fail_reason').notNull().default(''),
    /** The key of the picture of a failed drop; '' without one. */
    photo: text('photo').notNull().default(''),
    /** Whether the door code is required: the company's setting when the bag went on the road. */
    needsCode: boolean('needs_code').notNull().default(false),
    /** Wrong door codes so far. */
    wrongCodes: smallint('wrong_codes').notNull().default(0),
    /** The rider's reason for delivering without the code; '' if the code was given or not needed. */
    override: text('override').notNull().default(''),
  },
  (t) => [
    uniqueIndex('drops_attempt').on(t.orderId, t.attempt),
    uniqueIndex('drops_open')
      .on(t.orderId)
      .where(sql`${t.state} IN ('assigned', 'on the road', 'failed')`),
    index('drops_open_of_rider')
      .on(t.riderId)
      .where(sql`${t.state} IN ('assigned', 'on the road', 'failed')`),
    index('drops_ended').on(t.riderId, t.endedAt),
    // For the retention of the pictures.
    index('drops_photos')
      .on(t.assignedAt)
      .where(sql`${t.photo} <> ''`),
    index('drops_overridden')
      .on(t.endedAt)
      .where(sql`${t.override} <> ''`),
  ],
)

/** Actions of riders' phones. Each counts once, because a repeated action finds its row. Belongs to a store. */
export const riderActions = pgTable(
  'rider_actions',
  {
    riderId: uuid('rider_id')
      .notNull()
      .references(() => riders.id),
    actionId: text('action_id').notNull(),
    kind: text('kind', { enum: ['deliver', 'fail'] }).notNull(),
    orderId: uuid('order_id').notNull(),
    at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.riderId, t.actionId] })],
)
