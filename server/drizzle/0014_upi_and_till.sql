CREATE TABLE "upi_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"rider_id" uuid NOT NULL,
	"utr" text NOT NULL,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'unverified' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"verified_by" text DEFAULT '' NOT NULL,
	"verified_at" timestamp with time zone,
	"credited_on" date,
	CONSTRAINT "upi_utr_used_once" UNIQUE("utr"),
	CONSTRAINT "upi_utr" CHECK ("upi_payments"."utr" ~ '^[0-9]{12}$'),
	CONSTRAINT "upi_verified" CHECK (("upi_payments"."state" = 'verified') = ("upi_payments"."verified_at" IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "cash_records" DROP CONSTRAINT "cash_record_of_rider";--> statement-breakpoint
ALTER TABLE "cash_records" ADD COLUMN "count_id" uuid;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "upi_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "statement_columns" jsonb;--> statement-breakpoint
ALTER TABLE "drops" ADD COLUMN "photo" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "upi_payments" ADD CONSTRAINT "upi_payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upi_payments" ADD CONSTRAINT "upi_payments_rider_id_riders_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "upi_order" ON "upi_payments" USING btree ("order_id") WHERE "upi_payments"."state" <> 'void';--> statement-breakpoint
CREATE INDEX "upi_unverified" ON "upi_payments" USING btree ("id") WHERE "upi_payments"."state" = 'unverified';--> statement-breakpoint
ALTER TABLE "cash_records" ADD CONSTRAINT "cash_records_count_id_cash_records_id_fk" FOREIGN KEY ("count_id") REFERENCES "public"."cash_records"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drops_photos" ON "drops" USING btree ("assigned_at") WHERE "drops"."photo" <> '';--> statement-breakpoint
CREATE INDEX "ledger_upi" ON "ledger_transactions" USING btree ("created_at") WHERE "ledger_transactions"."kind" IN ('upi-payment', 'upi-payment-reversal');--> statement-breakpoint
CREATE INDEX "ledger_till" ON "ledger_transactions" USING btree ("created_at") WHERE "ledger_transactions"."kind" IN ('till-cash', 'till-cash-reversal', 'cash-count', 'shortage-repaid', 'bank-deposit', 'till-in', 'till-out', 'rider-float', 'surplus-kept', 'till-short', 'till-over');--> statement-breakpoint
ALTER TABLE "cash_records" ADD CONSTRAINT "cash_surplus_decided_once" UNIQUE("count_id");--> statement-breakpoint
ALTER TABLE "cash_records" ADD CONSTRAINT "cash_record_decides" CHECK (("cash_records"."kind" LIKE 'surplus-%') = ("cash_records"."count_id" IS NOT NULL));--> statement-breakpoint
ALTER TABLE "cash_records" ADD CONSTRAINT "cash_record_of_rider" CHECK (("cash_records"."kind" IN ('bank', 'in', 'out', 'close')) = ("cash_records"."rider_id" IS NULL));