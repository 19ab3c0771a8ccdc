-- Rules that hold whoever writes, and what the database computes itself. The rules of stock are in 0002_stock.sql.

-- First rows: the company, and the roles that a new store offers (server/src/testing/preset-roles.ts has their ids).

INSERT INTO company (id) VALUES (1);
--> statement-breakpoint
INSERT INTO "staff_roles" ("id", "name", "permissions") VALUES
	('00000000-0000-7000-8000-000000000001', 'Everything', NULL),
	('00000000-0000-7000-8000-000000000002', 'Manager', '["orders.read","orders.write","picking","stock.read","stock.write","catalogue.read","catalogue.write","offers.write","customers.read","customers.write","wallet.coins","withdrawals.read","withdrawals.approve","messages","push","reports","payments","approvals","gst","claims","dispatch"]'),
	('00000000-0000-7000-8000-000000000003', 'Packer', '["orders.read","orders.write","picking","stock.read","stock.write"]'),
	('00000000-0000-7000-8000-000000000004', 'Accountant', '["orders.read","stock.read","catalogue.read","customers.read","withdrawals.read","withdrawals.approve","reports","payments","gst","claims"]'),
	('00000000-0000-7000-8000-000000000005', 'Dispatcher', '["orders.read","orders.write","dispatch"]');
--> statement-breakpoint

-- Live events: numbers them after their commit (decision 002).

CREATE SEQUENCE live_event_seq;
--> statement-breakpoint

-- Evidence: rows that are never changed or never deleted.

-- Refuses a change, except that the erasure of a customer removes the name from `by`, and buyer and address from invoices.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was jsonb := to_jsonb(OLD);
  now_is jsonb := CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(NEW) END;
BEGIN
  IF now_is ->> 'by' = 'customer' AND was ->> 'by' LIKE '% (customer)' AND now_is - 'by' = was - 'by' THEN
    RETURN NEW;
  END IF;
  IF TG_TABLE_NAME = 'invoices' AND now_is #>> '{document,buyer,fullName}' = 'Erased customer'
    AND now_is #- '{document,buyer}' #- '{document,address}' = was #- '{document,buyer}' #- '{document,address}' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% are never deleted', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
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
CREATE TRIGGER picked_lines_fixed BEFORE UPDATE OR DELETE ON picked_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER credit_notes_fixed BEFORE UPDATE OR DELETE ON credit_notes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER charge_rates_fixed BEFORE UPDATE OR DELETE ON charge_rates
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Rates are deleted with their product.
CREATE TRIGGER product_rates_fixed BEFORE UPDATE ON product_rates
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Only `is_current` of an invoice changes.
CREATE TRIGGER invoices_fixed BEFORE UPDATE ON invoices FOR EACH ROW
  WHEN ((OLD.id, OLD.order_id, OLD.year, OLD.number, OLD.seller, OLD.document, OLD.created_at)
    IS DISTINCT FROM (NEW.id, NEW.order_id, NEW.year, NEW.number, NEW.seller, NEW.document, NEW.created_at))
  EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER invoices_kept BEFORE DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_delete();
--> statement-breakpoint
CREATE TRIGGER orders_kept BEFORE DELETE ON orders FOR EACH ROW EXECUTE FUNCTION refuse_delete();
--> statement-breakpoint
CREATE TRIGGER payments_kept BEFORE DELETE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_delete();
--> statement-breakpoint
CREATE TRIGGER refunds_kept BEFORE DELETE ON refunds FOR EACH ROW EXECUTE FUNCTION refuse_delete();
--> statement-breakpoint

-- Limits of refunds and credit notes (decision 035): no payment is refunded and no invoice credited beyond its amount.

-- Checked at the commit, because a refund that was made in the provider's dashboard lowers others in the same transaction.
-- The lock makes two transactions that refund one payment wait for each other. Only a refund that adds to the sum is checked.
CREATE FUNCTION refuse_excess_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid bigint;
BEGIN
  IF NEW.state NOT IN ('asked', 'done')
    OR TG_OP = 'UPDATE' AND OLD.state IN ('asked', 'done') AND NEW.amount <= OLD.amount THEN
    RETURN NULL;
  END IF;
  SELECT amount INTO paid FROM payments WHERE id = NEW.payment FOR NO KEY UPDATE;
  IF (SELECT sum(amount) FROM refunds WHERE payment = NEW.payment AND state IN ('asked', 'done')) > paid THEN
    RAISE EXCEPTION 'The refunds of payment % are more than the payment', NEW.payment
      USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_payment';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER refunds_within_payment AFTER INSERT OR UPDATE OF amount, state ON refunds DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION refuse_excess_refund();
