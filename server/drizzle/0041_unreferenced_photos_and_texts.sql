-- Door photos that a later one replaced: no row references them, so that neither an erasure nor the end of their retention
-- period found them. Their bytes go as those of other removed files do, RECOVERY_DAYS included.
WITH gone AS (
  DELETE FROM files f WHERE f.purpose = 'drop' AND NOT EXISTS (SELECT 1 FROM drops d WHERE d.photo = f.key) RETURNING f.key
)
INSERT INTO removed_files (key) SELECT key FROM gone ON CONFLICT (key) DO UPDATE SET removed_at = now();
--> statement-breakpoint
-- Texts about customers who were erased before. Their audit rows expire after a year.
UPDATE refunds r SET reason = 'Erased' FROM payments p JOIN orders o ON o.id = p.order_id JOIN users u ON u.id = o.user_id
  WHERE r.payment = p.id AND u.erased_at IS NOT NULL AND r.reason NOT IN ('', 'Erased');
--> statement-breakpoint
UPDATE payment_faults f SET settled_reason = 'Erased'
  FROM payments p JOIN orders o ON o.id = p.order_id JOIN users u ON u.id = o.user_id LEFT JOIN refunds r ON r.payment = p.id
  WHERE f.provider = p.provider AND (f.payment_id = p.payment_id OR f.checkout_id = nullif(p.checkout_id, '')
      OR f.refund_id = ANY (r.provider_refund_id || r.failed_ids))
    AND u.erased_at IS NOT NULL AND f.settled_reason NOT IN ('', 'Erased');
--> statement-breakpoint
UPDATE pick_lines l SET swap_reason = 'Erased' FROM orders o JOIN users u ON u.id = o.user_id
  WHERE l.order_id = o.id AND u.erased_at IS NOT NULL AND l.swap_reason NOT IN ('', 'Erased');
--> statement-breakpoint
UPDATE order_picks p SET discarded = NULL FROM orders o JOIN users u ON u.id = o.user_id
  WHERE p.order_id = o.id AND u.erased_at IS NOT NULL AND p.discarded ? 'lines';
