-- Claims (decision 049): pieces are claimed once, and no note credits a column beyond its invoice.

-- The delivered pieces of an ordered line: what was found and swapped, or as ordered if it was not picked.
CREATE FUNCTION delivered_pieces(delivered_order uuid, ordered_line smallint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM picked_lines WHERE order_id = delivered_order)
    THEN (SELECT coalesce(sum(pieces), 0) FROM picked_lines WHERE order_id = delivered_order AND line = ordered_line)
    ELSE (SELECT coalesce(sum(quantity), 0) FROM order_lines WHERE order_id = delivered_order AND line = ordered_line) END
$$;
--> statement-breakpoint
-- The lock makes two transactions that claim pieces of one order wait for each other.
CREATE FUNCTION refuse_excess_claim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders WHERE id = NEW.order_id FOR NO KEY UPDATE;
  IF (SELECT sum(pieces - refused) FROM claim_lines WHERE order_id = NEW.order_id AND line = NEW.line)
    > delivered_pieces(NEW.order_id, NEW.line) THEN
    RAISE EXCEPTION 'More pieces of line % are claimed than were delivered', NEW.line
      USING ERRCODE = 'check_violation', CONSTRAINT = 'claimed_pieces_were_delivered';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Deferred only while a store is filled from a copy, whose claims come before its orders' lines.
CREATE CONSTRAINT TRIGGER claimed_pieces_were_delivered AFTER INSERT OR UPDATE OF pieces, refused ON claim_lines
  DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION refuse_excess_claim();
--> statement-breakpoint
CREATE TRIGGER claim_actions_fixed BEFORE UPDATE OR DELETE ON claim_actions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER claim_pieces_fixed BEFORE UPDATE OR DELETE ON claim_pieces
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER claims_kept BEFORE DELETE ON claims FOR EACH ROW EXECUTE FUNCTION refuse_delete();
--> statement-breakpoint
CREATE TRIGGER claim_lines_kept BEFORE DELETE ON claim_lines FOR EACH ROW EXECUTE FUNCTION refuse_delete();
--> statement-breakpoint
-- As before, and now for every column of a row instead of `paid` alone.
CREATE OR REPLACE FUNCTION refuse_excess_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM FROM invoices WHERE id = NEW.invoice_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM credit_notes WHERE invoice_id = NEW.invoice_id AND amount IS NULL)
    OR NEW.amount <> (SELECT sum((r->>'paid')::bigint) FROM jsonb_array_elements(NEW.rows) AS r)
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
--> statement-breakpoint

-- The month of GST (decision 050): the rows of documents by tax are written with the documents.

-- As before, but for `invoices.total`: a trigger before an update does not see generated columns, and the document has it.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was jsonb := to_jsonb(OLD);
  now_is jsonb := CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(NEW) END;
BEGIN
  IF now_is ->> 'by' = 'customer' AND was ->> 'by' LIKE '% (customer)' AND now_is - 'by' = was - 'by' THEN
    RETURN NEW;
  END IF;
  IF TG_TABLE_NAME = 'invoices' AND now_is #>> '{document,buyer,fullName}' = 'Erased customer'
    AND (now_is - 'total') #- '{document,buyer}' #- '{document,address}'
      = (was - 'total') #- '{document,buyer}' #- '{document,address}' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint

