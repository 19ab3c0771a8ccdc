CREATE TABLE "order_picks" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"staff_id" uuid,
	"by" text DEFAULT '' NOT NULL,
	"until" timestamp with time zone,
	"step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pick_has_picker" CHECK (("order_picks"."state" = 'none') = ("order_picks"."staff_id" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "pick_actions" (
	"order_id" uuid NOT NULL,
	"action_id" text NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pick_actions_order_id_action_id_pk" PRIMARY KEY("order_id","action_id")
);
--> statement-breakpoint
CREATE TABLE "pick_lines" (
	"order_id" uuid NOT NULL,
	"line" smallint NOT NULL,
	"found" integer NOT NULL,
	"short" integer NOT NULL,
	"reason" text NOT NULL,
	"grams" integer,
	"swap_variant" uuid,
	"swap_product" uuid,
	"swap_title" text DEFAULT '' NOT NULL,
	"swap_quantity_text" text DEFAULT '' NOT NULL,
	"swap_quantity" integer DEFAULT 0 NOT NULL,
	"swap_price" bigint DEFAULT 0 NOT NULL,
	"swap_mrp" bigint DEFAULT 0 NOT NULL,
	"swap_coins" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "pick_lines_order_id_line_pk" PRIMARY KEY("order_id","line"),
	CONSTRAINT "picked_pieces" CHECK ("pick_lines"."found" >= 0 AND "pick_lines"."short" >= 0 AND ("pick_lines"."swap_variant" IS NULL) = ("pick_lines"."swap_quantity" = 0))
);
--> statement-breakpoint
CREATE TABLE "picked_lines" (
	"order_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"line" smallint NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"title" text NOT NULL,
	"quantity_text" text NOT NULL,
	"quantity" integer NOT NULL,
	"price" bigint NOT NULL,
	"total" bigint NOT NULL,
	"pieces" integer NOT NULL,
	"is_swap" boolean NOT NULL,
	"grams" integer,
	CONSTRAINT "picked_lines_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "picked_line_adds_up" CHECK ("picked_lines"."total" = "picked_lines"."price" * "picked_lines"."quantity" AND "picked_lines"."quantity" > 0 AND "picked_lines"."pieces" > 0)
);
--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "if_missing" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_picks" ADD CONSTRAINT "order_picks_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_picks" ADD CONSTRAINT "order_picks_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pick_actions" ADD CONSTRAINT "pick_actions_order_id_order_picks_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order_picks"("order_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pick_lines" ADD CONSTRAINT "pick_lines_order_id_order_picks_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."order_picks"("order_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pick_lines" ADD CONSTRAINT "pick_lines_swap_product_products_id_fk" FOREIGN KEY ("swap_product") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picked_lines" ADD CONSTRAINT "picked_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picked_lines" ADD CONSTRAINT "picked_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pick_lines_swap" ON "pick_lines" USING btree ("swap_product") WHERE "pick_lines"."swap_product" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "picked_lines_product" ON "picked_lines" USING btree ("product_id");--> statement-breakpoint
CREATE TRIGGER picked_lines_fixed BEFORE UPDATE OR DELETE ON picked_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
