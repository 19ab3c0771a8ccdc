import { sql } from 'drizzle-orm'
import { creditOfOrder, creditToCome, refundedSum } from '../shared/refund-rows.ts'

/** Invariants of ledger, wallets and withdrawals; each statement selects its violations as `what`. */
export const moneyInvariants = {
  'The ledger sums to zero': sql`
    SELECT unit AS what FROM (
      SELECT CASE WHEN account LIKE '%:coins' THEN 'coins' ELSE 'money' END AS unit, amount FROM ledger_entries
    ) e GROUP BY unit HAVING sum(amount) <> 0`,

  'Every transaction of the ledger is balanced': sql`
    SELECT t.key AS what FROM ledger_transactions t LEFT JOIN ledger_entries e ON e.transaction_id = t.id
    GROUP BY t.key
    HAVING count(e.line) < 2 OR sum(e.amount) FILTER (WHERE e.account LIKE '%:coins') <> 0
      OR sum(e.amount) FILTER (WHERE e.account NOT LIKE '%:coins') <> 0
      OR bool_or(e.user_id IS DISTINCT FROM CASE WHEN e.account LIKE 'customer:%' THEN t.user_id END)`,

  'Ledger, histories, orders and invoices are guarded against changes': sql`
    SELECT g.name AS what
    FROM unnest(ARRAY['ledger_transactions_fixed', 'ledger_entries_fixed', 'order_history_fixed', 'orders_kept',
      'invoices_fixed', 'invoices_kept', 'credit_notes_fixed', 'product_rates_fixed', 'charge_rates_fixed',
      'payments_kept', 'refunds_kept', 'picked_lines_fixed', 'refunds_within_payment',
      'credit_notes_within_invoice', 'cash_records_fixed', 'claimed_pieces_were_delivered', 'claim_actions_fixed',
      'claim_pieces_fixed', 'claims_kept', 'claim_lines_kept', 'tax_rows_fixed', 'challans_fixed',
      'invoices_month_open', 'credit_notes_month_open', 'coupon_uses_counted', 'invoices_rounded',
      'credit_notes_rounded']) AS g(name)
    WHERE NOT EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgname = g.name AND t.tgenabled IN ('O', 'A'))`,

  'The ledger has the rounding of every document once': sql`
    SELECT coalesce(d.key, t.key) AS what
    FROM (
      SELECT 'invoice:' || id || ':rounding' AS key, (document->>'roundOff')::bigint AS amount FROM invoices
      WHERE document->>'roundOff' <> '0'
      UNION ALL
      SELECT 'credit-note:' || id || ':rounding', -round_off FROM credit_notes WHERE round_off <> 0
    ) d FULL JOIN (
      SELECT t.key, e.amount FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
      WHERE e.account = 'rounding'
    ) t ON t.key = d.key
    WHERE d.amount IS DISTINCT FROM t.amount`,

  'Every customer has a wallet': sql`
    SELECT u.id::text AS what FROM users u WHERE NOT EXISTS (SELECT 1 FROM wallets w WHERE w.user_id = u.id)`,

  'Every wallet is the sum of its entries and not below zero': sql`
    SELECT w.user_id::text AS what FROM wallets w LEFT JOIN ledger_entries e ON e.user_id = w.user_id
    GROUP BY w.user_id, w.coins, w.money
    HAVING w.coins <> coalesce(sum(e.amount) FILTER (WHERE e.account = 'customer:coins'), 0)
      OR w.money <> coalesce(sum(e.amount) FILTER (WHERE e.account = 'customer:money'), 0)
      OR w.coins < 0 OR w.money < 0`,

  'What was withdrawn so far is the sum of its entries': sql`
    SELECT w.user_id::text AS what FROM wallets w
    LEFT JOIN ledger_transactions t ON t.user_id = w.user_id AND t.kind IN ('coins-to-money', 'withdrawal-payout')
    LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND e.account IN ('customer:coins', 'customer:held')
    GROUP BY w.user_id, w.withdrawn_coins, w.withdrawn_money
    HAVING w.withdrawn_coins <> coalesce(-sum(e.amount) FILTER (WHERE e.account = 'customer:coins'), 0)
      OR w.withdrawn_money <> coalesce(-sum(e.amount) FILTER (WHERE e.account = 'customer:held'), 0)`,

  'A withdrawal is completed exactly when it has its one transaction': sql`
    SELECT w.id::text AS what FROM withdrawals w
    WHERE (SELECT count(*) FROM transactions t WHERE t.withdrawal_id = w.id AND NOT t.is_refused)
        <> (w.done_at IS NOT NULL)::int
      OR (SELECT count(*) FROM transactions t WHERE t.withdrawal_id = w.id AND t.is_refused)
        <> (w.refused_at IS NOT NULL)::int`,

  'The wallet moved once for every withdrawal, as it says': sql`
    SELECT w.id::text AS what FROM withdrawals w
    LEFT JOIN ledger_transactions t
      ON t.key IN ('withdrawal:' || w.id || ':withdrawal-hold', 'withdrawal:' || w.id || ':withdrawal-payout',
        'withdrawal:' || w.id || ':withdrawal-return')
    LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'customer:held' AND e.user_id = w.user_id
    GROUP BY w.id
    HAVING coalesce(sum(e.amount) FILTER (WHERE t.kind = 'withdrawal-hold'), 0) <> w.amount
      OR coalesce(-sum(e.amount) FILTER (WHERE t.kind = 'withdrawal-payout'), 0)
        <> CASE WHEN w.done_at IS NULL THEN 0 ELSE w.amount END
      OR coalesce(-sum(e.amount) FILTER (WHERE t.kind = 'withdrawal-return'), 0)
        <> CASE WHEN w.refused_at IS NULL THEN 0 ELSE w.amount END`,

  'What is held is what open withdrawals ask for': sql`
    SELECT u.id::text AS what FROM users u
    WHERE (SELECT coalesce(sum(amount), 0) FROM ledger_entries e WHERE e.user_id = u.id AND e.account = 'customer:held')
      <> (SELECT coalesce(sum(amount), 0) FROM withdrawals w WHERE w.user_id = u.id
        AND w.done_at IS NULL AND w.refused_at IS NULL)`,

  'The coins of every order fit its status': sql`
    SELECT o.order_id AS what FROM orders o
    LEFT JOIN LATERAL (
      SELECT sum(e.amount) FILTER (WHERE (t.kind LIKE 'loyalty%' OR t.kind = 'claim-coins') AND t.user_id = o.user_id) AS own,
        sum(e.amount) FILTER (WHERE t.kind LIKE 'referral%' AND t.user_id = o.referrer_id) AS referrers,
        sum(e.amount) AS all
      FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
      WHERE t.order_id = o.id AND e.account IN ('customer:coins', 'store:rewards:coins')
    ) c ON true
    WHERE coalesce(c.own, 0) <> CASE WHEN o.status = 'delivered' THEN o.coins ELSE 0 END
      OR coalesce(c.referrers, 0) <> CASE WHEN o.status = 'delivered' THEN o.referral_coins ELSE 0 END
      OR coalesce(c.all, 0) <> coalesce(c.own, 0) + coalesce(c.referrers, 0)`,

  'The store bears the coins of an order only while it is not delivered': sql`
    SELECT o.order_id AS what FROM orders o JOIN ledger_transactions t ON t.order_id = o.id AND t.kind LIKE 'loyalty%'
    JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'store:rewards:coins'
    GROUP BY o.id HAVING sum(e.amount) > 0 OR o.status = 'delivered' AND sum(e.amount) <> 0`,

  'The store gets back no more referral coins than it has borne': sql`
    SELECT o.referrer_id || ' for ' || o.user_id AS what
    FROM orders o JOIN ledger_transactions t ON t.order_id = o.id AND t.kind LIKE 'referral%'
    JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'store:rewards:coins'
    GROUP BY o.referrer_id, o.user_id HAVING sum(e.amount) > 0`,

  // Wallet refunds of an online payment are rows of `refunds`. Cash has no ledger account, so it is computed: the total
  // of a delivered cash order; for a reopened order its first wallet refund; for an order that was canceled after
  // claims, the refunds of the claims and of the cancelation.
  'What was handed over for every order less what went back is what counts as paid': sql`
    SELECT o.order_id AS what FROM orders o
    LEFT JOIN LATERAL (
      SELECT sum(e.amount) AS given_back,
        (array_agg(e.amount ORDER BY t.id) FILTER (WHERE t.kind = 'order-refund'))[1] AS first_refund,
        bool_or(t.kind = 'order-refund-reversal') AS is_reopened
      FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
      WHERE t.order_id = o.id AND e.account = 'customer:money' AND o.payment_method <> 'online'
        AND t.kind <> 'cash-change'
    ) wallet ON true
    LEFT JOIN LATERAL (
      SELECT greatest(0, p.amount - ${refundedSum}) AS kept FROM payments p WHERE p.order_id = o.id AND p.state = 'paid'
    ) online ON true
    WHERE CASE WHEN o.paid_by = 'cash' AND o.status = 'delivered' THEN o.total ELSE 0 END
        + coalesce((SELECT u.amount FROM upi_payments u WHERE u.order_id = o.id AND u.state <> 'void'), 0)
        + CASE WHEN o.payment_method = 'cod' AND o.paid_by <> 'upi' THEN coalesce(wallet.first_refund, 0)
          + CASE WHEN o.status = 'canceled' AND wallet.is_reopened IS NOT TRUE THEN o.claimed ELSE 0 END ELSE 0 END
        + coalesce(online.kept, 0) - coalesce(wallet.given_back, 0) - (
          SELECT coalesce(sum(a.amount), 0) FROM claims c JOIN claim_actions a ON a.claim_id = c.id
          WHERE c.order_id = o.id AND a.destination = 'cash')
      <> CASE WHEN o.paid_by <> 'none' AND o.status <> 'canceled' THEN o.total - o.claimed - ${creditToCome} ELSE 0 END`,

  'Every order knows what paid it': sql`
    SELECT o.order_id AS what FROM orders o
    WHERE o.total > 0 AND (o.status = 'delivered' AND o.paid_by = 'none'
      OR o.paid_by = 'cash' AND o.status NOT IN ('delivered', 'canceled')
      OR o.payment_method = 'cod' AND o.paid_by = 'wallet' AND NOT EXISTS (
        SELECT 1 FROM ledger_transactions t WHERE t.order_id = o.id AND t.kind = 'order-refund-reversal'))`,

  'What every customer paid is the sum of delivered orders less refunds': sql`
    SELECT u.id::text AS what FROM users u
    WHERE u.total_payment <> (
      SELECT coalesce(sum(o.total - o.claimed - ${creditOfOrder}), 0) FROM orders o WHERE o.user_id = u.id AND o.status = 'delivered')`,
}
