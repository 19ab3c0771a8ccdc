ALTER TABLE "orders" ALTER COLUMN "coins" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "manual_orders" ADD COLUMN "is_prescription" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "contact_messages_age" ON "contact_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "manual_orders_age" ON "manual_orders" USING btree ("is_prescription","created_at");--> statement-breakpoint
CREATE INDEX "push_messages_age" ON "push_messages" USING btree ("created_at");