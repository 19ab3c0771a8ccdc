CREATE TABLE "stock_receipt_lines" (
	"receipt_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"variant_id" uuid NOT NULL,
	"title" text NOT NULL,
	"quantity_text" text NOT NULL,
	"quantity" integer NOT NULL,
	"expiry" date,
	"cost" bigint,
	CONSTRAINT "stock_receipt_lines_receipt_id_line_pk" PRIMARY KEY("receipt_id","line"),
	CONSTRAINT "receipt_of_pieces" CHECK ("stock_receipt_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "stock_receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"supplier" text NOT NULL,
	"bill_number" text NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stock_receipt_lines" ADD CONSTRAINT "stock_receipt_lines_receipt_id_stock_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."stock_receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER stock_receipts_fixed BEFORE UPDATE OR DELETE ON stock_receipts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER stock_receipt_lines_fixed BEFORE UPDATE OR DELETE ON stock_receipt_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The lines of a bill are never changed, and go only when the end of their pick is taken back, which credits its invoice.
CREATE FUNCTION refuse_picked_line_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM order_picks WHERE order_id = OLD.order_id AND state = 'claimed') THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
DROP TRIGGER picked_lines_fixed ON picked_lines;
--> statement-breakpoint
CREATE TRIGGER picked_lines_fixed BEFORE UPDATE OR DELETE ON picked_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_picked_line_change();
