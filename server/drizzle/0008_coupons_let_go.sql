ALTER TABLE "coupon_uses" DROP CONSTRAINT "coupon_uses_coupon_id_coupons_id_fk";
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_coupon_id_coupons_id_fk";
--> statement-breakpoint
DROP INDEX "coupon_uses_coupon";--> statement-breakpoint
DROP INDEX "orders_coupon";--> statement-breakpoint
DROP INDEX "orders_referrer";--> statement-breakpoint
CREATE INDEX "orders_referrer" ON "orders" USING btree ("referrer_id","id") WHERE "orders"."referrer_id" IS NOT NULL;