CREATE TABLE "put_backs" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"items" jsonb NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_by" text DEFAULT '' NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "pick_actions" ADD COLUMN "kind" text DEFAULT 'line' NOT NULL;--> statement-breakpoint
ALTER TABLE "pick_lines" ADD COLUMN "swap_agreed" bigint;--> statement-breakpoint
ALTER TABLE "put_backs" ADD CONSTRAINT "put_backs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "put_backs_open" ON "put_backs" USING btree ("order_id") WHERE "put_backs"."done_at" IS NULL;--> statement-breakpoint
ALTER TABLE "pick_lines" ADD CONSTRAINT "agreed_swap" CHECK ("pick_lines"."swap_agreed" IS NULL OR "pick_lines"."swap_variant" IS NOT NULL);