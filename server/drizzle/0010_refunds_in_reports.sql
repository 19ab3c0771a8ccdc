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
-- Days that were added up without their refunds are added up again.
INSERT INTO report_changes (day)
SELECT DISTINCT report_day(o.placed_at) FROM refunds r JOIN payments p ON p.id = r.payment AND p.state = 'paid'
  JOIN orders o ON o.id = p.order_id WHERE o.status <> 'canceled';
