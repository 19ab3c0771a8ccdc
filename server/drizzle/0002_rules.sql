INSERT INTO company (id) VALUES (1);
--> statement-breakpoint
CREATE SEQUENCE live_event_seq;
--> statement-breakpoint
-- The ledger is append-only, whoever writes.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_fixed BEFORE UPDATE OR DELETE ON ledger_transactions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_fixed BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER order_history_fixed BEFORE UPDATE OR DELETE ON order_history
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Counting what a list's page number needs while it is written, so that nothing counts orders while it is read.
-- Names: 'all', 'status:confirmed', 'day:2026-11-21' (of Kolkata), 'referred'.
CREATE FUNCTION order_count_names(status text, placed_at timestamptz, referrer_id uuid) RETURNS text[]
  LANGUAGE sql STABLE AS $$
  SELECT ARRAY['all', 'status:' || status, 'day:' || to_char(placed_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD')]
    || CASE WHEN referrer_id IS NULL THEN ARRAY[]::text[] ELSE ARRAY['referred'] END
$$;
--> statement-breakpoint
CREATE FUNCTION count_placed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_counts (name, slot, count)
  SELECT name, pg_backend_pid() % 16, count(*)
  FROM placed, unnest(order_count_names(status, placed_at, referrer_id)) AS name
  GROUP BY name ORDER BY name
  ON CONFLICT (name, slot) DO UPDATE SET count = order_counts.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_moved_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_counts (name, slot, count)
  SELECT name, pg_backend_pid() % 16, sum(step)
  FROM (
    SELECT 'status:' || was.status AS name, -1 AS step FROM was JOIN now_is USING (id) WHERE was.status <> now_is.status
    UNION ALL
    SELECT 'status:' || now_is.status, 1 FROM was JOIN now_is USING (id) WHERE was.status <> now_is.status
  ) moved
  GROUP BY name ORDER BY name
  ON CONFLICT (name, slot) DO UPDATE SET count = order_counts.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_placed AFTER INSERT ON orders REFERENCING NEW TABLE AS placed
  FOR EACH STATEMENT EXECUTE FUNCTION count_placed_orders();
--> statement-breakpoint
CREATE TRIGGER orders_moved AFTER UPDATE ON orders REFERENCING OLD TABLE AS was NEW TABLE AS now_is
  FOR EACH STATEMENT EXECUTE FUNCTION count_moved_orders();
--> statement-breakpoint
CREATE FUNCTION refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% are never deleted', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_kept BEFORE DELETE ON orders FOR EACH ROW EXECUTE FUNCTION refuse_delete();
