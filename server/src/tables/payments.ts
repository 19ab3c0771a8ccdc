import { faultKinds, paymentStates, refundStates, settlements } from '@kirana/domain/payment'
import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, key, moment, paise } from './columns.ts'
import { orders } from './orders.ts'

/**
 * Online payments: one row for the checkout of each online order, and one with the state `unmatched` for all other
 * money that the provider captured. `amount` is the captured amount or, before that, the amount to pay.
 * Belongs to a store.
 * Global: payment_of_checkout, payment_captured_once: ids of the provider, whose account is the company’s.
 */
export const payments = pgTable(
  'payments',
  {
    id: key(),
    /** Null if the provider's order is unknown. */
    orderId: uuid('order_id').references(() => orders.id),
    provider: text('provider').notNull(),
    /** The provider's id of its order that the customer pays. */
    checkoutId: text('checkout_id').notNull(),
    /** The provider's id of the captured payment; null until then. */
    paymentId: text('payment_id'),
    amount: paise('amount').notNull(),
    currency: text('currency').notNull().default('INR'),
    /** The provider's name of the payment method: 'upi', 'card', 'netbanking', 'wallet'; '' if unknown. */
    method: text('method').notNull().default(''),
    /** The provider's fee with its tax; null if unknown. */
    fee: paise('fee'),
    state: text('state', { enum: paymentStates }).notNull(),
    /** The reason why the money is unmatched, or why the last attempt failed. */
    reason: text('reason').notNull().default(''),
    expiresAt: moment('expires_at'),
    /** The time of the next poll of an open checkout. */
    checkAt: moment('check_at'),
    paidAt: moment('paid_at'),
    /** Set when staff have settled unmatched money without a refund. */
    settledAt: moment('settled_at'),
    /** The day in Asia/Kolkata on which the payment is listed. */
    day: date('day', { mode: 'string' }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('payment_of_checkout')
      .on(t.provider, t.checkoutId)
      .where(sql`${t.state} <> 'unmatched'`),
    uniqueIndex('payment_captured_once').on(t.provider, t.paymentId),
    uniqueIndex('payment_of_order')
      .on(t.orderId)
      .where(sql`${t.state} <> 'unmatched'`),
    index('payments_order').on(t.orderId),
    index('payments_day').on(t.day, t.id),
    index('payments_day_amount').on(t.day, t.amount, t.id),
    index('payments_paid')
      .on(t.paidAt)
      .where(sql`${t.paidAt} IS NOT NULL`),
    index('payments_to_check')
      .on(t.checkAt)
      .where(sql`${t.checkAt} IS NOT NULL`),
    index('payments_unmatched')
      .on(t.id)
      .where(sql`${t.state} = 'unmatched' AND ${t.settledAt} IS NULL`),
    check('paid_with_payment', sql`${t.state} NOT IN ('paid', 'unmatched') OR ${t.paymentId} IS NOT NULL`),
  ],
)

/**
 * All refunds of a payment. A row that is `asked` is a job: `nextAt` says when it is due. A trigger rejects a refund by
 * the store if the sum of all refunds that have not failed would exceed the payment. For a refund that the provider has
 * made, it sums only refunds at the provider.
 * Belongs to a store.
 * Global: refund_of_provider: ids of the provider, whose account is the company’s.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: key(),
    payment: uuid('payment')
      .notNull()
      .references(() => payments.id),
    /**
     * The reason for the refund, at most one refund for each reason: 'canceled', 'picked', 'unmatched' or a decision of
     * a claim; for a refund in the provider's dashboard, its id there. If that refund fails, the refund that replaces
     * it has 'instead of' and that id.
     */
    cause: text('cause').notNull(),
    amount: paise('amount').notNull(),
    state: text('state', { enum: refundStates }).notNull(),
    settledAs: text('settled_as', { enum: settlements }),
    /** The reason for which staff settled it by hand. */
    reason: text('reason').notNull().default(''),
    /** Sent as the idempotency key. Before a new key is used, the provider is asked whether it has made the refund. */
    requestKey: uuid('request_key').notNull(),
    /** The provider's id, once it has accepted the refund. */
    providerRefundId: text('provider_refund_id'),
    /** The provider's ids of failed attempts, so that a late report of one of them does not fail the next attempt. */
    failedIds: text('failed_ids').array().notNull().default([]),
    /** The error of the last attempt. */
    error: text('error').notNull().default(''),
    attempts: integer('attempts').notNull().default(0),
    nextAt: moment('next_at'),
    by: text('by').notNull(),
    createdAt: createdAt(),
    doneAt: moment('done_at'),
  },
  (t) => [
    uniqueIndex('refunded_once').on(t.payment, t.cause),
    uniqueIndex('refund_of_provider').on(t.providerRefundId),
    index('refunds_due')
      .on(t.nextAt)
      .where(sql`${t.nextAt} IS NOT NULL`),
    index('refunds_done')
      .on(t.doneAt)
      .where(sql`${t.doneAt} IS NOT NULL`),
    index('refunds_failed')
      .on(t.id)
      .where(sql`${t.state} = 'failed'`),
    check('refund_is_positive', sql`${t.amount} > 0 OR ${t.amount} = 0 AND ${t.state} = 'settled'`),
    check('refund_settled_as', sql`(${t.state} = 'settled') = (${t.settledAs} IS NOT NULL)`),
  ],
)

/**
 * The provider's signed events, each once. `about` has ids, amounts and states only: no contact data.
 * Belongs to a store.
 */
export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    about: jsonb('about').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.eventId] }), index('payment_events_at').on(t.createdAt)],
)

/**
 * Reports of the provider that could not be recorded, and refunds that exceed their payment (`excess`). A fault is open
 * until the provider's answer is recorded or staff have handled it. Holds ids, amounts and states only: no contact
 * data. Belongs to a store.
 * Global: payment_fault_once: ids of the provider, whose account is the company’s.
 */
export const paymentFaults = pgTable(
  'payment_faults',
  {
    id: key(),
    provider: text('provider').notNull(),
    kind: text('kind', { enum: faultKinds }).notNull(),
    /** The id of the event, payment or refund; a digest of the report if it cannot be read. */
    subject: text('subject').notNull(),
    /** The type of the event; '' for the result of a poll, or if it cannot be read. */
    type: text('type').notNull().default(''),
    /** The reason, as a sentence for staff. */
    reason: text('reason').notNull(),
    paymentId: text('payment_id'),
    checkoutId: text('checkout_id'),
    refundId: text('refund_id'),
    about: jsonb('about').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** The time of the next query of the provider; null once staff must check it. */
    nextAt: moment('next_at'),
    settledAt: moment('settled_at'),
    /** The person who handled it; '' if it was recorded later. */
    settledBy: text('settled_by').notNull().default(''),
    /** The reason that staff entered. */
    settledReason: text('settled_reason').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('payment_fault_once').on(t.provider, t.kind, t.subject),
    index('payment_faults_open')
      .on(t.id)
      .where(sql`${t.settledAt} IS NULL`),
    index('payment_faults_due')
      .on(t.nextAt)
      .where(sql`${t.nextAt} IS NOT NULL`),
  ],
)

/** The time up to which the payments of a provider have been compared with the stored ones. Belongs to a store. */
export const paymentAudits = pgTable('payment_audits', {
  provider: text('provider').primaryKey(),
  until: moment('until').notNull(),
})
