import { sql } from 'drizzle-orm'

/** Invariants of approvals by a second person; each statement selects its violations as `what`. */
export const approvalInvariants = {
  'What a second person approved has happened once, and nothing that waits or was refused': sql`
    SELECT a.id::text AS what FROM approvals a
    LEFT JOIN ledger_transactions t ON t.key = 'staff-coins:approval:' || a.id
    LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'customer:coins' AND e.user_id = a.user_id
    WHERE a.kind = 'coins' AND coalesce(e.amount, 0) <> CASE WHEN a.state = 'approved' THEN a.amount ELSE 0 END
    UNION ALL
    SELECT a.withdrawal_id::text FROM approvals a
    WHERE a.state = 'approved' AND a.withdrawal_id IS NOT NULL AND CASE
      WHEN a.kind = 'payout' AND a.reason = '' AND a.utr = '' AND cardinality(a.documents) = 0
        THEN NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.id = a.withdrawal_id AND w.approved_at IS NOT NULL)
      ELSE NOT EXISTS (SELECT 1 FROM transactions t
        WHERE t.withdrawal_id = a.withdrawal_id AND t.is_refused = (a.kind = 'payout-refusal')) END
    UNION ALL
    SELECT a.withdrawal_id::text FROM approvals a WHERE a.kind = 'payout' AND a.state = 'approved'
    GROUP BY a.withdrawal_id HAVING count(*) > 1
    UNION ALL
    SELECT a.id::text FROM approvals a LEFT JOIN cash_records r ON r.action_id = 'approval:' || a.id AND r.kind = 'write-off'
    WHERE a.kind = 'write-off' AND coalesce(r.amount, 0) <> CASE WHEN a.state = 'approved' THEN a.amount ELSE 0 END
    UNION ALL
    SELECT o.order_id FROM approvals a JOIN orders o ON o.id = a.order_id
    WHERE a.kind = 'pick' AND a.state = 'approved'
      AND NOT EXISTS (SELECT 1 FROM order_history h WHERE h.order_id = o.id AND h.from_status = 'confirmed'
        AND h.to_status IN ('prepared', 'canceled') AND h.created_at = a.decided_at)`,

  'Every request is by a staff member, or about a write-off by the superadmin': sql`
    SELECT a.id::text AS what FROM approvals a WHERE NOT EXISTS (SELECT 1 FROM staff s WHERE s.id = a.asked_by)
      AND (a.kind <> 'write-off' OR NOT EXISTS (SELECT 1 FROM superadmins s WHERE s.id = a.asked_by))`,

  'Nobody decided on what they asked for': sql`
    SELECT id::text AS what FROM approvals
    WHERE decided_by = asked_by OR (state IN ('approved', 'refused', 'failed')) <> (decided_by IS NOT NULL)`,
}
