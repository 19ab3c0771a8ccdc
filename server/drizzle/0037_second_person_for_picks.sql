ALTER TABLE "approvals" ADD COLUMN "seen" integer;--> statement-breakpoint
ALTER TABLE "order_picks" ADD COLUMN "done_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_picks" ADD COLUMN "refunded_alone" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pick_lines" ADD COLUMN "swap_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "order_picks_refunded" ON "order_picks" USING btree ("staff_id","done_at") WHERE "order_picks"."refunded_alone" > 0;