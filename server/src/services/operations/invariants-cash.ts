import { sql } from 'drizzle-orm'
import { cashTotal } from '../shared/cash-total.ts'

/** The sums of each rider, computed from the ledger. */
const bookedSums = sql`
  SELECT t.rider_id,
    -sum(e.amount) FILTER (WHERE e.account = 'store:sales:cash') AS collected,
    sum(e.amount) FILTER (WHERE e.account = 'store:cash') AS deposited,
    sum(e.amount) FILTER (WHERE e.account = 'rider:cash') AS in_hand,
    sum(e.amount) FILTER (WHERE e.account = 'rider:shortage') AS shortage,
    sum(e.amount) FILTER (WHERE e.account = 'store:losses') AS written_off
  FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
  WHERE t.rider_id IS NOT NULL GROUP BY t.rider_id`

/** Invariants of drops and cash; each statement selects its violations as `what`. */
export const cashInvariants = {
  'What every rider and all riders collected is deposited, in hand, owed or written off': sql`
    SELECT coalesce(r.name, b.rider_id::text) AS what FROM riders r FULL JOIN (${bookedSums}) b ON b.rider_id = r.id
    WHERE r.id IS NULL OR r.collected <> r.deposited + r.in_hand + r.shortage + r.written_off
      OR r.in_hand < 0 OR r.shortage < 0
      OR (r.collected, r.deposited, r.in_hand, r.shortage, r.written_off) IS DISTINCT FROM
        (coalesce(b.collected, 0), coalesce(b.deposited, 0), coalesce(b.in_hand, 0), coalesce(b.shortage, 0),
          coalesce(b.written_off, 0))
    UNION ALL
    SELECT 'all riders' FROM ledger_entries e WHERE e.account IN ('rider:cash', 'rider:shortage')
    HAVING coalesce(sum(e.amount), 0) <> (SELECT coalesce(sum(in_hand + shortage), 0) FROM riders)`,

  'Entries of a rider’s accounts are in transactions that name the rider': sql`
    SELECT t.key AS what FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
    WHERE e.account LIKE 'rider:%' AND t.rider_id IS NULL`,

  'Till and bank are the sums of their entries': sql`
    SELECT coalesce(s.account, e.account) AS what FROM store_cash s FULL JOIN (
      SELECT account, sum(amount) AS amount FROM ledger_entries WHERE account IN ('store:cash', 'store:bank', 'store:upi')
      GROUP BY account
    ) e ON e.account = s.account
    WHERE s.balance IS DISTINCT FROM coalesce(e.amount, 0)`,

  // Orders that were delivered before riders existed have no posting. If the wallet has paid an order since then, a
  // later pick may have lowered its total.
  'The cash of every order is posted while it counts as paid in cash': sql`
    SELECT o.order_id AS what FROM orders o JOIN (
      SELECT t.order_id, -sum(e.amount) AS amount FROM ledger_transactions t
      JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'store:sales:cash'
      WHERE t.kind NOT IN ('cash-change', 'claim-cash') GROUP BY t.order_id
    ) c ON c.order_id = o.id
    WHERE CASE o.paid_by WHEN 'cash' THEN c.amount <> o.total WHEN 'none' THEN c.amount <> 0 WHEN 'upi' THEN c.amount <> 0 ELSE c.amount < o.total END`,

  // The rounding of cash that was refunded to the wallet remains, even if a later pick changes the bill.
  'Rounding of cash adds to the bill what the order says, at most 50 paise': sql`
    SELECT o.order_id AS what FROM orders o JOIN (
      SELECT t.order_id, -sum(e.amount) AS added FROM ledger_transactions t
      JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'store:rounding'
      WHERE t.kind IN ('cash-rounded-up', 'cash-rounded-down') GROUP BY t.order_id
    ) r ON r.order_id = o.id
    WHERE CASE o.paid_by WHEN 'cash' THEN r.added <> ${cashTotal} - o.total WHEN 'wallet' THEN abs(r.added) > 50 ELSE r.added <> 0 END`,

  // The amount of a record equals its postings to the account of its kind. A count may have two, itself and a repaid
  // shortage; other records have one.
  'Every record of cash is in the ledger': sql`
    SELECT r.kind || ' ' || r.id AS what FROM cash_records r LEFT JOIN LATERAL (
      SELECT sum(e.amount) AS amount FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
      WHERE t.key IN ('count:' || r.action_id || ':cash-count', 'count:' || r.action_id || ':shortage-repaid',
          'bank:' || r.action_id, 'write-off:' || r.action_id, 'till:' || r.action_id)
        AND e.account = CASE r.kind WHEN 'bank' THEN 'store:bank' WHEN 'write-off' THEN 'store:losses'
          WHEN 'float' THEN 'rider:cash' ELSE 'store:cash' END
    ) e ON true
    WHERE coalesce(e.amount, 0) <> CASE r.kind WHEN 'out' THEN -r.amount WHEN 'close' THEN r.amount - r.expected
      WHEN 'surplus-returned' THEN 0 ELSE r.amount - r.surplus END`,

  'Every UPI payment is in the ledger: not verified, or at the bank': sql`
    SELECT coalesce(p.order_id, l.order_id)::text AS what FROM (
      SELECT order_id, coalesce(sum(amount) FILTER (WHERE state = 'unverified'), 0) AS unverified,
        coalesce(sum(amount) FILTER (WHERE state = 'verified'), 0) AS verified
      FROM upi_payments GROUP BY order_id
    ) p FULL JOIN (
      SELECT t.order_id, coalesce(sum(e.amount) FILTER (WHERE e.account = 'store:upi'), 0) AS unverified,
        coalesce(sum(e.amount) FILTER (WHERE e.account = 'store:bank'), 0) AS verified
      FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
      WHERE t.kind LIKE 'upi-%' GROUP BY t.order_id
    ) l ON l.order_id = p.order_id
    WHERE (p.unverified, p.verified) IS DISTINCT FROM (l.unverified, l.verified)`,

  'An order is paid by UPI if it has such a payment, and only then': sql`
    SELECT o.order_id AS what FROM orders o LEFT JOIN upi_payments u ON u.order_id = o.id AND u.state <> 'void'
    WHERE (o.paid_by = 'upi') <> (u.id IS NOT NULL)`,

  'Nothing of a UPI payment goes back before it is verified': sql`
    SELECT o.order_id AS what FROM upi_payments u JOIN orders o ON o.id = u.order_id
    WHERE u.state = 'unverified' AND u.amount <> o.total - o.claimed`,

  'Every open drop fits the status of its order': sql`
    SELECT o.order_id AS what FROM drops d JOIN orders o ON o.id = d.order_id
    WHERE (d.ended_at IS NULL) <> (d.state IN ('assigned', 'on the road', 'failed'))
      OR d.ended_at IS NULL
        AND o.status <> CASE d.state WHEN 'assigned' THEN 'dispatched' ELSE 'outForDelivery' END`,
}
