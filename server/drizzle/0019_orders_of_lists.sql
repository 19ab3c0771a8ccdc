ALTER TABLE "approvals" ADD COLUMN "asked_order" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "manual_order_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_manual_order_id_manual_orders_id_fk" FOREIGN KEY ("manual_order_id") REFERENCES "public"."manual_orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_of_list" ON "orders" USING btree ("manual_order_id","id") WHERE "orders"."manual_order_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "one_order_of_list" ON "orders" USING btree ("manual_order_id") WHERE "orders"."manual_order_id" IS NOT NULL AND "orders"."status" <> 'canceled';