ALTER TABLE "orders" DROP CONSTRAINT "order_adds_up";--> statement-breakpoint
DROP INDEX "coupon_used_once";--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "round_off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "maximum_discount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "first_day" date;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "total_uses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "uses_per_customer" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "uses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD COLUMN "round_off" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "round_off" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "report_days" ADD COLUMN "round_off" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "coupon_uses_held" ON "coupon_uses" USING btree ("coupon_id","user_id") WHERE "coupon_uses"."released_at" IS NULL;--> statement-breakpoint
CREATE INDEX "stock_movements_sold" ON "stock_movements" USING btree ("created_at") WHERE "stock_movements"."kind" IN ('sold', 'returned');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "order_adds_up" CHECK ("orders"."total" = "orders"."subtotal" - "orders"."discount" - "orders"."referral_discount" + "orders"."charges_total" + "orders"."round_off" AND abs("orders"."round_off") <= 50 AND "orders"."discount" >= 0 AND "orders"."referral_discount" >= 0 AND "orders"."discount" + "orders"."referral_discount" <= "orders"."subtotal");