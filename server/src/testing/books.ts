import { sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'

/** What must be true of orders, wallets and withdrawals at any moment; returns what is not. One statement. */
export async function brokenBooks(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ broken: string }>(sql`
    SELECT 'the ledger does not sum to zero: ' || account_unit AS broken FROM (
      SELECT CASE WHEN account LIKE '%:coins' THEN 'coins' ELSE 'money' END AS account_unit, amount FROM ledger_entries
    ) e GROUP BY account_unit HAVING sum(amount) <> 0
    UNION ALL
    SELECT 'a transaction is not balanced: ' || t.key FROM ledger_transactions t
      LEFT JOIN ledger_entries e ON e.transaction_id = t.id
      GROUP BY t.key HAVING count(e.line) < 2 OR sum(e.amount) <> 0
    UNION ALL
    SELECT 'a wallet is not the sum of its entries: ' || w.user_id FROM wallets w
      LEFT JOIN ledger_entries e ON e.user_id = w.user_id
      GROUP BY w.user_id, w.coins, w.money
      HAVING w.coins <> coalesce(sum(e.amount) FILTER (WHERE e.account = 'customer:coins'), 0)
        OR w.money <> coalesce(sum(e.amount) FILTER (WHERE e.account = 'customer:money'), 0)
        OR w.coins < 0 OR w.money < 0
    UNION ALL
    SELECT 'what was withdrawn so far is not the sum of its entries: ' || w.user_id FROM wallets w
      LEFT JOIN ledger_transactions t ON t.user_id = w.user_id AND t.kind IN ('coins-to-money', 'withdrawal-payout')
      LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND e.account IN ('customer:coins', 'customer:held')
      GROUP BY w.user_id, w.withdrawn_coins, w.withdrawn_money
      HAVING w.withdrawn_coins <> coalesce(-sum(e.amount) FILTER (WHERE e.account = 'customer:coins'), 0)
        OR w.withdrawn_money <> coalesce(-sum(e.amount) FILTER (WHERE e.account = 'customer:held'), 0)
    UNION ALL
    SELECT 'a withdrawal and its transactions do not fit: ' || w.id FROM withdrawals w
      WHERE (SELECT count(*) FROM transactions t WHERE t.withdrawal_id = w.id) <> (w.done_at IS NOT NULL)::int
    UNION ALL
    SELECT 'the wallet did not move as the withdrawal says: ' || w.id FROM withdrawals w
      LEFT JOIN ledger_transactions t
        ON t.key IN ('withdrawal:' || w.id || ':withdrawal-hold', 'withdrawal:' || w.id || ':withdrawal-payout')
      LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'customer:held' AND e.user_id = w.user_id
      GROUP BY w.id
      HAVING coalesce(sum(e.amount) FILTER (WHERE t.kind = 'withdrawal-hold'), 0) <> w.amount
        OR coalesce(-sum(e.amount) FILTER (WHERE t.kind = 'withdrawal-payout'), 0)
          <> CASE WHEN w.done_at IS NULL THEN 0 ELSE w.amount END
    UNION ALL
    SELECT 'what is held is not what open withdrawals ask for: ' || u.id FROM users u
      WHERE (SELECT coalesce(sum(amount), 0) FROM ledger_entries e WHERE e.user_id = u.id AND e.account = 'customer:held')
        <> (SELECT coalesce(sum(amount), 0) FROM withdrawals w WHERE w.user_id = u.id AND w.done_at IS NULL)
    UNION ALL
    SELECT 'the history does not lead to the status: ' || o.order_id FROM orders o
      WHERE o.status <> (SELECT to_status FROM order_history h WHERE h.order_id = o.id ORDER BY step DESC LIMIT 1)
        OR (SELECT count(*) <> max(step) FROM order_history h WHERE h.order_id = o.id)
        OR EXISTS (SELECT 1 FROM order_history h JOIN order_history n ON n.order_id = h.order_id AND n.step = h.step + 1
          WHERE h.order_id = o.id AND (n.from_status <> h.to_status OR n.from_status = n.to_status))
    UNION ALL
    SELECT 'the coupon is not held as the status says: ' || o.order_id FROM orders o
      JOIN coupon_uses c ON c.order_id = o.id WHERE (o.status = 'canceled') <> (c.released_at IS NOT NULL)
    UNION ALL
    SELECT 'the coins do not fit the status: ' || o.order_id FROM orders o WHERE
      (CASE WHEN o.status = 'delivered' THEN o.coins + o.referral_coins ELSE 0 END) <> (
        SELECT coalesce(sum(e.amount), 0) FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
        WHERE t.order_id = o.id AND e.account = 'customer:coins')
    UNION ALL
    SELECT 'what the customer paid is not the sum of delivered orders: ' || u.id FROM users u
      WHERE u.total_payment <> (SELECT coalesce(sum(total), 0) FROM orders o WHERE o.user_id = u.id AND o.status = 'delivered')
    UNION ALL
    SELECT 'the invoice does not fit the history: ' || o.order_id FROM orders o WHERE
      EXISTS (SELECT 1 FROM invoices i WHERE i.order_id = o.id) <> EXISTS (
        SELECT 1 FROM order_history h WHERE h.order_id = o.id AND h.to_status NOT IN ('confirmed', 'canceled'))
    UNION ALL
    SELECT 'invoice numbers have a gap: ' || year FROM invoices GROUP BY year HAVING count(*) <> max(number)
    UNION ALL
    SELECT 'a counter is wrong: ' || coalesce(k.name, r.name)
      FROM (SELECT name, sum(count) AS n FROM order_counts GROUP BY name HAVING sum(count) <> 0) k
      FULL JOIN (SELECT name, count(*) AS n FROM orders, unnest(order_count_names(status, placed_at, referrer_id)) AS name
        GROUP BY name) r ON r.name = k.name
      WHERE k.n IS DISTINCT FROM r.n`)
  return rows.map(({ broken }) => broken)
}
