CREATE TABLE "report_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_coupons" (
	"day" date NOT NULL,
	"coupon_id" uuid NOT NULL,
	"name" text NOT NULL,
	"orders" integer NOT NULL,
	"discount" bigint NOT NULL,
	"sales" bigint NOT NULL,
	CONSTRAINT "report_coupons_day_coupon_id_pk" PRIMARY KEY("day","coupon_id")
);
--> statement-breakpoint
CREATE TABLE "report_days" (
	"day" date PRIMARY KEY NOT NULL,
	"orders" integer NOT NULL,
	"sales" bigint NOT NULL,
	"subtotal" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"referral_discount" bigint NOT NULL,
	"charges" bigint NOT NULL,
	"delivered" integer NOT NULL,
	"delivered_sales" bigint NOT NULL,
	"canceled" integer NOT NULL,
	"canceled_total" bigint NOT NULL,
	"new_customers" integer NOT NULL,
	"new_sales" bigint NOT NULL,
	"hours" integer[] NOT NULL,
	CONSTRAINT "every_hour" CHECK (cardinality("report_days"."hours") = 24)
);
--> statement-breakpoint
CREATE TABLE "report_products" (
	"day" date NOT NULL,
	"product_id" uuid NOT NULL,
	"orders" integer NOT NULL,
	"quantity" integer NOT NULL,
	"sales" bigint NOT NULL,
	CONSTRAINT "report_products_day_product_id_pk" PRIMARY KEY("day","product_id")
);
--> statement-breakpoint
CREATE TABLE "report_steps" (
	"day" date NOT NULL,
	"step" text NOT NULL,
	"by" text NOT NULL,
	"promise" text NOT NULL,
	"minutes" smallint NOT NULL,
	"orders" integer NOT NULL,
	CONSTRAINT "report_steps_day_step_by_promise_minutes_pk" PRIMARY KEY("day","step","by","promise","minutes")
);
--> statement-breakpoint
CREATE INDEX "report_changes_day" ON "report_changes" USING btree ("day");--> statement-breakpoint
CREATE INDEX "report_products_product" ON "report_products" USING btree ("product_id","day");--> statement-breakpoint
CREATE FUNCTION report_day(placed_at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (placed_at AT TIME ZONE 'Asia/Kolkata')::date
$$;
--> statement-breakpoint
-- The sums of a day are outdated from the commit of the change on that inserts its row: whoever adds the day up sees
-- either both or neither.
CREATE FUNCTION mark_placed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_changes (day) SELECT DISTINCT report_day(placed_at) FROM placed;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- An order that begins or ceases to be a sale may make another order the customer's first sale. Three of them are marked,
-- so that orders of one customer may change at the same time.
CREATE FUNCTION mark_moved_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_changes (day)
  SELECT DISTINCT day FROM (
    SELECT report_day(n.placed_at) AS day FROM now_is n JOIN was w USING (id)
    WHERE (n.status, n.payment_status) IS DISTINCT FROM (w.status, w.payment_status)
    UNION ALL
    SELECT report_day(f.placed_at) FROM now_is n JOIN was w USING (id) CROSS JOIN LATERAL (
      SELECT o.id, o.placed_at FROM orders o
      WHERE o.user_id = n.user_id AND o.status <> 'canceled' AND (o.payment_method <> 'online' OR o.payment_status = 'paid')
      ORDER BY o.id LIMIT 3) f
    WHERE (n.status <> 'canceled' AND (n.payment_method <> 'online' OR n.payment_status = 'paid'))
      <> (w.status <> 'canceled' AND (w.payment_method <> 'online' OR w.payment_status = 'paid'))
      AND (SELECT count(*) FROM (
        SELECT FROM orders e WHERE e.user_id = n.user_id AND e.id < n.id AND e.status <> 'canceled'
          AND (e.payment_method <> 'online' OR e.payment_status = 'paid') LIMIT 3) earlier) < 3
  ) changed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_placed_marked AFTER INSERT ON orders REFERENCING NEW TABLE AS placed
  FOR EACH STATEMENT EXECUTE FUNCTION mark_placed_orders();
--> statement-breakpoint
CREATE TRIGGER orders_moved_marked AFTER UPDATE ON orders REFERENCING OLD TABLE AS was NEW TABLE AS now_is
  FOR EACH STATEMENT EXECUTE FUNCTION mark_moved_orders();
