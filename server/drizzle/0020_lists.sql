DROP INDEX "orders_placed";--> statement-breakpoint
CREATE INDEX "orders_amount" ON "orders" USING btree ("total","id","status");--> statement-breakpoint
CREATE INDEX "orders_referred_amount" ON "orders" USING btree ("total","id") WHERE "orders"."referrer_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "users_name_part" ON "users" USING gin (lower("full_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (lower("full_name"),"id");--> statement-breakpoint
CREATE INDEX "users_payment" ON "users" USING btree ("total_payment","id");--> statement-breakpoint
CREATE INDEX "orders_placed" ON "orders" USING btree ("placed_at","id","status","total");