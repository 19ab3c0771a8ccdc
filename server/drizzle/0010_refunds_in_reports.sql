-- The sales of a day are its bills less what was refunded of them: a refund makes the sums of its order's day outdated.

CREATE FUNCTION mark_refunded_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_changes (day)
  SELECT DISTINCT report_day(o.placed_at) FROM changed c JOIN payments p ON p.id = c.payment AND p.state = 'paid'
    JOIN orders o ON o.id = p.order_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_added_marked AFTER INSERT ON refunds REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION mark_refunded_orders();
--> statement-breakpoint
CREATE TRIGGER refunds_changed_marked AFTER UPDATE ON refunds REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION mark_refunded_orders();
--> statement-breakpoint
-- As before, and now for claims of orders that were not paid online.
CREATE OR REPLACE FUNCTION mark_moved_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_changes (day)
  SELECT DISTINCT day FROM (
    SELECT report_day(n.placed_at) AS day FROM now_is n JOIN was w USING (id)
    WHERE (n.status, n.payment_status, n.claimed) IS DISTINCT FROM (w.status, w.payment_status, w.claimed)
    UNION ALL
    SELECT report_day(f.placed_at) FROM now_is n JOIN was w USING (id) CROSS JOIN LATERAL (
      SELECT o.id, o.placed_at FROM orders o
      WHERE o.user_id = n.user_id AND o.status <> 'canceled' AND (o.payment_method <> 'online' OR o.payment_status = 'paid')
      ORDER BY o.id LIMIT 3) f
    WHERE (n.status <> 'canceled' AND (n.payment_method <> 'online' OR n.payment_status = 'paid'))
      <> (w.status <> 'canceled' AND (w.payment_method <> 'online' OR w.payment_status = 'paid'))
      AND (SELECT count(*) FROM (
        SELECT FROM orders e WHERE e.user_id = n.user_id AND e.id < n.id AND e.status <> 'canceled'
          AND (e.payment_method <> 'online' OR e.payment_status = 'paid') LIMIT 3) earlier) < 3
  ) changed;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Days that were added up without their refunds are added up again.
INSERT INTO report_changes (day)
SELECT DISTINCT report_day(o.placed_at) FROM refunds r JOIN payments p ON p.id = r.payment AND p.state = 'paid'
  JOIN orders o ON o.id = p.order_id WHERE o.status <> 'canceled';
