import { approvalKinds, approvalStates } from '@kirana/domain/approval'
import type { ClaimDestination } from '@kirana/domain/claims'
import type { IfMissing } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { claims } from './claims.ts'
import { createdAt, key, moment } from './columns.ts'
import { type Address, orders } from './orders.ts'
import { riders } from './riders.ts'
import { users } from './users.ts'
import { withdrawals } from './withdrawals.ts'

type Pieces = { line: number; pieces: number }[]
/** The requested decision of a claim; a replacement has only its lines. */
export type AskedClaim = { lines: Pieces; to?: ClaimDestination; restock?: Pieces }

/** The order from the customer's wallet that staff requested. */
export type AskedOrder = {
  items: { productId: string; variantId: string; quantity: number; ifMissing: IfMissing }[]
  coupon: string
  addressId?: string | undefined
  address?: Address | undefined
  manualOrderId: string | null
}

/**
 * Requests that wait for a second person, or that were decided.
 * Belongs to a store.
 * Global: one_refund_waits: an order or a claim of the store, whose ids are in one expression.
 */
export const approvals = pgTable(
  'approvals',
  {
    id: key(),
    kind: text('kind', { enum: approvalKinds }).notNull(),
    state: text('state', { enum: approvalStates }).notNull().default('waiting'),
    /** The customer whose wallet is affected; null if the request is about a rider's cash. */
    userId: uuid('user_id').references(() => users.id),
    /** Set for a write-off. */
    riderId: uuid('rider_id').references(() => riders.id),
    /** Set for a payout or the refusal of a withdrawal. */
    withdrawalId: uuid('withdrawal_id').references(() => withdrawals.id),
    /** Set for a refund of cash, a decision about a claim, a canceled order or a pick. */
    orderId: uuid('order_id').references(() => orders.id),
    /** The claim to refund or replace, with the requested decision. */
    claimId: uuid('claim_id').references(() => claims.id),
    askedClaim: jsonb('claim_refund').$type<AskedClaim>(),
    /** Set for an order that the wallet pays; null once it is decided, because it contains an address. */
    askedOrder: jsonb('asked_order').$type<AskedOrder>(),
    /** Coins for the kind `coins`, paise for other kinds. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /**
     * For a pick, or a cancelation that discards one: the number of line settings that were stored when the approval
     * was requested. The approver has not seen later settings.
     */
    seen: integer('seen'),
    /** The reason of the request; '' if it has documents instead. */
    reason: text('reason').notNull().default(''),
    /**
     * The reason for the cancelation, '' if none was given. `reason` has it together with the text that the store adds.
     */
    cancelReason: text('cancel_reason').notNull().default(''),
    /** Keys of private files: the proof of a payout. */
    documents: text('documents').array().notNull().default([]),
    /** The bank's reference of a payout that was already made, '' without one. */
    utr: text('utr').notNull().default(''),
    /** A staff member; for a write-off, the superadmin. */
    askedBy: uuid('asked_by').notNull(),
    askedName: text('asked_name').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    decidedBy: uuid('decided_by'),
    decidedName: text('decided_name').notNull().default(''),
    decidedAt: moment('decided_at'),
    /** The reason for the refusal or the failure. */
    answer: text('answer').notNull().default(''),
  },
  (t) => [
    index('approvals_waiting')
      .on(t.id)
      .where(sql`${t.state} = 'waiting'`),
    index('approvals_asked').on(t.askedBy, t.id),
    index('approvals_user').on(t.userId, t.id),
    uniqueIndex('one_payout_waits')
      .on(t.withdrawalId)
      .where(sql`${t.state} = 'waiting'`),
    // Per kind, so that requests of several kinds about one order can wait. The claims of an order are decided
    // separately.
    uniqueIndex('one_refund_waits')
      .on(sql`coalesce(${t.claimId}, ${t.orderId})`, t.kind)
      .where(sql`${t.state} = 'waiting'`),
    // Identical orders cannot wait twice, because two people could each approve one.
    uniqueIndex('one_wallet_order_waits')
      .on(t.userId, sql`md5(${t.askedOrder}::text)`)
      .where(sql`${t.state} = 'waiting' AND ${t.askedOrder} IS NOT NULL`),
    uniqueIndex('one_write_off_waits')
      .on(t.riderId)
      .where(sql`${t.state} = 'waiting'`),
    index('approvals_claim')
      .on(t.claimId)
      .where(sql`${t.claimId} IS NOT NULL`),
    check(
      'approval_of_customer_or_rider',
      sql`(${t.kind} = 'write-off') = (${t.riderId} IS NOT NULL) AND (${t.userId} IS NULL) = (${t.riderId} IS NOT NULL)`,
    ),
    check('approval_above_zero', sql`${t.amount} > 0`),
    check('approved_by_another', sql`${t.decidedBy} IS DISTINCT FROM ${t.askedBy}`),
  ],
)
