import { MIN_ONLINE_PAYMENT } from '@kirana/domain/payment'
import { sql } from 'drizzle-orm'
import {
  creditableSum,
  creditedSum,
  creditOfOrder,
  creditToCome,
  refundedSum,
} from '../shared/refund-rows.ts'

/**
 * SQL for remainders below ₹1 of payment `p` that were added to the wallet. A refund in the dashboard may refund them a
 * second time.
 */
const walletRests = sql`(SELECT coalesce(sum(r.amount), 0) FROM refunds r
  WHERE r.payment = p.id AND r.settled_as = 'wallet' AND r.amount < ${MIN_ONLINE_PAYMENT})`

/** SQL for whether an excess refund of payment `p` is listed for staff. */
const isListed = sql`EXISTS (SELECT 1 FROM payment_faults f
  WHERE f.provider = p.provider AND f.payment_id = p.payment_id AND f.kind = 'excess')`

const failedSum = sql`(SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.payment = p.id AND r.state = 'failed')`

/** Invariants of online payments and their refunds; each statement selects its violations as `what`. */
export const paymentInvariants = {
  'Every online order has one checkout over its total': sql`
    SELECT o.order_id AS what FROM orders o LEFT JOIN payments p ON p.order_id = o.id AND p.state <> 'unmatched'
    WHERE o.payment_method = 'online'
    GROUP BY o.id HAVING count(p.id) <> 1 OR min(p.amount) <> coalesce(o.placed_total, o.total)
    UNION ALL
    SELECT o.order_id FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.payment_method <> 'online'`,

  'Every online order is paid exactly when its payment is': sql`
    SELECT o.order_id AS what FROM payments p JOIN orders o ON o.id = p.order_id
    WHERE p.state <> 'unmatched' AND NOT CASE p.state
      WHEN 'paid' THEN o.payment_status = 'paid'
      WHEN 'created' THEN o.payment_status = 'due' AND o.status = 'confirmed'
      WHEN 'failed' THEN o.payment_status = 'failed' AND o.status = 'confirmed'
      ELSE o.payment_status = 'failed' AND o.status = 'canceled' END`,

  'An order that was paid online is refunded in full exactly when it is canceled': sql`
    SELECT o.order_id AS what FROM payments p JOIN orders o ON o.id = p.order_id
    WHERE p.state = 'paid' AND o.total > 0 AND CASE WHEN o.status = 'canceled'
      THEN NOT (${refundedSum} - p.amount BETWEEN 0 AND ${walletRests} OR ${refundedSum} > p.amount AND ${isListed})
      ELSE EXISTS (SELECT 1 FROM refunds r WHERE r.payment = p.id AND r.cause = 'canceled') END`,

  // A refund in the provider's dashboard may have been made first and lowers the refund for missing items.
  'An order that was paid online is refunded for what was missing': sql`
    SELECT o.order_id AS what FROM payments p JOIN orders o ON o.id = p.order_id
    WHERE p.state = 'paid' AND (${refundedSum} < p.amount - o.total
      OR (SELECT sum(r.amount) FROM refunds r WHERE r.payment = p.id AND r.cause = 'picked') > p.amount - o.total)`,

  'No payment is refunded beyond what was captured': sql`
    SELECT coalesce(p.payment_id, p.checkout_id) AS what FROM payments p JOIN refunds r ON r.payment = p.id
    GROUP BY p.id
    HAVING coalesce(sum(r.amount) FILTER (WHERE r.state IN ('asked', 'done')), 0) > p.amount
      OR p.state NOT IN ('paid', 'unmatched')`,

  'A payment of which more went back than was paid, by all ways, was listed for staff': sql`
    SELECT p.payment_id AS what FROM payments p
    WHERE ${creditableSum} - ${failedSum} - p.amount > ${walletRests} AND NOT ${isListed}`,

  'What was too small for the provider to refund is in the wallet once': sql`
    SELECT p.payment_id AS what FROM payments p
    WHERE p.state = 'paid' AND (
        SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.payment = p.id AND r.settled_as = 'wallet')
      <> (SELECT coalesce(sum(e.amount), 0) FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
        WHERE t.order_id = p.order_id AND t.kind IN ('pick-refund', 'online-rest', 'claim-refund') AND e.account = 'customer:money')`,

  // A pending refund from the dashboard may have lowered a refund that is already credited. It counts once it has
  // arrived.
  'What was refunded beyond missing items is credited on the invoice': sql`
    SELECT i.year || '/' || i.number AS what
    FROM orders o JOIN invoices i ON i.order_id = o.id AND i.is_current
    WHERE o.payment_method = 'online' AND ${creditedSum} NOT BETWEEN ${creditOfOrder} AND ${creditToCome}`,

  'Every captured payment and every refund is in the ledger once': sql`
    SELECT coalesce(b.key, l.key) AS what
    FROM (
      SELECT 'payment:' || provider || ':' || payment_id AS key, -amount AS amount FROM payments
      WHERE state IN ('paid', 'unmatched') AND currency = 'INR'
      UNION ALL
      SELECT 'refund:' || r.id, r.amount FROM refunds r JOIN payments p ON p.id = r.payment
      WHERE r.state = 'done' AND p.currency = 'INR'
    ) b FULL JOIN (
      SELECT t.key, e.amount FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
      WHERE e.account = 'provider:money'
    ) l ON l.key = b.key
    WHERE b.amount IS DISTINCT FROM l.amount`,

  'Every open checkout and every refund on its way will be looked at': sql`
    SELECT checkout_id AS what FROM payments WHERE (state IN ('created', 'failed')) <> (check_at IS NOT NULL)
      OR state IN ('created', 'failed') AND expires_at IS NULL
    UNION ALL
    SELECT id::text FROM refunds WHERE (state = 'asked') <> (next_at IS NOT NULL)
      OR (state = 'done') <> (done_at IS NOT NULL) OR state = 'done' AND provider_refund_id IS NULL`,

  'No checkout is open an hour after it expired': sql`
    SELECT p.checkout_id AS what FROM payments p
    WHERE p.state IN ('created', 'failed')
      AND p.expires_at < (SELECT max(n.created_at) FROM payments n) - interval '1 hour'`,
}
