ALTER TABLE "tax_rows" ADD COLUMN "zero_kind" text;--> statement-breakpoint
ALTER TABLE "tax_rows" ADD COLUMN "supply" text DEFAULT 'intra' NOT NULL;--> statement-breakpoint
ALTER TABLE "tax_rows" ADD COLUMN "unit" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tax_rows" ADD COLUMN "quantity" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "zero_kind" text DEFAULT 'nil' NOT NULL;--> statement-breakpoint
CREATE INDEX "tax_rows_large" ON "tax_rows" USING btree ("day") WHERE "tax_rows"."supply" = 'large';--> statement-breakpoint
CREATE INDEX "tax_rows_missing" ON "tax_rows" USING btree ("day") WHERE ("tax_rows"."rate" IS NULL OR "tax_rows"."hsn" = '') AND "tax_rows"."paid" > 0;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "product_zero_kind" CHECK ("products"."zero_kind" IN ('nil', 'exempt', 'nonGst'));--> statement-breakpoint

-- What the tables of GSTR-1 want of each row (decision 055).

-- The pack of a line: '500 GM', and '3 × 500 GM' for pieces that have one price together. `size` is thousandths of the unit.
CREATE FUNCTION pack_of(quantity_text text) RETURNS TABLE (packs bigint, size bigint, unit text) LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(m[1]::bigint, 1), coalesce((m[2]::numeric * 1000)::bigint, 1000), coalesce(m[3], '')
  FROM regexp_match(coalesce(quantity_text, ''),
    '^(?:(\d{1,6}) × )?(\d{1,9}(?:\.\d{1,3})?) (GM|MG|Kilo|ML|L|PCS|Box|Cartoon|Bottles|Combo)$') AS m
