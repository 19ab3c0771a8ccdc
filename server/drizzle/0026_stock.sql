CREATE TABLE "stock_barcodes" (
	"code" text PRIMARY KEY NOT NULL,
	"variant_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"variant_id" uuid NOT NULL,
	"expiry" date,
	"quantity" integer NOT NULL,
	"remaining" integer NOT NULL,
	"cost" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "batch_remaining" CHECK ("stock_batches"."remaining" BETWEEN 0 AND "stock_batches"."quantity")
);
--> statement-breakpoint
CREATE TABLE "stock_levels" (
	"variant_id" uuid PRIMARY KEY NOT NULL,
	"on_hand" integer,
	"reserved" integer DEFAULT 0 NOT NULL,
	"shelf" text DEFAULT '' NOT NULL,
	"low_at" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "stock_not_below_zero" CHECK (coalesce("stock_levels"."on_hand", 0) >= 0 AND "stock_levels"."reserved" >= 0 AND ("stock_levels"."on_hand" IS NOT NULL OR "stock_levels"."reserved" = 0)),
	CONSTRAINT "stock_low_at" CHECK ("stock_levels"."low_at" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"variant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"quantity" integer NOT NULL,
	"order_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_reservations" (
	"order_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"holding" text NOT NULL,
	CONSTRAINT "stock_reservations_order_id_variant_id_pk" PRIMARY KEY("order_id","variant_id"),
	CONSTRAINT "reservation_of_pieces" CHECK ("stock_reservations"."quantity" > 0)
);
--> statement-breakpoint
ALTER TABLE "stock_barcodes" ADD CONSTRAINT "stock_barcodes_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_batches" ADD CONSTRAINT "stock_batches_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_reservations" ADD CONSTRAINT "stock_reservations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_barcodes_variant" ON "stock_barcodes" USING btree ("variant_id");--> statement-breakpoint
CREATE INDEX "stock_barcodes_code" ON "stock_barcodes" USING btree ("code" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "stock_batches_variant" ON "stock_batches" USING btree ("variant_id","id");--> statement-breakpoint
CREATE INDEX "stock_batches_expiry" ON "stock_batches" USING btree ("expiry") WHERE "stock_batches"."remaining" > 0;--> statement-breakpoint
CREATE INDEX "stock_levels_shelf" ON "stock_levels" USING btree (lower("shelf") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "stock_levels_low" ON "stock_levels" USING btree ("variant_id") WHERE "stock_levels"."on_hand" - "stock_levels"."reserved" <= "stock_levels"."low_at";--> statement-breakpoint
CREATE INDEX "stock_movements_variant" ON "stock_movements" USING btree ("variant_id","id");--> statement-breakpoint
CREATE INDEX "stock_reservations_open" ON "stock_reservations" USING btree ("variant_id") WHERE "stock_reservations"."holding" = 'reserved';
--> statement-breakpoint
CREATE TRIGGER stock_movements_fixed BEFORE UPDATE OR DELETE ON stock_movements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Takes `change` pieces (below 0) from a variant's batches, the earliest expiry first, or puts them back in reverse; the
-- caller has locked its level, which is `level` afterwards. A function, because each of its statements sees what was
-- committed while the caller waited for that lock. Expired pieces were not sold; they are taken only if `with_expired`.
CREATE FUNCTION move_batches(variant uuid, change integer, level integer, today date, with_expired boolean) RETURNS boolean
  LANGUAGE plpgsql AS $$
DECLARE
  batch record;
  rest integer := abs(change);
  part integer;
BEGIN
  IF change < 0 THEN
    FOR batch IN SELECT id, remaining FROM stock_batches
      WHERE variant_id = variant AND remaining > 0 AND (with_expired OR expiry IS NULL OR expiry >= today)
      ORDER BY expiry NULLS LAST, id
    LOOP
      EXIT WHEN rest = 0;
      part := least(rest, batch.remaining);
      UPDATE stock_batches SET remaining = remaining - part WHERE id = batch.id;
      rest := rest - part;
    END LOOP;
  ELSE
    rest := least(rest, level - (SELECT coalesce(sum(remaining), 0) FROM stock_batches WHERE variant_id = variant)::int);
    FOR batch IN SELECT id, quantity - remaining AS room FROM stock_batches
      WHERE variant_id = variant AND remaining < quantity AND (expiry IS NULL OR expiry >= today)
      ORDER BY expiry DESC NULLS FIRST, id DESC
    LOOP
      EXIT WHEN rest <= 0;
      part := least(rest, batch.room);
      UPDATE stock_batches SET remaining = remaining + part WHERE id = batch.id;
      rest := rest - part;
    END LOOP;
  END IF;
  rest := (SELECT coalesce(sum(remaining), 0) FROM stock_batches WHERE variant_id = variant)::int - level;
  FOR batch IN SELECT id, remaining FROM stock_batches
    WHERE variant_id = variant AND remaining > 0 ORDER BY expiry NULLS LAST, id
  LOOP
    EXIT WHEN rest <= 0;
    part := least(rest, batch.remaining);
    UPDATE stock_batches SET remaining = remaining - part WHERE id = batch.id;
    rest := rest - part;
  END LOOP;
  RETURN true;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_reserved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.reserved > 0 THEN
    RAISE EXCEPTION 'Pieces of variant % are reserved', OLD.variant_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_levels_reserved BEFORE DELETE ON stock_levels
  FOR EACH ROW EXECUTE FUNCTION refuse_reserved();
