-- Replacements (decision 056): orders of ₹0 that bring claimed pieces again. They are no sales.

CREATE TRIGGER challans_fixed BEFORE UPDATE OR DELETE ON challans
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- As before, and now for delivery challans, which name the buyer as invoices do.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was jsonb := to_jsonb(OLD);
  now_is jsonb := CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(NEW) END;
BEGIN
  IF now_is ->> 'by' = 'customer' AND was ->> 'by' LIKE '% (customer)' AND now_is - 'by' = was - 'by' THEN
    RETURN NEW;
  END IF;
  IF TG_TABLE_NAME IN ('invoices', 'challans') AND now_is #>> '{document,buyer,fullName}' = 'Erased customer'
    AND (now_is - 'total') #- '{document,buyer}' #- '{document,address}'
      = (was - 'total') #- '{document,buyer}' #- '{document,address}' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
-- As before, but a replacement is not among the orders of a day.
CREATE FUNCTION order_count_names(status text, placed_at timestamptz, referrer_id uuid, is_unpaid boolean,
  is_replacement boolean) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY['all']
    || CASE WHEN is_unpaid AND status = 'confirmed' THEN ARRAY[]::text[] ELSE ARRAY['status:' || status] END
    || CASE WHEN is_unpaid OR is_replacement THEN ARRAY[]::text[]
      ELSE ARRAY['day:' || to_char(placed_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD')] END
    || CASE WHEN referrer_id IS NULL THEN ARRAY[]::text[] ELSE ARRAY['referred'] END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_placed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_counts (name, slot, count)
  SELECT name, pg_backend_pid() % 16, count(*)
  FROM placed, unnest(order_count_names(status, placed_at, referrer_id,
    payment_method = 'online' AND payment_status <> 'paid', is_replacement)) AS name
  GROUP BY name ORDER BY name
  ON CONFLICT (name, slot) DO UPDATE SET count = order_counts.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_moved_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_counts (name, slot, count)
  SELECT name, pg_backend_pid() % 16, sum(step)
  FROM (
    SELECT unnest(order_count_names(status, placed_at, referrer_id,
      payment_method = 'online' AND payment_status <> 'paid', is_replacement)) AS name, -1 AS step FROM was
    UNION ALL
    SELECT unnest(order_count_names(status, placed_at, referrer_id,
      payment_method = 'online' AND payment_status <> 'paid', is_replacement)), 1 FROM now_is
  ) moved
  GROUP BY name HAVING sum(step) <> 0 ORDER BY name
  ON CONFLICT (name, slot) DO UPDATE SET count = order_counts.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP FUNCTION order_count_names(text, timestamptz, uuid, boolean);
--> statement-breakpoint
-- As before, but a replacement is nobody's first sale.
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
        AND NOT o.is_replacement
      ORDER BY o.id LIMIT 3) f
    WHERE (n.status <> 'canceled' AND (n.payment_method <> 'online' OR n.payment_status = 'paid'))
      <> (w.status <> 'canceled' AND (w.payment_method <> 'online' OR w.payment_status = 'paid'))
      AND (SELECT count(*) FROM (
        SELECT FROM orders e WHERE e.user_id = n.user_id AND e.id < n.id AND e.status <> 'canceled'
          AND (e.payment_method <> 'online' OR e.payment_status = 'paid') AND NOT e.is_replacement LIMIT 3) earlier) < 3
  ) changed;
  RETURN NULL;
END $$;