CREATE FUNCTION kolkata_day(moment timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (moment AT TIME ZONE 'Asia/Kolkata')::date
$$;
--> statement-breakpoint
-- The rows of an invoice's document, positions from 1 in the order of a credit note's rows.
CREATE FUNCTION document_tax_rows(document jsonb)
  RETURNS TABLE ("position" bigint, title text, hsn text, rate integer, paid bigint, taxable bigint, cgst bigint,
    sgst bigint, igst bigint)
  LANGUAGE sql IMMUTABLE AS $$
  SELECT row_number() OVER (ORDER BY part, a, b), title, hsn, (r->>'rate')::integer, (r->>'paid')::bigint,
    (r->>'taxable')::bigint, (r->>'cgst')::bigint, (r->>'sgst')::bigint, (r->>'igst')::bigint
  FROM (
    SELECT 1 AS part, n AS a, 0::bigint AS b, line->>'title' AS title, coalesce(line->>'hsn', '') AS hsn, line AS r
    FROM jsonb_array_elements(document->'lines') WITH ORDINALITY AS l(line, n)
    UNION ALL
    SELECT 2, c.n, p.n, charge->>'title', coalesce(charge->>'sac', ''), one
    FROM jsonb_array_elements(document->'charges') WITH ORDINALITY AS c(charge, n),
      jsonb_array_elements(charge->'parts') WITH ORDINALITY AS p(one, n)
  ) rows
$$;
--> statement-breakpoint
-- An invoice of an earlier release has no document: one row with its order's total at an unknown rate.
CREATE FUNCTION write_invoice_tax() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.document IS NULL THEN
    INSERT INTO tax_rows (document_id, position, invoice_id, is_note, day, place, title, hsn, rate, paid, taxable, cgst, sgst, igst)
    SELECT NEW.id, 1, NEW.id, false, kolkata_day(NEW.created_at), '', '', '', NULL, total, 0, 0, 0, 0
    FROM orders WHERE id = NEW.order_id;
  ELSE
    INSERT INTO tax_rows (document_id, position, invoice_id, is_note, day, place, title, hsn, rate, paid, taxable, cgst, sgst, igst)
    SELECT NEW.id, r.position, NEW.id, false, kolkata_day(NEW.created_at),
      coalesce(NEW.document #>> '{placeOfSupply,code}', ''), r.title, r.hsn, r.rate, r.paid, r.taxable, r.cgst, r.sgst, r.igst
    FROM document_tax_rows(NEW.document) r;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A store that is filled from a copy brings its rows along.
CREATE TRIGGER invoices_taxed AFTER INSERT ON invoices FOR EACH ROW
  WHEN (current_setting('kirana.is_copy', true) IS DISTINCT FROM 'yes') EXECUTE FUNCTION write_invoice_tax();
--> statement-breakpoint
-- A note that closes its invoice has what is left of each row.
CREATE FUNCTION write_note_tax() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.rows IS NULL THEN
    INSERT INTO tax_rows (document_id, position, invoice_id, is_note, day, place, title, hsn, rate, paid, taxable, cgst, sgst, igst)
    SELECT NEW.id, t.position, NEW.invoice_id, true, kolkata_day(NEW.created_at), min(t.place), min(t.title), min(t.hsn),
      min(t.rate), -sum(t.paid), -sum(t.taxable), -sum(t.cgst), -sum(t.sgst), -sum(t.igst)
    FROM tax_rows t WHERE t.invoice_id = NEW.invoice_id GROUP BY t.position HAVING sum(t.paid) > 0;
  ELSE
    INSERT INTO tax_rows (document_id, position, invoice_id, is_note, day, place, title, hsn, rate, paid, taxable, cgst, sgst, igst)
    SELECT NEW.id, r.position, NEW.invoice_id, true, kolkata_day(NEW.created_at),
      coalesce(i.document #>> '{placeOfSupply,code}', ''), r.title, r.hsn, r.rate, -(c->>'paid')::bigint,
      -(c->>'taxable')::bigint, -(c->>'cgst')::bigint, -(c->>'sgst')::bigint, -(c->>'igst')::bigint
    FROM invoices i CROSS JOIN document_tax_rows(i.document) r
    JOIN jsonb_array_elements(NEW.rows) WITH ORDINALITY AS credited(c, n) ON n = r.position
    WHERE i.id = NEW.invoice_id AND (c->>'paid')::bigint > 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER credit_notes_taxed AFTER INSERT ON credit_notes FOR EACH ROW
  WHEN (current_setting('kirana.is_copy', true) IS DISTINCT FROM 'yes') EXECUTE FUNCTION write_note_tax();
--> statement-breakpoint
-- What was issued before this migration: invoices, then the notes over parts of them, then those that close them.
INSERT INTO tax_rows (document_id, position, invoice_id, is_note, day, place, title, hsn, rate, paid, taxable, cgst, sgst, igst)
SELECT i.id, r.position, i.id, false, kolkata_day(i.created_at), coalesce(i.document #>> '{placeOfSupply,code}', ''),
  r.title, r.hsn, r.rate, r.paid, r.taxable, r.cgst, r.sgst, r.igst
FROM invoices i CROSS JOIN document_tax_rows(i.document) r WHERE i.document IS NOT NULL
UNION ALL
SELECT i.id, 1, i.id, false, kolkata_day(i.created_at), '', '', '', NULL, o.total, 0, 0, 0, 0
FROM invoices i JOIN orders o ON o.id = i.order_id WHERE i.document IS NULL;
--> statement-breakpoint
INSERT INTO tax_rows (document_id, position, invoice_id, is_note, day, place, title, hsn, rate, paid, taxable, cgst, sgst, igst)
SELECT n.id, t.position, n.invoice_id, true, kolkata_day(n.created_at), t.place, t.title, t.hsn, t.rate,
  -(c->>'paid')::bigint, -(c->>'taxable')::bigint, -(c->>'cgst')::bigint, -(c->>'sgst')::bigint, -(c->>'igst')::bigint
FROM credit_notes n CROSS JOIN jsonb_array_elements(n.rows) WITH ORDINALITY AS credited(c, p)
JOIN tax_rows t ON t.document_id = n.invoice_id AND t.position = p WHERE (c->>'paid')::bigint > 0;
--> statement-breakpoint
INSERT INTO tax_rows (document_id, position, invoice_id, is_note, day, place, title, hsn, rate, paid, taxable, cgst, sgst, igst)
SELECT n.id, t.position, n.invoice_id, true, kolkata_day(n.created_at), min(t.place), min(t.title), min(t.hsn), min(t.rate),
  -sum(t.paid), -sum(t.taxable), -sum(t.cgst), -sum(t.sgst), -sum(t.igst)
FROM credit_notes n JOIN tax_rows t ON t.invoice_id = n.invoice_id
WHERE n.amount IS NULL GROUP BY n.id, t.position HAVING sum(t.paid) > 0;
--> statement-breakpoint
CREATE TRIGGER tax_rows_fixed BEFORE UPDATE OR DELETE ON tax_rows FOR EACH ROW EXECUTE FUNCTION refuse_change();