$$;
--> statement-breakpoint
-- The quantity of which `credited` of `paid` paise are credited: whole pieces if that is what they cost (decision 049),
-- otherwise in proportion.
CREATE FUNCTION credited_quantity(quantity bigint, pieces bigint, paid bigint, credited bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN paid <= 0 OR pieces <= 0 THEN 0
    WHEN (2 * paid * n + pieces) / (2 * pieces) = credited THEN quantity / pieces * n
    ELSE round(quantity::numeric * credited / paid)::bigint END
  FROM (SELECT CASE WHEN paid > 0 THEN round(credited::numeric * pieces / paid)::bigint END AS n) AS nearest
$$;
--> statement-breakpoint
-- A document whose tax says nothing has no taxable row: then its place decides.
CREATE FUNCTION supply_kind(document jsonb, seller jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN NOT coalesce(CASE document #>> '{taxNames,0}' WHEN 'IGST' THEN true WHEN 'CGST' THEN false
      ELSE document #>> '{placeOfSupply,code}' <> '' AND seller ->> 'gstin' <> ''
        AND document #>> '{placeOfSupply,code}' <> left(seller ->> 'gstin', 2) END, false) THEN 'intra'
    WHEN (document ->> 'total')::bigint > 10000000 THEN 'large'
    ELSE 'inter' END
$$;
--> statement-breakpoint
DROP FUNCTION document_tax_rows(jsonb);
--> statement-breakpoint
-- As before, and now with the kind of rows at rate 0, and pieces and quantity of lines.
CREATE FUNCTION document_tax_rows(document jsonb)
  RETURNS TABLE ("position" bigint, title text, hsn text, rate integer, zero_kind text, pieces bigint, unit text,
    quantity bigint, paid bigint, taxable bigint, cgst bigint, sgst bigint, igst bigint)
  LANGUAGE sql IMMUTABLE AS $$
  SELECT row_number() OVER (ORDER BY part, a, b), title, hsn, (r->>'rate')::integer,
    CASE WHEN (r->>'rate')::integer = 0 THEN coalesce(r->>'zeroKind', 'nil') END, pieces, unit, pieces * size,
    (r->>'paid')::bigint, (r->>'taxable')::bigint, (r->>'cgst')::bigint, (r->>'sgst')::bigint, (r->>'igst')::bigint
  FROM (
    SELECT 1 AS part, n AS a, 0::bigint AS b, line->>'title' AS title, coalesce(line->>'hsn', '') AS hsn,
      (line->>'quantity')::bigint * p.packs AS pieces, p.size, p.unit, line AS r
    FROM jsonb_array_elements(document->'lines') WITH ORDINALITY AS l(line, n), pack_of(line->>'quantityText') AS p
    UNION ALL
    SELECT 2, c.n, p.n, charge->>'title', coalesce(charge->>'sac', ''), 0, 0, '', one
    FROM jsonb_array_elements(document->'charges') WITH ORDINALITY AS c(charge, n),
      jsonb_array_elements(charge->'parts') WITH ORDINALITY AS p(one, n)
  ) rows
$$;
--> statement-breakpoint
-- An invoice of an earlier release has no document: one row with its order's total at an unknown rate.
CREATE OR REPLACE FUNCTION write_invoice_tax() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.document IS NULL THEN
    INSERT INTO tax_rows (document_id, position, invoice_id, is_note, day, place, title, hsn, rate, paid, taxable, cgst, sgst, igst)
    SELECT NEW.id, 1, NEW.id, false, kolkata_day(NEW.created_at), '', '', '', NULL, total, 0, 0, 0, 0
    FROM orders WHERE id = NEW.order_id;
  ELSE
    INSERT INTO tax_rows (document_id, position, invoice_id, is_note, day, place, supply, title, hsn, rate, zero_kind, unit,
      quantity, paid, taxable, cgst, sgst, igst)
    SELECT NEW.id, r.position, NEW.id, false, kolkata_day(NEW.created_at),
      coalesce(NEW.document #>> '{placeOfSupply,code}', ''), supply_kind(NEW.document, NEW.seller), r.title, r.hsn, r.rate,
      r.zero_kind, r.unit, r.quantity, r.paid, r.taxable, r.cgst, r.sgst, r.igst
    FROM document_tax_rows(NEW.document) r;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The rows of documents issued before this migration.
ALTER TABLE tax_rows DISABLE TRIGGER tax_rows_fixed;
--> statement-breakpoint
WITH billed AS (
  SELECT i.id, r.position, r.zero_kind, r.pieces, r.unit, r.quantity, r.paid, supply_kind(i.document, i.seller) AS supply
  FROM invoices i CROSS JOIN document_tax_rows(i.document) r WHERE i.document IS NOT NULL
), credited AS (
  SELECT t.document_id, t.position, t.invoice_id, -t.paid AS paid,
    sum(-t.paid) OVER (PARTITION BY t.invoice_id, t.position ORDER BY n.created_at, n.id) AS until
  FROM tax_rows t JOIN credit_notes n ON n.id = t.document_id WHERE t.is_note
)
UPDATE tax_rows t SET zero_kind = b.zero_kind, supply = b.supply, unit = b.unit,
  quantity = coalesce(credited_quantity(b.quantity, b.pieces, b.paid, (c.until - c.paid)::bigint)
    - credited_quantity(b.quantity, b.pieces, b.paid, c.until::bigint), b.quantity)
FROM tax_rows s JOIN billed b ON b.id = s.invoice_id AND b.position = s.position
LEFT JOIN credited c ON c.document_id = s.document_id AND c.position = s.position
WHERE t.document_id = s.document_id AND t.position = s.position;
--> statement-breakpoint
ALTER TABLE tax_rows ENABLE TRIGGER tax_rows_fixed;
--> statement-breakpoint
ALTER TABLE "tax_rows" ADD CONSTRAINT "tax_row_zero_kind" CHECK ((coalesce("tax_rows"."rate", 1) = 0) = ("tax_rows"."zero_kind" IS NOT NULL));
