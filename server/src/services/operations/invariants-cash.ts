import { sql } from 'drizzle-orm'

/** The sums of each rider as the ledger has them. */
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
      SELECT account, sum(amount) AS amount FROM ledger_entries WHERE account IN ('store:cash', 'store:bank')
      GROUP BY account
    ) e ON e.account = s.account
    WHERE s.balance IS DISTINCT FROM e.amount`,

  // Orders that were delivered before riders existed have no posting. One that the wallet has paid since may have lost
  // items in a later pick.
  'The cash of every order is posted while it counts as paid in cash': sql`
    SELECT o.order_id AS what FROM orders o JOIN (
      SELECT t.order_id, -sum(e.amount) AS amount FROM ledger_transactions t
      JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'store:sales:cash'
      WHERE t.kind NOT IN ('cash-change', 'claim-cash') GROUP BY t.order_id
    ) c ON c.order_id = o.id
    WHERE CASE o.paid_by WHEN 'cash' THEN c.amount <> o.total WHEN 'none' THEN c.amount <> 0 ELSE c.amount < o.total END`,

  'Every record of cash is in the ledger': sql`
    SELECT r.kind || ' ' || r.id AS what FROM cash_records r LEFT JOIN LATERAL (
      SELECT sum(e.amount) AS amount FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
      WHERE t.key IN ('count:' || r.action_id || ':cash-count', 'count:' || r.action_id || ':shortage-repaid',
          'bank:' || r.action_id, 'write-off:' || r.action_id)
        AND e.account = CASE r.kind WHEN 'count' THEN 'store:cash' WHEN 'bank' THEN 'store:bank' ELSE 'store:losses' END
    ) e ON true
    WHERE coalesce(e.amount, 0) <> r.amount - r.surplus`,

  'Every open drop fits the status of its order': sql`
    SELECT o.order_id AS what FROM drops d JOIN orders o ON o.id = d.order_id
    WHERE (d.ended_at IS NULL) <> (d.state IN ('assigned', 'on the road', 'failed'))
      OR d.ended_at IS NULL
        AND o.status <> CASE d.state WHEN 'assigned' THEN 'dispatched' ELSE 'outForDelivery' END`,
}
