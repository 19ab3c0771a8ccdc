CREATE TABLE "claim_replacements" (
	"order_id" uuid NOT NULL,
	"line" smallint NOT NULL,
	"claim_id" uuid NOT NULL,
	"action_id" text NOT NULL,
	"claim_line" smallint NOT NULL,
	CONSTRAINT "claim_replacements_order_id_line_pk" PRIMARY KEY("order_id","line")
);
--> statement-breakpoint
CREATE TABLE "challan_series" (
	"year" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "challans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"year" text NOT NULL,
	"number" integer NOT NULL,
	"seller" jsonb NOT NULL,
	"document" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "challan_number" UNIQUE("year","number")
);
--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "claims_share" integer DEFAULT 2000 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_replacement" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "claim_replacements" ADD CONSTRAINT "claim_replacements_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_replacements" ADD CONSTRAINT "claim_replacements_action" FOREIGN KEY ("claim_id","action_id") REFERENCES "public"."claim_actions"("claim_id","action_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_replacements" ADD CONSTRAINT "claim_replacements_line" FOREIGN KEY ("claim_id","claim_line") REFERENCES "public"."claim_lines"("claim_id","line") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challans" ADD CONSTRAINT "challans_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_replacements_claim" ON "claim_replacements" USING btree ("claim_id","claim_line");--> statement-breakpoint
CREATE INDEX "challans_order" ON "challans" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "claim_actions_decided" ON "claim_actions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "claims_opened" ON "claims" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "replacement_is_free" CHECK (NOT "orders"."is_replacement" OR "orders"."total" = 0 AND "orders"."coins" = 0);