CREATE TABLE "gst_filings" (
	"month" text PRIMARY KEY NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gst_filing_month" CHECK ("gst_filings"."month" ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
ALTER TABLE "credit_notes" ADD COLUMN "without_tax" boolean DEFAULT false NOT NULL;--> statement-breakpoint

-- A filed month gets no more documents (decision 055). Whoever files it holds the rows of both series, so a document that
-- has its number sees the filing here or is seen by it.
CREATE FUNCTION refuse_filed_month() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM gst_filings WHERE month = to_char(kolkata_day(NEW.created_at), 'YYYY-MM')) THEN
    RAISE EXCEPTION 'The month of GST is filed' USING ERRCODE = 'check_violation', CONSTRAINT = 'gst_month_is_open';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- A store that is filled from a copy brings documents of filed months along.
CREATE TRIGGER invoices_month_open BEFORE INSERT ON invoices FOR EACH ROW
  WHEN (current_setting('kirana.is_copy', true) IS DISTINCT FROM 'yes') EXECUTE FUNCTION refuse_filed_month();
--> statement-breakpoint
CREATE TRIGGER credit_notes_month_open BEFORE INSERT ON credit_notes FOR EACH ROW
  WHEN (current_setting('kirana.is_copy', true) IS DISTINCT FROM 'yes') EXECUTE FUNCTION refuse_filed_month();
--> statement-breakpoint
-- As before, with the columns of 0015, and without rows for notes without tax, which are outside the tables of GST. A note
-- that closes its invoice has what is left of each row.
CREATE OR REPLACE FUNCTION write_note_tax() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.without_tax THEN
    RETURN NULL;
  END IF;
  IF NEW.rows IS NULL THEN
    INSERT INTO tax_rows (document_id, position, invoice_id, is_note, day, place, supply, title, hsn, rate, zero_kind, unit,
      quantity, paid, taxable, cgst, sgst, igst)
    SELECT NEW.id, t.position, NEW.invoice_id, true, kolkata_day(NEW.created_at), min(t.place), min(t.supply), min(t.title),
      min(t.hsn), min(t.rate), min(t.zero_kind), min(t.unit), -sum(t.quantity), -sum(t.paid), -sum(t.taxable), -sum(t.cgst),
      -sum(t.sgst), -sum(t.igst)
    FROM tax_rows t WHERE t.invoice_id = NEW.invoice_id GROUP BY t.position HAVING sum(t.paid) > 0;
  ELSE
    INSERT INTO tax_rows (document_id, position, invoice_id, is_note, day, place, supply, title, hsn, rate, zero_kind, unit,
      quantity, paid, taxable, cgst, sgst, igst)
    SELECT NEW.id, r.position, NEW.invoice_id, true, kolkata_day(NEW.created_at),
      coalesce(i.document #>> '{placeOfSupply,code}', ''), supply_kind(i.document, i.seller), r.title, r.hsn, r.rate,
      r.zero_kind, r.unit,
      e.quantity - credited_quantity(r.quantity, r.pieces, r.paid, e.paid + (c->>'paid')::bigint), -(c->>'paid')::bigint,
      -(c->>'taxable')::bigint, -(c->>'cgst')::bigint, -(c->>'sgst')::bigint, -(c->>'igst')::bigint
    FROM invoices i CROSS JOIN document_tax_rows(i.document) r
    JOIN jsonb_array_elements(NEW.rows) WITH ORDINALITY AS credited(c, n) ON n = r.position
    -- What the earlier notes credited of the row, both above zero.
    CROSS JOIN LATERAL (
      SELECT coalesce(-sum(t.paid), 0)::bigint AS paid, coalesce(-sum(t.quantity), 0)::bigint AS quantity FROM tax_rows t
      WHERE t.invoice_id = i.id AND t.position = r.position AND t.is_note
    ) e
    WHERE i.id = NEW.invoice_id AND (c->>'paid')::bigint > 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A store that is filled from a copy brings the notes of one invoice in any order.
DROP TRIGGER credit_notes_within_invoice ON credit_notes;
--> statement-breakpoint
CREATE TRIGGER credit_notes_within_invoice AFTER INSERT ON credit_notes FOR EACH ROW
  WHEN (current_setting('kirana.is_copy', true) IS DISTINCT FROM 'yes') EXECUTE FUNCTION refuse_excess_credit();
