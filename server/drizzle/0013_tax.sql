CREATE TABLE "credit_note_series" (
	"year" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"year" text NOT NULL,
	"number" integer NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_note_once" UNIQUE("invoice_id"),
	CONSTRAINT "credit_note_number" UNIQUE("year","number")
);
--> statement-breakpoint
CREATE TABLE "charge_rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"charge_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"rate" integer,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "charge_rate_in_range" CHECK ("charge_rates"."rate" BETWEEN 0 AND 10000)
);
--> statement-breakpoint
CREATE TABLE "product_rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"rate" integer NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_rate_in_range" CHECK ("product_rates"."rate" BETWEEN 0 AND 10000)
);
--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "sac" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "gst_registration" text DEFAULT 'unregistered' NOT NULL;--> statement-breakpoint
-- So far an order had one invoice, known by the order.
ALTER TABLE "invoices" ADD COLUMN "id" uuid;--> statement-breakpoint
UPDATE "invoices" SET "id" = gen_random_uuid();--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_pkey";--> statement-breakpoint
ALTER TABLE "invoices" ADD PRIMARY KEY ("id");--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "document" jsonb;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "is_current" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- No credit note is issued for what was canceled before: whether one is due is the accountant's decision.
UPDATE "invoices" SET "is_current" = false WHERE "order_id" IN (SELECT "id" FROM "orders" WHERE "status" = 'canceled');--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "hsn" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_rates" ADD CONSTRAINT "product_rates_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charge_rates_day" ON "charge_rates" USING btree ("charge_id","first_day","id");--> statement-breakpoint
CREATE INDEX "product_rates_day" ON "product_rates" USING btree ("product_id","first_day","id");--> statement-breakpoint
CREATE INDEX "invoices_order" ON "invoices" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_current" ON "invoices" USING btree ("order_id") WHERE "invoices"."is_current";--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "product_hsn" CHECK ("products"."hsn" ~ '^([0-9]{4,8})?$');--> statement-breakpoint
-- A company with a valid GSTIN is registered: 14 characters and the one that they give in base 36, weighted 1 and 2.
UPDATE "company" SET "gst_registration" = 'regular'
WHERE btrim("gstin") ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$' AND substr(btrim("gstin"), 15, 1) = (
  SELECT substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', 1 + (36 - sum(product / 36 + product % 36)::int % 36) % 36, 1)
  FROM (
    SELECT (1 + (n + 1) % 2) * (strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', substr(btrim("gstin"), n, 1)) - 1) AS product
    FROM generate_series(1, 14) AS n
  ) AS weighted
);--> statement-breakpoint
CREATE TRIGGER invoices_fixed BEFORE UPDATE ON invoices FOR EACH ROW
  WHEN ((OLD.id, OLD.order_id, OLD.year, OLD.number, OLD.seller, OLD.document, OLD.created_at)
    IS DISTINCT FROM (NEW.id, NEW.order_id, NEW.year, NEW.number, NEW.seller, NEW.document, NEW.created_at))
  EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER invoices_kept BEFORE DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_delete();--> statement-breakpoint
CREATE TRIGGER credit_notes_fixed BEFORE UPDATE OR DELETE ON credit_notes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER product_rates_fixed BEFORE UPDATE ON product_rates
  FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER charge_rates_fixed BEFORE UPDATE OR DELETE ON charge_rates
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
