import { claimDestinations, claimReasons, claimStates } from '@kirana/domain/claims'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, key, moment, paise } from './columns.ts'
import { creditNotes } from './invoices.ts'
import { orders } from './orders.ts'
import { users } from './users.ts'

/** Generates `claims.number`; gaps are allowed. */
export const claimNumbers = pgSequence('claim_numbers')

/**
 * Claims of customers about delivered orders. `photos` are keys of private files.
 * Belongs to a store.
 * Global: claims_number_unique, claim_numbers: customers may give the number to any store.
 */
export const claims = pgTable(
  'claims',
  {
    id: key(),
    number: bigint('number', { mode: 'number' }).notNull().unique(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    reason: text('reason', { enum: claimReasons }).notNull(),
    note: text('note').notNull().default(''),
    photos: text('photos').array().notNull().default([]),
    state: text('state', { enum: claimStates }).notNull().default('open'),
    /** The time until which the store has promised a decision. */
    dueBy: moment('due_by').notNull(),
    /** The staff member who opened it; '' for the customer. */
    openedBy: text('opened_by').notNull().default(''),
    /** The reason for opening it after the day of delivery. */
    lateReason: text('late_reason').notNull().default(''),
    /** The reason that the customer sees. */
    refusedReason: text('refused_reason').notNull().default(''),
    at: createdAt(),
  },
  (t) => [
    index('claims_state').on(t.state, t.id),
    index('claims_order').on(t.orderId),
    index('claims_user').on(t.userId, t.id),
    index('claims_opened').on(t.at),
    index('claims_photos_age')
      .on(t.at)
      .where(sql`cardinality(${t.photos}) > 0`),
  ],
)

/**
 * The claimed pieces of ordered lines, and the decisions about them. A trigger rejects more pieces of a line than were
 * delivered; pieces of refused claims can be claimed again. Belongs to a store.
 */
export const claimLines = pgTable(
  'claim_lines',
  {
    claimId: uuid('claim_id')
      .notNull()
      .references(() => claims.id),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    line: smallint('line').notNull(),
    pieces: integer('pieces').notNull(),
    refunded: integer('refunded').notNull().default(0),
    replaced: integer('replaced').notNull().default(0),
    refused: integer('refused').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.claimId, t.line] }),
    index('claim_lines_order').on(t.orderId, t.line),
    check(
      'claim_line_pieces',
      sql`${t.pieces} > 0 AND least(${t.refunded}, ${t.replaced}, ${t.refused}) >= 0 AND ${t.refunded} + ${t.replaced} + ${t.refused} <= ${t.pieces}`,
    ),
  ],
)

/** Decisions about claims. Each counts once, because the screen generates its id. Belongs to a store. */
export const claimActions = pgTable(
  'claim_actions',
  {
    claimId: uuid('claim_id')
      .notNull()
      .references(() => claims.id),
    actionId: text('action_id').notNull(),
    kind: text('kind', { enum: ['refund', 'replace', 'refuse'] }).notNull(),
    /** The destination of the refund; null without a refund. */
    destination: text('destination', { enum: claimDestinations }),
    /** Paise, including charges. */
    amount: paise('amount').notNull().default(0),
    /** Coins taken back, including those borne by the store. */
    coins: integer('coins').notNull().default(0),
    /** Paise that a staff member refunded or replaced without a second person. */
    refundedAlone: paise('refunded_alone').notNull().default(0),
    staffId: uuid('staff_id'),
    noteId: uuid('note_id').references(() => creditNotes.id),
    by: text('by').notNull(),
    at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.claimId, t.actionId] }),
    index('claim_actions_alone')
      .on(t.staffId, t.at)
      .where(sql`${t.refundedAlone} > 0`),
    index('claim_actions_decided').on(t.at),
    check('claim_action_amount', sql`(${t.amount} > 0) = (${t.destination} IS NOT NULL)`),
  ],
)

/** The refunded pieces by rows of the order's bill (`billedLines`). Belongs to a store. */
export const claimPieces = pgTable(
  'claim_pieces',
  {
    claimId: uuid('claim_id').notNull(),
    actionId: text('action_id').notNull(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    position: smallint('position').notNull(),
    pieces: integer('pieces').notNull(),
    /** Pieces that were returned to the shelves. */
    restocked: integer('restocked').notNull(),
    /** Paise. */
    amount: paise('amount').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.claimId, t.actionId, t.position] }),
    foreignKey({
      name: 'claim_pieces_action',
      columns: [t.claimId, t.actionId],
      foreignColumns: [claimActions.claimId, claimActions.actionId],
    }),
    index('claim_pieces_order').on(t.orderId, t.position),
    check('claim_restocked', sql`${t.pieces} > 0 AND ${t.restocked} BETWEEN 0 AND ${t.pieces}`),
  ],
)

/** The lines of replacement orders, each with the claimed line whose pieces it replaces. Belongs to a store. */
export const claimReplacements = pgTable(
  'claim_replacements',
  {
    /** The replacement, and its line. */
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    line: smallint('line').notNull(),
    claimId: uuid('claim_id').notNull(),
    actionId: text('action_id').notNull(),
    /** The line of the claimed order. */
    claimLine: smallint('claim_line').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.line] }),
    foreignKey({
      name: 'claim_replacements_action',
      columns: [t.claimId, t.actionId],
      foreignColumns: [claimActions.claimId, claimActions.actionId],
    }),
    foreignKey({
      name: 'claim_replacements_line',
      columns: [t.claimId, t.claimLine],
      foreignColumns: [claimLines.claimId, claimLines.line],
    }),
    index('claim_replacements_claim').on(t.claimId, t.claimLine),
  ],
)
