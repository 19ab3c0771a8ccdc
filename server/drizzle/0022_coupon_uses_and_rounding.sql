-- The uses of coupons (decision 058): counted where they are written, and refused beyond what the coupon allows. The update
-- locks the coupon's row until the commit, and the count after it sees all that held the lock before.
UPDATE coupons c SET uses = (SELECT count(*) FROM coupon_uses u WHERE u.coupon_id = c.id AND u.released_at IS NULL);
--> statement-breakpoint
CREATE FUNCTION count_coupon_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change int := (NEW.released_at IS NULL)::int;
  coupon coupons;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    change := change - (OLD.released_at IS NULL)::int;
  END IF;
  IF change = 0 THEN
    RETURN NULL;
  END IF;
  UPDATE coupons SET uses = uses + change WHERE id = NEW.coupon_id RETURNING * INTO coupon;
  IF change < 0 OR coupon.id IS NULL THEN
    RETURN NULL;
  END IF;
  IF coupon.total_uses > 0 AND coupon.uses > coupon.total_uses THEN
    RAISE EXCEPTION 'The coupon % is used up', coupon.name
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'coupon_total_uses';
  END IF;
  IF coupon.uses_per_customer > 0 AND coupon.uses_per_customer < (SELECT count(*) FROM coupon_uses u
    WHERE u.coupon_id = NEW.coupon_id AND u.user_id = NEW.user_id AND u.released_at IS NULL) THEN
    RAISE EXCEPTION 'The customer has used the coupon %', coupon.name
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'coupon_uses_per_customer';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A store that is filled from a copy brings the counts along.
CREATE TRIGGER coupon_uses_counted AFTER INSERT OR UPDATE OF released_at ON coupon_uses FOR EACH ROW
  WHEN (current_setting('kirana.is_copy', true) IS DISTINCT FROM 'yes') EXECUTE FUNCTION count_coupon_use();
--> statement-breakpoint
-- The rounding of bills (decision 058): a document and what the ledger says of its rounding are written together.
CREATE FUNCTION post_rounding(document_key text, amount bigint, order_id uuid, at timestamptz) RETURNS void
  LANGUAGE sql AS $$
  WITH happened AS (
    INSERT INTO ledger_transactions (key, kind, order_id, by, created_at)
    SELECT document_key || ':rounding', CASE WHEN amount > 0 THEN 'rounding-up' ELSE 'rounding-down' END, order_id, 'system', at
    WHERE amount <> 0
    RETURNING id
  )
  INSERT INTO ledger_entries (transaction_id, line, account, amount)
  SELECT id, line, account, entry FROM happened, (VALUES
    (0, CASE WHEN amount > 0 THEN 'store:sales' ELSE 'rounding' END, -abs(amount)),
    (1, CASE WHEN amount > 0 THEN 'rounding' ELSE 'store:sales' END, abs(amount))) AS sides(line, account, entry)
$$;
--> statement-breakpoint
CREATE FUNCTION post_invoice_rounding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM post_rounding('invoice:' || NEW.id, (NEW.document ->> 'roundOff')::bigint, NEW.order_id, NEW.created_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_rounded AFTER INSERT ON invoices FOR EACH ROW
  WHEN (NEW.document -> 'roundOff' IS NOT NULL AND current_setting('kirana.is_copy', true) IS DISTINCT FROM 'yes')
  EXECUTE FUNCTION post_invoice_rounding();
--> statement-breakpoint
CREATE FUNCTION post_note_rounding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM post_rounding('credit-note:' || NEW.id, -NEW.round_off, (SELECT i.order_id FROM invoices i WHERE i.id = NEW.invoice_id),
    NEW.created_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER credit_notes_rounded AFTER INSERT ON credit_notes FOR EACH ROW
  WHEN (NEW.round_off <> 0 AND current_setting('kirana.is_copy', true) IS DISTINCT FROM 'yes')
  EXECUTE FUNCTION post_note_rounding();
--> statement-breakpoint
-- As before, and now a note gives back rounding beside its rows, no more than its invoice rounded, and all notes together no
-- more than the invoice.
CREATE OR REPLACE FUNCTION refuse_excess_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM FROM invoices WHERE id = NEW.invoice_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM credit_notes WHERE invoice_id = NEW.invoice_id AND amount IS NULL)
    OR NEW.amount <> NEW.round_off + (SELECT sum((r->>'paid')::bigint) FROM jsonb_array_elements(NEW.rows) AS r)
    OR EXISTS (
      SELECT FROM (SELECT sum(amount) AS amount, sum(round_off) AS round_off FROM credit_notes
        WHERE invoice_id = NEW.invoice_id) c, invoices i
      WHERE i.id = NEW.invoice_id AND (c.amount > (i.document ->> 'total')::bigint
        OR c.round_off NOT BETWEEN least(0, coalesce((i.document ->> 'roundOff')::bigint, 0))
          AND greatest(0, coalesce((i.document ->> 'roundOff')::bigint, 0))))
    OR EXISTS (
      SELECT FROM (
        SELECT n, sum((r->>'paid')::bigint) AS paid, sum((r->>'taxable')::bigint) AS taxable,
          sum((r->>'cgst')::bigint) AS cgst, sum((r->>'sgst')::bigint) AS sgst, sum((r->>'igst')::bigint) AS igst
        FROM credit_notes c, jsonb_array_elements(c.rows) WITH ORDINALITY AS credited(r, n)
        WHERE c.invoice_id = NEW.invoice_id GROUP BY n
      ) c LEFT JOIN (
        SELECT n, r
        FROM invoices i, jsonb_array_elements(invoice_rows(i.document)) WITH ORDINALITY AS billed(r, n)
        WHERE i.id = NEW.invoice_id
      ) b USING (n)
      WHERE c.paid > coalesce((r->>'paid')::bigint, 0) OR c.taxable > coalesce((r->>'taxable')::bigint, 0)
        OR c.cgst > coalesce((r->>'cgst')::bigint, 0) OR c.sgst > coalesce((r->>'sgst')::bigint, 0)
        OR c.igst > coalesce((r->>'igst')::bigint, 0)) THEN
    RAISE EXCEPTION 'The credit notes of invoice % are more than the invoice', NEW.invoice_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_notes_within_invoice';
  END IF;
  RETURN NULL;
END $$;
