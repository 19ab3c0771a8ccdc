ALTER TABLE "order_lines" ADD COLUMN "coins" integer;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "weight" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "rules" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "placed_total" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "order_keeps_its_rules" CHECK (("orders"."rules" IS NULL) = ("orders"."placed_total" IS NULL));