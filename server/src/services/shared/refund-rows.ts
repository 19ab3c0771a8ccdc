import { refundStates, settlements } from '@kirana/domain/payment'
import type { LedgerKind } from '@kirana/domain/wallet'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'

/** SQL: whether refund `r` was made in the provider's dashboard. */
export const isFromDashboard = sql`coalesce(r.cause = r.provider_refund_id, false)`

/** The schema of `refundsOfPayment`: the refunds of a payment. Amounts are paise. */
export const storedRefunds = z.array(
  z.strictObject({
    _id: z.string(),
    amount: z.int(),
    state: z.enum(refundStates),
    settledAs: z.nullable(z.enum(settlements)),
    reason: z.string(),
    isFromDashboard: z.boolean(),
    error: z.string(),
    by: z.string(),
    at: z.string(),
  }),
)

/** SQL for the refunds of `payments p`, oldest first: a JSON array. */
export const refundsOfPayment = sql`(
  SELECT coalesce(json_agg(json_build_object('_id', r.id, 'amount', r.amount, 'state', r.state,
    'settledAs', r.settled_as, 'reason', r.reason, 'isFromDashboard', ${isFromDashboard},
    'error', r.error, 'by', r.by, 'at', r.created_at) ORDER BY r.id), '[]') FROM refunds r WHERE r.payment = p.id)`

export const toRefunds = (stored: z.output<typeof storedRefunds>) =>
  stored.map((refund) => ({ ...refund, at: new Date(refund.at) }))

/** SQL for the sum of all refunds of payment `p`, paise, including failed ones, which still have to be paid. */
export const refundedSum = sql`(SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.payment = p.id)`

/** SQL for the sum of the refunds of payment `p` that are `creditable`, paise. */
export const creditableSum = sql`(SELECT coalesce(sum(r.amount), 0) FROM refunds r
  WHERE r.payment = p.id AND NOT (r.state = 'asked' AND ${isFromDashboard}))`

/**
 * SQL for the rest of payment `p`, paise: paid less all completed and pending refunds. Never below 0, although a refund
 * in the provider's dashboard may exceed the rest, because the provider does not know of refunds to the wallet.
 */
export const leftToRefund = sql`greatest(0, p.amount
  - (SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.payment = p.id AND r.state <> 'failed'))`

const credit = (refunded: SQL, atLeast: SQL) => sql`coalesce((
  SELECT greatest(${atLeast}, least(o.total, ${refunded} - (p.amount - o.total)))
  FROM payments p WHERE p.order_id = o.id AND p.state = 'paid'), 0)`

/** SQL for the sum of the credit notes over parts of the current invoice of order `o`, paise. */
export const creditedSum = sql`(SELECT coalesce(sum(c.amount), 0)
  FROM invoices i JOIN credit_notes c ON c.invoice_id = i.id WHERE i.order_id = o.id AND i.is_current)`

/**
 * SQL for the refunds of an online order `o` beyond its missing items, paise (`creditOf`); 0 for any other order. The
 * credited amount is never lowered, even if a later report lowers the refund that it was credited for.
 */
export const creditOfOrder = credit(creditableSum, creditedSum)

/** SQL for the value of `creditOfOrder` after all pending refunds are completed, paise. */
export const creditToCome = credit(refundedSum, sql`0`)

/** The kinds of postings that refund an order or its missing items to the wallet, or reverse such a refund. */
const walletRefunds = ['order-refund', 'pick-refund', 'order-refund-reversal'] satisfies LedgerKind[]

/**
 * SQL for all completed and pending refunds of order `o`, paise. The refunds of an online payment include those to the
 * wallet: its rest below ₹1 and its claims. Refunds of claims of orders that are not paid online are in `claimed`.
 * Refunds that a reopened order has reversed do not count.
 */
export const refundedTotal = sql`(coalesce((
    SELECT sum(r.amount) FROM payments p JOIN refunds r ON r.payment = p.id AND r.state <> 'failed'
    WHERE p.order_id = o.id AND p.state <> 'unmatched'), 0)
  + coalesce((SELECT sum(e.amount) FROM ledger_transactions t
    JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'customer:money'
    WHERE t.order_id = o.id AND t.kind IN (${sql.join(
      walletRefunds.map((kind) => sql`${kind}`),
      sql`, `,
    )})), 0) + o.claimed)::bigint`

/** SQL for the bill of order `o` less its refunds, paise; 0 for a canceled order. */
export const netOfOrder = sql`(CASE WHEN o.status = 'canceled' THEN 0
  WHEN o.payment_method = 'online' THEN o.total - ${creditOfOrder} ELSE o.total - o.claimed END)`
