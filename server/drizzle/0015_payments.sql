CREATE TABLE "payment_audits" (
	"provider" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"about" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_events_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid,
	"provider" text NOT NULL,
	"checkout_id" text NOT NULL,
	"payment_id" text,
	"amount" bigint NOT NULL,
	"currency" text DEFAULT 'INR' NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone,
	"check_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"day" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "paid_with_payment" CHECK ("payments"."state" NOT IN ('paid', 'unmatched') OR "payments"."payment_id" IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment" uuid NOT NULL,
	"cause" text NOT NULL,
	"amount" bigint NOT NULL,
	"state" text NOT NULL,
	"request_key" uuid NOT NULL,
	"provider_refund_id" text,
	"error" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "refund_is_positive" CHECK ("refunds"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "ledger_transactions" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_payments_id_fk" FOREIGN KEY ("payment") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_events_at" ON "payment_events" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_of_checkout" ON "payments" USING btree ("provider","checkout_id") WHERE "payments"."state" <> 'unmatched';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_captured_once" ON "payments" USING btree ("provider","payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_of_order" ON "payments" USING btree ("order_id") WHERE "payments"."state" <> 'unmatched';--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_day" ON "payments" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "payments_to_check" ON "payments" USING btree ("check_at") WHERE "payments"."check_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_unmatched" ON "payments" USING btree ("id") WHERE "payments"."state" = 'unmatched' AND "payments"."settled_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "refunded_once" ON "refunds" USING btree ("payment","cause");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_of_provider" ON "refunds" USING btree ("provider_refund_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_at") WHERE "refunds"."next_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "refunds_failed" ON "refunds" USING btree ("id") WHERE "refunds"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "orders_to_pack" ON "orders" USING btree ("id") WHERE "orders"."status" = 'confirmed' AND ("orders"."payment_method" <> 'online' OR "orders"."payment_status" = 'paid');--> statement-breakpoint
-- An online order counts as placed today, and as waiting for the packers, from when it is paid.
CREATE FUNCTION order_count_names(status text, placed_at timestamptz, referrer_id uuid, is_unpaid boolean) RETURNS text[]
  LANGUAGE sql STABLE AS $$
  SELECT ARRAY['all']
    || CASE WHEN is_unpaid AND status = 'confirmed' THEN ARRAY[]::text[] ELSE ARRAY['status:' || status] END
    || CASE WHEN is_unpaid THEN ARRAY[]::text[]
      ELSE ARRAY['day:' || to_char(placed_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD')] END
    || CASE WHEN referrer_id IS NULL THEN ARRAY[]::text[] ELSE ARRAY['referred'] END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_placed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE FUNCTION count_moved_orders() RETURNS trigger LANGUAGE plpgsql AS $$
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
DROP FUNCTION order_count_names(text, timestamptz, uuid);
--> statement-breakpoint
-- What came in and what was answered to it is evidence: nobody takes it out or changes it.
CREATE TRIGGER payments_kept BEFORE DELETE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_delete();
--> statement-breakpoint
CREATE TRIGGER refunds_kept BEFORE DELETE ON refunds FOR EACH ROW EXECUTE FUNCTION refuse_delete();