--> statement-breakpoint
-- The rows of an invoice's document in the order of a credit note's rows: its lines, then the parts of its charges.
CREATE FUNCTION invoice_rows(document jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT (document->'lines') || coalesce((
    SELECT jsonb_agg(part ORDER BY c.n, p.n)
    FROM jsonb_array_elements(document->'charges') WITH ORDINALITY AS c(charge, n),
      jsonb_array_elements(charge->'parts') WITH ORDINALITY AS p(part, n)), '[]')
$$;
--> statement-breakpoint
-- Refuses a note whose amount is not the sum of its rows, one after the closing note, and rows credited beyond the invoice.
CREATE FUNCTION refuse_excess_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM FROM invoices WHERE id = NEW.invoice_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM credit_notes WHERE invoice_id = NEW.invoice_id AND amount IS NULL)
    OR NEW.amount <> (SELECT sum((r->>'paid')::bigint) FROM jsonb_array_elements(NEW.rows) AS r)
    OR EXISTS (
      SELECT FROM (
        SELECT n, sum((r->>'paid')::bigint) AS paid
        FROM credit_notes c, jsonb_array_elements(c.rows) WITH ORDINALITY AS credited(r, n)
        WHERE c.invoice_id = NEW.invoice_id GROUP BY n
      ) c LEFT JOIN (
        SELECT n, (r->>'paid')::bigint AS paid
        FROM invoices i, jsonb_array_elements(invoice_rows(i.document)) WITH ORDINALITY AS billed(r, n)
        WHERE i.id = NEW.invoice_id
      ) b USING (n)
      WHERE c.paid > coalesce(b.paid, 0)) THEN
    RAISE EXCEPTION 'The credit notes of invoice % are more than the invoice', NEW.invoice_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_notes_within_invoice';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER credit_notes_within_invoice AFTER INSERT ON credit_notes
  FOR EACH ROW EXECUTE FUNCTION refuse_excess_credit();
--> statement-breakpoint

-- Counts of orders (decision 003): kept while orders are written, so that lists need not count them when they are read.

-- Names: 'all', 'status:confirmed', 'day:2026-11-21' (of Kolkata), 'referred'. An online order counts as placed today, and
-- as waiting for the packers, from when it is paid.
CREATE FUNCTION order_count_names(status text, placed_at timestamptz, referrer_id uuid, is_unpaid boolean) RETURNS text[]
  LANGUAGE sql STABLE AS $$
  SELECT ARRAY['all']
    || CASE WHEN is_unpaid AND status = 'confirmed' THEN ARRAY[]::text[] ELSE ARRAY['status:' || status] END
    || CASE WHEN is_unpaid THEN ARRAY[]::text[]
      ELSE ARRAY['day:' || to_char(placed_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD')] END
    || CASE WHEN referrer_id IS NULL THEN ARRAY[]::text[] ELSE ARRAY['referred'] END
$$;
--> statement-breakpoint
CREATE FUNCTION count_placed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_counts (name, slot, count)
  SELECT name, pg_backend_pid() % 16, count(*)
  FROM placed, unnest(order_count_names(status, placed_at, referrer_id,
    payment_method = 'online' AND payment_status <> 'paid')) AS name
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
    SELECT unnest(order_count_names(status, placed_at, referrer_id,
      payment_method = 'online' AND payment_status <> 'paid')) AS name, -1 AS step FROM was
    UNION ALL
    SELECT unnest(order_count_names(status, placed_at, referrer_id,
      payment_method = 'online' AND payment_status <> 'paid')), 1 FROM now_is
  ) moved
  GROUP BY name HAVING sum(step) <> 0 ORDER BY name
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

-- Reports (decision 024): marks the days whose sums are outdated. The sums of a day are outdated from the commit of the
-- change that inserts its row: adding the day up sees either both or neither.

CREATE FUNCTION report_day(placed_at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (placed_at AT TIME ZONE 'Asia/Kolkata')::date
$$;
--> statement-breakpoint
CREATE FUNCTION mark_placed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_changes (day) SELECT DISTINCT report_day(placed_at) FROM placed;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- An order that begins or ceases to be a sale may make another order the customer's first sale. Three of them are marked,
-- so that orders of one customer may change at the same time.
CREATE FUNCTION mark_moved_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_changes (day)
  SELECT DISTINCT day FROM (
    SELECT report_day(n.placed_at) AS day FROM now_is n JOIN was w USING (id)
    WHERE (n.status, n.payment_status) IS DISTINCT FROM (w.status, w.payment_status)
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
CREATE TRIGGER orders_placed_marked AFTER INSERT ON orders REFERENCING NEW TABLE AS placed
  FOR EACH STATEMENT EXECUTE FUNCTION mark_placed_orders();
--> statement-breakpoint
CREATE TRIGGER orders_moved_marked AFTER UPDATE ON orders REFERENCING OLD TABLE AS was NEW TABLE AS now_is
  FOR EACH STATEMENT EXECUTE FUNCTION mark_moved_orders();
--> statement-breakpoint

-- Prices: `products.least_price` is the lowest price of a product's variants, by which lists are sorted.

-- Runs once per statement. A transaction that changes variants has locked their products, so no other change is missed.
CREATE FUNCTION set_least_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products p SET least_price = n.price
  FROM (
    SELECT c.product_id, coalesce(min(CASE WHEN v.selling_price > 0 THEN v.selling_price ELSE v.special_price END), 0) AS price
    FROM (SELECT DISTINCT product_id FROM changed) c LEFT JOIN variants v ON v.product_id = c.product_id
    GROUP BY c.product_id
  ) n
  WHERE p.id = n.product_id AND p.least_price <> n.price;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER variants_added AFTER INSERT ON variants REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION set_least_prices();
--> statement-breakpoint
CREATE TRIGGER variants_repriced AFTER UPDATE ON variants REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION set_least_prices();
--> statement-breakpoint
CREATE TRIGGER variants_removed AFTER DELETE ON variants REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION set_least_prices();
