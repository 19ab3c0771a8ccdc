CREATE INDEX "contact_messages_new" ON "contact_messages" USING btree ("id") WHERE "contact_messages"."state" = 'new';--> statement-breakpoint
CREATE INDEX "orders_placed" ON "orders" USING btree ("placed_at");--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders" USING btree ("id") WHERE "orders"."status" NOT IN ('delivered', 'canceled') AND ("orders"."payment_method" <> 'online' OR "orders"."payment_status" = 'paid');--> statement-breakpoint
CREATE INDEX "withdrawals_open" ON "withdrawals" USING btree ("id") WHERE "withdrawals"."done_at" IS NULL;