DROP INDEX "one_refund_waits";--> statement-breakpoint
DROP INDEX "withdrawals_open";--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "cancel_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "utr" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_history" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "method" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "fee" bigint;--> statement-breakpoint
ALTER TABLE "report_days" ADD COLUMN "refunded" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "is_refused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "utr" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "approved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "approved_by" uuid;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "approved_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "refused_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "order_history_cash" ON "order_history" USING btree ("created_at") WHERE "order_history"."to_status" = 'delivered' OR "order_history"."from_status" = 'delivered';--> statement-breakpoint
CREATE INDEX "orders_name_part" ON "orders" USING gin (lower("customer_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" USING btree ("paid_at") WHERE "payments"."paid_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "refunds_done" ON "refunds" USING btree ("done_at") WHERE "refunds"."done_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_order_money" ON "ledger_transactions" USING btree ("created_at") WHERE "ledger_transactions"."kind" IN ('order-refund', 'pick-refund', 'online-rest', 'claim-refund', 'order-payment', 'order-refund-reversal');--> statement-breakpoint
CREATE INDEX "transactions_day" ON "transactions" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "utr_used_once" ON "transactions" USING btree ("utr") WHERE "transactions"."utr" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "one_refund_waits" ON "approvals" USING btree (coalesce("claim_id", "order_id"),"kind") WHERE "approvals"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "withdrawals_open" ON "withdrawals" USING btree ("id") WHERE "withdrawals"."done_at" IS NULL AND "withdrawals"."refused_at" IS NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "paid_or_refused" CHECK ("withdrawals"."done_at" IS NULL OR "withdrawals"."refused_at" IS NULL);--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "approved_by_somebody" CHECK (("withdrawals"."approved_at" IS NULL) = ("withdrawals"."approved_by" IS NULL));